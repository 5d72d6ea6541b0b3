/**
 * Selects the winning bids: the compatible set of greatest total weight. Two bids are incompatible if they use one
 * slice at the same time, or if they belong to one job and neither continues the other.
 *
 * <p>Input: {@link org.atomizable.scheduler.auction.WeightedInterval}s. Output: an
 * {@link org.atomizable.scheduler.auction.Award} with a proved upper bound of the weight of any choice. On one slice,
 * if bids exclude each other only by time, {@link org.atomizable.scheduler.auction.Timetable} is exact in O(n log n).
 * Two rules make the problem hard: a job wins at most once, and a continuation wins only together with the bid that it
 * continues. {@link org.atomizable.scheduler.auction.Relaxation} puts prices on these rules (Lagrangian relaxation,
 * Held and Karp 1971) and so computes the bound. {@link org.atomizable.scheduler.auction.PrimalHeuristic} finds choices
 * that obey them. {@link org.atomizable.scheduler.auction.BranchAndBound} closes the remaining gap where it can. The
 * package is pure: it uses only the clock that the caller passes, does no I/O, and the order of the bids does not
 * change the result.
 */
@NullMarked
package org.atomizable.scheduler.auction;

import org.jspecify.annotations.NullMarked;
