package org.atomizable.core.engine;

import java.time.Duration;

/**
 * A subjob that is to start at once on a slice that a scheduler has granted.
 *
 * @param name by which its {@linkplain Engine#claims claim} is found: 1 to 60 letters, digits, dots and hyphens
 * @param slice the id of the slice, as {@link EnginePlace#slice} made it
 * @param within how soon it must start; 1 s or more
 * @param length how long it may run
 */
public record SubjobStart(String name, String slice, Duration within, Duration length) {}
