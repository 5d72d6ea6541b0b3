package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.market.tenant.Accounts;

/** Chooses among the jobs that signalled for a window, by the market's policy. Guarded by the market's lock. */
final class Selector {

    /** Tells which share of the slices a job can use. */
    record Reach(List<Slice> slices) {

        /**
         * Returns that share.
         *
         * @param capacity memory of the window that it wants, and so enough for it
         */
        double of(Job job, Bytes capacity) {
            Bytes needed = job.needed().map(job::filling).orElse(Bytes.ZERO);
            Bytes sufficient = needed.exceeds(capacity) ? capacity : needed;
            long many = slices.stream()
                    .filter(it -> !sufficient.exceeds(it.memory()))
                    .count();
            // The slices may just have been repartitioned.
            return many == 0 ? 1 : many / (double) slices.size();
        }
    }

    private final SelectionPolicy policy;
    private final Jobs jobs;
    private final Accounts accounts;
    private final SliceSource source;

    Selector(SelectionPolicy policy, Jobs jobs, Accounts accounts, SliceSource source) {
        this.policy = policy;
        this.jobs = jobs;
        this.accounts = accounts;
        this.source = source;
    }

    /**
     * Chooses the job that gets the window, and remembers what that job said of its subjob.
     *
     * @param allowed tells whether a job may hold the window
     */
    Optional<Choice> select(ClearingRound round, Predicate<String> allowed, Instant now) {
        Map<String, Double> deficits = policy.usesTenantShares() ? accounts.deficits(jobs.tenants(), now) : Map.of();
        Reach reach = reach();
        List<SelectionCandidate> candidates = round
                .candidates(
                        job -> deficits.getOrDefault(job.request.tenant(), 0.0),
                        job -> reach.of(job, round.window.capacity()))
                .stream()
                .filter(it -> allowed.test(it.job()))
                .toList();
        List<SelectionCandidate> competing = accounts.competing(
                candidates, it -> jobs.known(it.job()).request.tenant(), jobs.tenants(), round.window, now);
        round.leaveOut(candidates.stream()
                .filter(it -> !competing.contains(it))
                .map(it -> jobs.known(it.job()))
                .toList());
        Optional<Choice> choice =
                now.isBefore(round.window.closes()) ? policy.select(round.window, competing) : Optional.empty();
        choice.map(Choice::winner).ifPresent(it -> jobs.known(it.job()).chosen(it, round.window.length()));
        return choice;
    }

    /** Returns which slices jobs can use now. */
    Reach reach() {
        return new Reach(source.slices());
    }
}
