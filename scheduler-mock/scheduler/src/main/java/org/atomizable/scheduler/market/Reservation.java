package org.atomizable.scheduler.market;

import org.atomizable.scheduler.cluster.Interval;

/**
 * A reservation that a client requested.
 *
 * @param label for a person to read
 */
public record Reservation(String id, String slice, String label, Interval time) {}
