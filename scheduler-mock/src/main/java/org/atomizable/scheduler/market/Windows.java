package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Candidate;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.device.Device;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.offer.Opening;

/** The windows on offer, a desk for each slice: announced, answered, cleared. Guarded by the market's lock. */
final class Windows {

    /** Makes a window the winner's. */
    @FunctionalInterface
    interface Granting {
        Grant grant(Window window, String job, Instant now);
    }

    private static final int MOST_CLEARED = 1000;

    private final MarketRules rules;
    private final Mailbox mailbox;
    private final Watch watch;
    private final Names names;
    private final Announcements announcements;
    private final List<Desk> desks = new ArrayList<>();
    private final Map<String, Collecting> cleared = new LinkedHashMap<>();
    private long arrivals;

    Windows(Device device, MarketRules rules, Mailbox mailbox, Watch watch, Names names) {
        this.rules = rules;
        this.mailbox = mailbox;
        this.watch = watch;
        this.names = names;
        this.announcements = new Announcements(device, rules.offers());
        device.slices().forEach(slice -> desks.add(new Desk(slice)));
    }

    /** Tells a job that has begun to wait of the windows that still collect answers. */
    void arrived(Job job, Instant now) {
        arrivals++;
        desks.forEach(desk -> desk.collecting
                .filter(collecting -> now.isBefore(collecting.answersBy))
                .ifPresent(collecting -> tell(job, collecting)));
    }

    /** Tells whether a job had said just this before the window was cleared. */
    boolean wasSaid(String window, Job job, Signal signal) {
        Collecting over = cleared.get(window);
        return over != null && signal.equals(over.answers().get(job));
    }

    /** Returns the window if it still collects answers, of {@code job} in particular. */
    Collecting collecting(String window, Job job) throws Refused {
        for (Desk desk : desks) {
            if (desk.collecting.filter(it -> it.window.id().equals(window)).isPresent()) {
                return desk.collecting.get();
            }
        }
        if (cleared.containsKey(window)) {
            // Late, but a sign of life.
            job.missed = 0;
            throw new Refused(
                    Refused.Reason.WINDOW_CLEARED,
                    "window %s is cleared already".formatted(window),
                    "Wait for the next one.");
        }
        throw new Refused(
                Refused.Reason.UNKNOWN_WINDOW,
                "there is no window %s, or no longer".formatted(window),
                "Wait for the next one.");
    }

    /** Announces what is due. */
    void announce(Instant now, Jobs jobs, Predicate<String> leased) {
        for (Desk desk : desks) {
            next(desk, now, jobs, leased)
                    .filter(opening -> !opening.announced().isAfter(now))
                    .ifPresent(opening -> announce(desk, opening, now, jobs));
        }
    }

    /** Returns when each desk has something to do again. */
    Stream<Instant> nextDue(Instant now, Jobs jobs, Predicate<String> leased) {
        return desks.stream()
                .flatMap(desk -> desk
                        .collecting
                        .map(it -> it.answersBy)
                        .or(() -> next(desk, now, jobs, leased).map(Opening::announced))
                        .stream());
    }

    /** Clears one window for which all answers are in or the time is over; returns whether there was one. */
    boolean clearOne(Instant now, Granting granting) {
        for (Desk desk : desks) {
            Optional<Collecting> complete = desk.collecting.filter(it -> it.complete(now));
            if (complete.isPresent()) {
                desk.collecting = Optional.empty();
                clear(desk, complete.get(), now, granting);
                return true;
            }
        }
        return false;
    }

    private Optional<Opening> next(Desk desk, Instant now, Jobs jobs, Predicate<String> leased) {
        boolean nobody = jobs.waiting().findAny().isEmpty();
        return nobody || desk.collecting.isPresent() || leased.test(desk.slice.id())
                ? Optional.empty()
                : announcements.next(desk, now, arrivals);
    }

    private void announce(Desk desk, Opening opening, Instant now, Jobs jobs) {
        Window window = new Window(
                names.next("window"),
                desk.slice,
                desk.slice.memory(),
                opening.window().from(),
                opening.window().length());
        Collecting collecting = new Collecting(window, now.plus(rules.offers().answers()));
        desk.announced = now;
        desk.collecting = Optional.of(collecting);
        watch.offered(window);
        jobs.waiting().forEach(job -> tell(job, collecting));
    }

    private void tell(Job job, Collecting collecting) {
        if (collecting.ask(job)) {
            job.offered++;
            mailbox.offered(job.id, collecting.window, collecting.answersBy);
        }
    }

    private void clear(Desk desk, Collecting collecting, Instant now, Granting granting) {
        Window window = collecting.window;
        List<Candidate> candidates = collecting.candidates();
        Optional<Choice> choice =
                now.isBefore(window.closes()) ? rules.clearing().clear(window, candidates) : Optional.empty();
        cleared.put(window.id(), collecting);
        if (cleared.size() > MOST_CLEARED) {
            cleared.remove(cleared.keySet().iterator().next());
        }
        List<Job> unheard = collecting.unheard();
        unheard.forEach(job -> job.missed++);
        Optional<Grant> grant =
                choice.map(it -> granting.grant(window, it.winner().job(), now));
        // Who is only slow may want it yet: then it is announced again without a pause.
        boolean refused = grant.isEmpty() && unheard.stream().noneMatch(Job::awaited);
        desk.lapse = refused ? Optional.of(new Desk.Lapse(now, window.closes(), arrivals)) : Optional.empty();
        watch.cleared(collecting, unheard, choice, grant);
    }
}
