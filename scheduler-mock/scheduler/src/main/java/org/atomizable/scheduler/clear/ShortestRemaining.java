package org.atomizable.scheduler.clear;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Window;

/**
 * Chooses the job with the least estimated work left: the shortest remaining processing time first, which minimizes
 * the mean completion time on one machine where jobs may be interrupted at no cost (Schrage, "A proof of the optimality
 * of the shortest remaining processing time discipline", 1968). Slices differ: the work left counts in proportion to
 * the share of slices whose memory suffices for the job, so that small jobs do not fill the few slices that large jobs
 * need. A job that did not tell how many atoms it has is thought to have as much left as it has attained (Nuyens and
 * Wierman, "The Foreground-Background queue: a survey", 2008). Ties go to the older job, then to the smaller id.
 *
 * <p>Two kinds of jobs come before. A job is <em>overdue</em> if it has waited 20 times as long as its remaining work
 * and the window take; of several, the one that has waited longest is served. After these come jobs that do not know
 * their time per atom yet, for at most 3 grants each, the oldest first.
 *
 * <p><b>Bound of the longest wait.</b> Let R be the largest estimate of a job's remaining work while it waits, L the
 * longest window, T the longest time between two clearings in which the job takes part, and m the number of other
 * jobs that are registered when its wait begins. It waits at most 20·(R + L) + (m + 1)·T. For it is overdue after the
 * first part, and from then on each of these windows goes to a job that has waited at least as long. Each of those m
 * jobs can do that only once, because its wait begins anew.
 */
public final class ShortestRemaining implements SelectionPolicy {

    @Override
    public String name() {
        return "remaining";
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        return Precedence.select(
                window,
                candidates,
                Comparator.comparingDouble(SelectionCandidate::remainingByReach),
                best -> Precedence.leastWork(best, candidates.size()));
    }
}
