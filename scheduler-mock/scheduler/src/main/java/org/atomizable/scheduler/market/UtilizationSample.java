package org.atomizable.scheduler.market;

import java.time.Instant;

/**
 * How the slices' memory was used at one instant. All values are shares of the total memory, in [0, 1].
 *
 * @param leased memory under leases
 * @param reserved memory that was reserved or was being repartitioned
 * @param free all other memory
 * @param fragmented the part of the free memory that the next job could not use, given the jobs' needs at that time
 */
public record UtilizationSample(Instant at, double leased, double reserved, double free, double fragmented) {}
