package org.atomizable.scheduler.market;

import org.atomizable.scheduler.cluster.Interval;

/**
 * A reservation that was asked for.
 *
 * @param label for a person
 */
public record Reservation(String id, String slice, String label, Interval time) {}
