package org.atomizable.scheduler.market.round;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.market.neighbour.Neighbourhood;
import org.atomizable.scheduler.market.tenant.Accounts;

/** Chooses among the jobs that signalled for a window, by the market's policy. Guarded by the market's lock. */
public final class Selector {

    private final SelectionPolicy policy;
    private final Jobs jobs;
    private final Accounts accounts;
    private final SliceSource source;
    private final Neighbourhood neighbours;

    public Selector(
            SelectionPolicy policy, Jobs jobs, Accounts accounts, SliceSource source, Neighbourhood neighbours) {
        this.policy = policy;
        this.jobs = jobs;
        this.accounts = accounts;
        this.source = source;
        this.neighbours = neighbours;
    }

    /**
     * Chooses the job that gets the window, and remembers what that job said of its subjob.
     *
     * @param allowed tells whether a job may hold the window
     */
    Optional<Choice> select(ClearingRound round, Predicate<String> allowed, Instant now) {
        Map<String, Double> deficits = policy.usesTenantShares() ? accounts.deficits(jobs.tenants(), now) : Map.of();
        Places places = places();
        List<SelectionCandidate> candidates = round
                .candidates(
                        job -> deficits.getOrDefault(job.request.tenant(), 0.0),
                        job -> places.reach(job, round.window.capacity()),
                        job -> places.progress(job, round.window))
                .stream()
                .filter(it -> allowed.test(it.job()))
                .toList();
        Optional<Choice> choice =
                now.isBefore(round.window.closes()) ? policy.select(round.window, candidates) : Optional.empty();
        choice.map(Choice::winner).ifPresent(it -> jobs.known(it.job()).chosen(it, round.window.length()));
        return choice;
    }

    /** Returns where jobs can run now. */
    Places places() {
        return new Places(source.slices(), neighbours);
    }
}
