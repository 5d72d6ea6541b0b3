package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.market.incarnation.IdSequence;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.offer.Opening;

/** Announces the windows of slices when they are due. Guarded by the market's lock. */
final class Announcer {

    /** How far beyond the longest window calendars are asked for holes. */
    private static final Duration LOOK_AHEAD = Duration.ofMinutes(1);

    private final SliceSource source;
    private final WindowLengths lengths;
    private final Audience audience;
    private final IdSequence ids;
    private final MarketEvents events;
    private final AnswerTime answerTime = new AnswerTime();

    /** Makes one that announces the holes of these slices to that audience. */
    Announcer(SliceSource source, WindowLengths lengths, Audience audience, IdSequence ids, MarketEvents events) {
        this.source = source;
        this.lengths = lengths;
        this.audience = audience;
        this.ids = ids;
        this.events = events;
    }

    /** Returns the offers of a slice, of which there were none yet. */
    SliceOffers offersOf(Slice slice) {
        return new SliceOffers(slice, lengths);
    }

    /** Announces a slice's next window if it is due, and notes when to look again. */
    void announce(SliceOffers offers, List<Interval> leased, Instant now) {
        boolean newcomers = offers.lapse.filter(audience::hasNewcomers).isPresent();
        Optional<Opening> next = next(offers, now, newcomers, leased);
        offers.look = next.map(Opening::announced).orElse(now.plus(LOOK_AHEAD));
        next.filter(it -> !it.announced().isAfter(now)).ifPresent(it -> announce(offers, it, now));
    }

    /**
     * Returns the next opening of a slice.
     *
     * @param newcomers whether a job has started to wait since the last window lapsed
     * @param leased when it is leased
     */
    private Optional<Opening> next(SliceOffers offers, Instant now, boolean newcomers, List<Interval> leased) {
        OfferRules rules = offers.rules();
        Duration ahead = rules.lengths().longest().plus(rules.lead()).plus(LOOK_AHEAD);
        Calendar calendar =
                source.calendar(offers.slice.id(), Interval.of(now, ahead)).without(leased, "leased");
        Instant again = offers.announced.equals(Instant.MIN)
                ? now
                : offers.announced.plus(rules.pauses().apart());
        Instant earliest = again.isAfter(now) ? again : now;
        Optional<Opening> next = Opening.next(calendar, earliest, rules);
        // Those who did not want a window will not want what is left of it, until something has changed.
        Optional<Instant> pause = next.filter(it -> !newcomers)
                .flatMap(it -> pausing(offers, it))
                .map(this::endOfPause)
                .filter(earliest::isBefore);
        return pause.isPresent() ? Opening.next(calendar, pause.get(), rules) : next;
    }

    /** Returns the lapse because of which the jobs that were asked then are not asked about this opening. */
    private Optional<SliceOffers.Lapse> pausing(SliceOffers offers, Opening opening) {
        return offers.lapse.filter(lapse -> opening.window().from().isBefore(lapse.closes())
                && opening.announced().isBefore(endOfPause(lapse)));
    }

    private Instant endOfPause(SliceOffers.Lapse lapse) {
        return lapse.at().plus(lengths.rules().pauses().afterLapse());
    }

    private void announce(SliceOffers offers, Opening opening, Instant now) {
        Window window = new Window(
                ids.next("window"),
                offers.slice,
                offers.slice.memory(),
                opening.window().from(),
                opening.window().length());
        Optional<SliceOffers.Lapse> within = pausing(offers, opening);
        List<Job> asked = audience.first(window, within, now);
        if (asked.isEmpty()) {
            offers.look = now.plus(lengths.rules().pauses().afterLapse());
            return;
        }
        AnswerTime.Wait wait = answerTime.of(lengths.rules().inquiry().answers(), asked, now);
        ClearingRound round = new ClearingRound(window, due(window, wait, now), within, wait.stragglers());
        offers.announced = now;
        offers.collecting = Optional.of(round);
        events.counters().offered(window);
        asked.forEach(job -> audience.ask(job, round, now));
    }

    /** The winner of a window must be able to use half of it. */
    private static Instant due(Window window, AnswerTime.Wait wait, Instant now) {
        Instant due = now.plus(wait.time());
        Instant half = window.opens().plus(window.length().dividedBy(2));
        return due.isBefore(half) ? due : half;
    }
}
