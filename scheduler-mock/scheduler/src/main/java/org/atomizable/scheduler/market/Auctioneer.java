package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Utility;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.Bidder;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.market.tenant.Accounts;
import org.atomizable.scheduler.score.Composite;

/**
 * Clears windows that received bids. It adds to each bid what the scheduler knows about the job and its tenant. Guarded
 * by the market's lock.
 */
final class Auctioneer {

    private final BidClearing clearing;
    private final BidClearingRules rules;
    private final Optional<Duration> patience;
    private final Duration shortest;
    private final Jobs jobs;
    private final Accounts accounts;

    /**
     * Makes one.
     *
     * @param shortest the shortest remnant of a window that can still be used
     */
    Auctioneer(BidClearing clearing, BidClearingRules rules, Duration shortest, Jobs jobs, Accounts accounts) {
        this.clearing = clearing;
        // Where winners pay, waiting is worth nothing in bids: who could wait for it would understate what he wants.
        this.rules = accounts.charging()
                ? rules.asPublished().composedBy(new Composite(rules.composite().lambda(), 0))
                : rules;
        this.patience = rules.composite().patience();
        this.shortest = shortest;
        this.jobs = jobs;
        this.accounts = accounts;
    }

    /** Clears windows together, and charges the winners' tenants if winning is not free. */
    ClearingOutcome clear(List<ClearingRound> windows, Selector.Reach reach, Instant now) {
        Map<String, Double> deficits = accounts.deficits(jobs.tenants(), now);
        List<Proposal> proposals = new ArrayList<>();
        for (ClearingRound round : windows) {
            Duration over = Duration.between(round.window.opens(), now);
            List<Job> competing = accounts.competing(
                    round.interested(), job -> job.request.tenant(), jobs.tenants(), round.window, now);
            round.leaveOut(round.interested().stream()
                    .filter(job -> !competing.contains(job))
                    .toList());
            for (Job job : competing) {
                Bidder bidder = bidder(job, deficits, reach.of(job, round.window.capacity()), now);
                List<BidVariant> variants = variants(job, round);
                variants.stream()
                        .filter(it -> isToCome(it, variants, over))
                        .map(it -> new Proposal(bidder, round.window, it, job.filling(it.memory())))
                        .forEach(proposals::add);
            }
        }
        Optional<Job> turn = accounts.charging() ? turn(windows, now) : Optional.empty();
        ClearingOutcome outcome =
                clearing.clear(new BidClearing.Request(proposals, turn.map(job -> job.id), rules, shortest));
        if (accounts.charging()) {
            turn.filter(job -> outcome.turn().isPresent()).ifPresent(job -> job.hadTurn(now));
            outcome.prices()
                    .forEach((job, price) ->
                            accounts.charge(jobs.known(job).request.tenant(), price, now));
        }
        return outcome;
    }

    /**
     * If winning is not free, each job has a turn once per period of patience, whether it has won in the meantime or
     * not. Therefore no job starves, and no job gains by not winning.
     */
    private Optional<Job> turn(List<ClearingRound> windows, Instant now) {
        return windows.stream()
                .flatMap(it -> it.interested().stream())
                .filter(job -> patience.isPresent()
                        && !job.lastTurn().plus(patience.get()).isAfter(now))
                .min(Comparator.comparing((Job job) -> job.lastTurn()).thenComparing(job -> job.id));
    }

    /** Tells whether a variant can still be leased: it is not over, and it continues none that is. */
    private static boolean isToCome(BidVariant variant, List<BidVariant> all, Duration over) {
        return variant.to().compareTo(over) > 0
                && (variant.after().isEmpty()
                        || all.stream()
                                .anyMatch(it -> it.id().equals(variant.after().get()) && isToCome(it, all, over)));
    }

    private Bidder bidder(Job job, Map<String, Double> deficits, double reach, Instant now) {
        String tenant = job.request.tenant();
        return new Bidder(
                job.id,
                job.name(),
                tenant,
                believed(job, now),
                deficits.getOrDefault(tenant, 0.0),
                Duration.between(job.waitingSince(), now),
                job.atomsLeft(),
                job.seen(),
                job.request.deadline(),
                reach);
    }

    /** Where winners pay, who declares too much pays for it; to believe him less, too, would make exaggerating worth a little. */
    private double believed(Job job, Instant now) {
        if (!accounts.charging()) {
            return job.reliability().rho();
        }
        return accounts.solvent(job.request.tenant(), now) ? 1 : 0;
    }

    private static List<BidVariant> variants(Job job, ClearingRound round) {
        JobAnswer answer = round.answers().get(job);
        if (answer instanceof Bids bids) {
            return bids.variants();
        }
        return answer instanceof Signal signal ? List.of(whole(signal, job, round)) : List.of();
    }

    /** A signal among bids is taken for a bid for the whole window, of what can be told of it. */
    private static BidVariant whole(Signal signal, Job job, ClearingRound round) {
        Map<JobFeature, Double> features = new EnumMap<>(JobFeature.class);
        long left = job.request.totalAtoms().orElse(Long.MAX_VALUE) - job.nextAtom();
        features.put(JobFeature.PROGRESS, Math.min(1, (double) signal.atoms() / Math.max(1, left)));
        features.put(JobFeature.USEFUL_SHARE, round.share(signal));
        Features<JobFeature> declared = new Features<>(features);
        return new BidVariant(
                "signal",
                Optional.empty(),
                job.nextAtom(),
                signal.atoms(),
                Duration.ZERO,
                round.window.length(),
                round.window.capacity(),
                signal.useful().toNanos() / 1e9,
                declared,
                Utility.USUAL.of(declared),
                signal.firstLook());
    }
}
