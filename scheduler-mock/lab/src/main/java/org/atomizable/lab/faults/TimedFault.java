package org.atomizable.lab.faults;

import java.time.Duration;

/**
 * A fault that happens to one node at a time.
 *
 * @param at since the beginning
 * @param target which job's node; the scheduler has none
 * @param lasts how long, for what lasts; until the restart, for a crash
 * @param variant chooses among the ways in which it can happen
 */
record TimedFault(Duration at, FaultKind kind, int target, Duration lasts, int variant) {}
