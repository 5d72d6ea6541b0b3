package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;

/**
 * When a job was last at a safe point, and what it cost to get there.
 *
 * @param at when the report of it came
 * @param cost what the subjob that ended there spent beside its atoms: on restoring, and on writing the checkpoint
 */
public record SafePoint(Instant at, Duration cost) {}
