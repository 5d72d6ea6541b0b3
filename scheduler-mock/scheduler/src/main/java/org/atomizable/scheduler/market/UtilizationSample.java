package org.atomizable.scheduler.market;

import java.time.Instant;

/**
 * What was made of the slices' memory at one instant. All are shares of all of it, in [0, 1].
 *
 * @param leased under leases
 * @param reserved reserved, or being cut anew
 * @param free neither
 * @param fragmented the part of what is free that is of no use to whoever comes next, as the jobs' needs are now
 */
public record UtilizationSample(Instant at, double leased, double reserved, double free, double fragmented) {}
