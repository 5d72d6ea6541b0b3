package org.atomizable.scheduler.market;

import org.atomizable.scheduler.lease.Lease;

/**
 * The end of a grant.
 *
 * @param lease with its end, and the report if there was one
 * @param job the holder's name
 * @param tenant whose the holder is
 * @param early whether it was reported so early that what is left can be offered again
 */
public record GrantEnded(Lease lease, String job, String tenant, boolean early) {}
