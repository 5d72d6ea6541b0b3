package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job that bids, as the scheduler sees it.
 *
 * @param job its id
 * @param name its name
 * @param tenant the tenant that it belongs to
 * @param rho the weight of its declarations, in [0, 1]
 * @param deficit how far its tenant is below its fair share, in [0, 1]
 * @param waited the time since it last won, or registered
 * @param atomsLeft how many atoms it still has, if it told how many it has
 * @param seen what the scheduler has seen of its leases
 * @param deadline when its result is needed, if there is a deadline
 * @param reach share of the slices that it can use, in (0, 1]
 */
public record Bidder(
        String job,
        String name,
        String tenant,
        double rho,
        double deficit,
        Duration waited,
        OptionalLong atomsLeft,
        ServiceRecord seen,
        Optional<Instant> deadline,
        double reach) {}
