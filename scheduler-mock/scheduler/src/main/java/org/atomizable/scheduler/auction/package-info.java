/**
 * Which of many bids win: those of greatest weight together that no slice and no job holds twice at once.
 *
 * <p>In come {@link org.atomizable.scheduler.auction.WeightedInterval}s, out goes an {@link org.atomizable.scheduler.auction.Award} with a
 * proved bound of what any choice could weigh. On one slice, where no two bids exclude each other but by time,
 * {@link org.atomizable.scheduler.auction.Timetable} is exact in the time of a sort. That a job wins once, and a continuation only
 * together with what it continues, makes the problem hard: {@link org.atomizable.scheduler.auction.Relaxation} prices those rules
 * (Lagrangian relaxation, Held and Karp 1971) and bounds it, {@link org.atomizable.scheduler.auction.PrimalHeuristic} makes choices that keep
 * them, and {@link org.atomizable.scheduler.auction.BranchAndBound} closes what gap is left where it can. Pure: no clock but the one
 * handed in, no I/O, and the order of the bids changes nothing.
 */
@NullMarked
package org.atomizable.scheduler.auction;

import org.jspecify.annotations.NullMarked;
