package org.atomizable.scheduler.market.event;

import org.atomizable.scheduler.lease.Lease;

/**
 * The end of a grant.
 *
 * @param lease the lease with its end, and the report if there was one
 * @param job the holder's name
 * @param tenant the tenant that the holder belongs to
 * @param early whether it ended early enough for the rest to be offered again
 */
public record GrantEnded(Lease lease, String job, String tenant, boolean early) {}
