package org.atomizable.scheduler.cluster;

/**
 * A rigid job's hold on a slice: nothing else may run there meanwhile.
 *
 * @param label what holds it, for a person
 * @param time how long it is held
 */
public record Reservation(String label, Interval time) {}
