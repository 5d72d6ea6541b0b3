package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;

/** Clears windows whose answers are complete, and keeps what became of them. Guarded by the market's lock. */
final class WindowClearing {

    private final Selector selector;
    private final Auctioneer auctioneer;
    private final Admission admission;
    private final Jobs jobs;
    private final MarketEvents events;

    /** Makes one that chooses by this selector where jobs signal, and by this auctioneer where they bid. */
    WindowClearing(Selector selector, Auctioneer auctioneer, Admission admission, Jobs jobs, MarketEvents events) {
        this.selector = selector;
        this.auctioneer = auctioneer;
        this.admission = admission;
        this.jobs = jobs;
        this.events = events;
    }

    /** Clears a window that jobs signal for: one job gets all of it. */
    void bySignals(SliceOffers offers, Instant now, Windows.Granting granting) {
        ClearingRound round = offers.open();
        Window window = round.window;
        Interval whole = new Interval(window.opens(), window.closes());
        // A tenant may have won another window since it was asked.
        Optional<Choice> choice = selector.select(round, job -> isAdmitted(job, round, whole, now), now);
        List<Cleared.Winner> winners = choice
                .map(it -> granting.grant(
                        round.offered(jobs.known(it.winner().job())),
                        whole,
                        it.winner().job(),
                        Optional.empty(),
                        false,
                        now))
                .map(grant -> winner(choice.get().winner().job(), grant))
                .stream()
                .toList();
        finish(offers, winners, choice.map(Choice::why), Optional.empty(), now);
    }

    /** Clears windows together that jobs bid for: the bids win that are worth most together. */
    void byBids(List<SliceOffers> complete, Instant now, Windows.Granting granting) {
        ClearingOutcome outcome =
                auctioneer.clear(complete.stream().map(SliceOffers::open).toList(), selector.reach(), now);
        for (SliceOffers offers : complete) {
            ClearingRound round = offers.open();
            List<Cleared.Winner> winners = outcome.winners(round.window).stream()
                    .filter(it -> isAdmitted(it.proposal().bidder().job(), round, it.time(), now))
                    .map(it -> grant(it, isFollowed(it, outcome.winners(round.window)), round, now, granting))
                    .toList();
            Optional<String> why = winners.isEmpty()
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "worth most of %d jobs' bids%s",
                            round.answers().values().stream()
                                    .filter(JobAnswer::interested)
                                    .count(),
                            outcome.gap() == 0
                                    ? ""
                                    : String.format(Locale.ROOT, ", or within %.1g %% of it", 100 * outcome.gap())));
            finish(offers, winners, why, Optional.of(outcome), now);
        }
    }

    private boolean isAdmitted(String id, ClearingRound round, Interval time, Instant now) {
        Job job = jobs.known(id);
        boolean admitted = admission.admits(job, round.window, time, now);
        if (!admitted) {
            round.bar();
        }
        return admitted;
    }

    /** Tells whether another job has won what comes after it in the window. */
    private static boolean isFollowed(ClearingOutcome.Winner winner, List<ClearingOutcome.Winner> all) {
        return all.stream()
                .filter(it -> !it.time().from().isBefore(winner.time().to()))
                .anyMatch(it -> !it.proposal()
                        .bidder()
                        .job()
                        .equals(winner.proposal().bidder().job()));
    }

    private Cleared.Winner grant(
            ClearingOutcome.Winner winner,
            boolean followed,
            ClearingRound round,
            Instant now,
            Windows.Granting granting) {
        String job = winner.proposal().bidder().job();
        Optional<BidVariant> won = Optional.of(winner.proposal().variant());
        return winner(job, granting.grant(round.offered(jobs.known(job)), winner.time(), job, won, followed, now));
    }

    private Cleared.Winner winner(String job, Grant grant) {
        Job known = jobs.known(job);
        return new Cleared.Winner(known.name(), known.request.tenant(), grant);
    }

    private void finish(
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
        // A job that is only slow may still want it: then it is announced again without a pause, as it is if more of
        // the
        // hole is offered.
        boolean refused = winners.isEmpty()
                && !round.barred()
                && unheard.stream().noneMatch(Job::awaited)
                && !(round.lacksTime() && offers.grow(round.window));
        // A job that came while the others paused does not make their pause longer.
        Instant since = round.within.map(SliceOffers.Lapse::at).orElse(now);
        offers.lapse = refused
                ? Optional.of(new SliceOffers.Lapse(
                        since, round.window.closes(), jobs.waiting().arrivals()))
                : Optional.empty();
        offers.look = Instant.MIN;
        events.cleared(round.answers(), round.cleared(unheard, winners, why, outcome));
    }
}
