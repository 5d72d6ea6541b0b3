package org.atomizable.scheduler.lease;

import java.time.Duration;
import org.atomizable.api.Bytes;

/**
 * The subjob that a holder has built, as it tells it.
 *
 * @param memory bound of its peak
 * @param total bound of its time
 */
public record Acceptance(long firstAtom, long atoms, Bytes memory, Duration total) {}
