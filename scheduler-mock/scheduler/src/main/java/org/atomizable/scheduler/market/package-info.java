/**
 * The market: announces windows, collects signals and bids, clears, grants, and keeps the leases, all driven by one
 * {@link org.atomizable.api.time.TimeSource}.
 *
 * <p>In come registrations and what agents say; out go windows, grants and revocations through a
 * {@link org.atomizable.scheduler.market.Mailbox}, and everything worth watching through an
 * {@link org.atomizable.scheduler.market.Observer}. It knows no HTTP and no JSON and never blocks, so that the same code
 * serves real agents and virtual time. It decides nothing itself: what is offered is said by {@code offer}, who wins by
 * {@code clear}, and what a holder may do by {@code lease}.
 */
@NullMarked
package org.atomizable.scheduler.market;

import org.jspecify.annotations.NullMarked;
