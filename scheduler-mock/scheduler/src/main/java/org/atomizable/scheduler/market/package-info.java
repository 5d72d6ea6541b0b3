/**
 * The market: it announces windows, collects signals and bids, clears windows, issues grants, and keeps the leases. One
 * {@link org.atomizable.api.time.TimeSource} drives all of it.
 *
 * <p>Input: registrations and the messages of agents. Output: windows, grants and revocations through a
 * {@link org.atomizable.scheduler.market.event.Mailbox}, and everything that can be observed through an
 * {@link org.atomizable.scheduler.market.event.Observer}. The package knows no HTTP and no JSON and never blocks, so that the
 * same code serves real agents and virtual time. It delegates its decisions: {@code offer} chooses what is offered,
 * {@code clear} chooses the winners, and {@code lease} decides what a holder may do.
 */
@NullMarked
package org.atomizable.scheduler.market;

import org.jspecify.annotations.NullMarked;
