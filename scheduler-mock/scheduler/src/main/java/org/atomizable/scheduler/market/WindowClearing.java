package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Candidate;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.cluster.Interval;

/** Clears windows whose answers are complete, and keeps what became of them. Guarded by the market's lock. */
final class WindowClearing {

    private final MarketRules rules;
    private final MarketEvents events;
    private final Jobs jobs;
    private final Quotas quotas;
    private final Auctioneer auctioneer;
    private final ClearedWindows cleared;

    WindowClearing(
            MarketRules rules,
            MarketEvents events,
            Jobs jobs,
            Quotas quotas,
            Auctioneer auctioneer,
            ClearedWindows cleared) {
        this.rules = rules;
        this.events = events;
        this.jobs = jobs;
        this.quotas = quotas;
        this.auctioneer = auctioneer;
        this.cleared = cleared;
    }

    /** Clears a window that jobs signal for: one job gets all of it. */
    void bySignals(SliceOffers offers, Instant now, Windows.Granting granting) {
        ClearingRound round = offers.open();
        Window window = round.window;
        // A tenant may have won another window since it was asked.
        List<Candidate> candidates = round.candidates().stream()
                .filter(it -> isWithinQuota(it.job(), round, new Interval(window.opens(), window.closes())))
                .toList();
        Optional<Choice> choice =
                now.isBefore(window.closes()) ? rules.clearing().clear(window, candidates) : Optional.empty();
        List<Cleared.Winner> winners = choice
                .map(it -> granting.grant(
                        window,
                        new Interval(window.opens(), window.closes()),
                        it.winner().job(),
                        Optional.empty(),
                        now))
                .map(grant -> events.winner(choice.get().winner().job(), grant))
                .stream()
                .toList();
        over(offers, winners, choice.map(Choice::why), Optional.empty(), now);
    }

    /** Clears windows together that jobs bid for: the bids win that are worth most together. */
    void byBids(List<SliceOffers> complete, Instant now, Windows.Granting granting) {
        ClearingOutcome outcome =
                auctioneer.clear(complete.stream().map(SliceOffers::open).toList(), now);
        for (SliceOffers offers : complete) {
            ClearingRound round = offers.open();
            List<Cleared.Winner> winners = outcome.winners(round.window).stream()
                    .filter(it -> isWithinQuota(it.scored().proposal().bidder().job(), round, it.time()))
                    .map(it -> grant(it, round, now, granting))
                    .toList();
            Optional<String> why = winners.isEmpty()
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "worth most of %d jobs' bids%s",
                            round.answers().values().stream()
                                    .filter(JobAnswer::interested)
                                    .count(),
                            outcome.gap() == 0 ? "" : ", or within %.1g %% of it".formatted(100 * outcome.gap())));
            over(offers, winners, why, Optional.of(outcome), now);
        }
    }

    private boolean isWithinQuota(String job, ClearingRound round, Interval time) {
        boolean within = quotas.allow(jobs.known(job), round.window.capacity(), time);
        if (!within) {
            round.bar();
        }
        return within;
    }

    private Cleared.Winner grant(
            ClearingOutcome.Winner winner, ClearingRound round, Instant now, Windows.Granting granting) {
        String job = winner.scored().proposal().bidder().job();
        Bids.Variant won =
                auctioneer.variant(job, round, winner.scored().proposal().variant());
        return events.winner(job, granting.grant(round.window, winner.time(), job, Optional.of(won), now));
    }

    private void over(
            SliceOffers offers,
            List<Cleared.Winner> winners,
            Optional<String> why,
            Optional<ClearingOutcome> outcome,
            Instant now) {
        ClearingRound round = offers.open();
        offers.collecting = Optional.empty();
        List<Job> unheard = round.unheard();
        unheard.forEach(job -> job.missWindow());
        if (!winners.isEmpty()) {
            offers.shrink();
        }
        // Who is only slow may want it yet: then it is announced again without a pause, as it is if more of the hole is
        // offered.
        boolean refused = winners.isEmpty()
                && !round.barred()
                && unheard.stream().noneMatch(Job::awaited)
                && !(round.lacksTime() && offers.grow(round.window));
        // Who came while the others paused does not let them pause for longer.
        Instant since = round.within.map(SliceOffers.Lapse::at).orElse(now);
        offers.lapse = refused
                ? Optional.of(new SliceOffers.Lapse(
                        since, round.window.closes(), jobs.waiting().arrivals()))
                : Optional.empty();
        offers.look = Instant.MIN;
        cleared.keep(round, events.cleared(round, unheard, winners, why, outcome));
    }
}
