package org.atomizable.core.engine;

import java.time.Duration;
import org.atomizable.api.window.Slice;

/**
 * The slice that an engine has given to this process, and until when.
 *
 * @param id the engine's id of the claim; another one if the engine starts the same claim again
 * @param slice the slice; its id names the place too
 * @param left how long from now on the process may run
 */
public record Allotment(String id, Slice slice, Duration left) {}
