package org.atomizable.scheduler.clear;

import java.time.Duration;

/**
 * A job that bids, as the scheduler sees it.
 *
 * @param job its id
 * @param name its name
 * @param tenant whose it is
 * @param rho how far its declarations count, in [0, 1]
 * @param deficit how far its tenant is below its fair share, in [0, 1]
 * @param waited since it last won, or came
 */
public record Bidder(String job, String name, String tenant, double rho, double deficit, Duration waited) {}
