package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.window.Window;
import org.atomizable.core.plan.Feasible;

/** The windows that a waiting job was offered, and why they did not suffice. Used only by the agent's thread. */
final class Waiting {

    private static final Duration FIRST_TOLD = Duration.ofMinutes(1);
    private static final Duration TOLD_EVERY = Duration.ofMinutes(30);

    /** If so many times as many windows were too short as would have fitted, time is what lacks. */
    private static final int MOST_TOO_SHORT = 9;

    /** If one of so many answers came too late, that is said first. */
    private static final int MANY_LATE = 4;

    /** Between windows that are further apart the job had nothing to miss. */
    private static final Duration COUNTED_AT_MOST = Duration.ofMinutes(1);

    /** The longest window with memory enough, and what one atom would have needed there. */
    private record TooShort(Duration length, Duration needed, String because) {}

    /** The largest window without memory enough, likewise. */
    private record TooSmall(Bytes capacity, Bytes needed) {}

    private Instant since;
    private Duration toldNext = FIRST_TOLD;
    private int windows;
    private int fitting;
    private int late;
    private int tooShort;
    private Optional<TooShort> longest = Optional.empty();
    private Optional<TooSmall> largest = Optional.empty();
    private Optional<String> resting = Optional.empty();
    private Instant restsUntil = Instant.MIN;
    private Optional<Instant> lastTooShort = Optional.empty();
    private Duration inVain = Duration.ZERO;

    Waiting(Instant since) {
        this.since = since;
    }

    /** It runs, or has run: what it waits for now is something new. */
    void restart(Instant now) {
        since = now;
        toldNext = FIRST_TOLD;
        windows = 0;
        fitting = 0;
        late = 0;
        tooShort = 0;
        longest = Optional.empty();
        largest = Optional.empty();
        resting = Optional.empty();
    }

    /** An atom was gained, so that windows that are long enough do come. */
    void gained() {
        inVain = Duration.ZERO;
        lastTooShort = Optional.empty();
    }

    /** It rests after a failure; for no time if that asks for no rest. */
    void rests(String why, Duration length, Instant now) {
        restsUntil = now.plus(length);
        if (!length.isZero()) {
            resting = Optional.of(why);
        }
    }

    boolean isResting(Instant now) {
        return now.isBefore(restsUntil);
    }

    /**
     * Records a window and the answer to it.
     *
     * @param one what one atom needs there
     */
    void answered(Window window, Answer answer, Footprint one, Instant now) {
        windows++;
        resting = Optional.empty();
        if (!(answer instanceof Answer.Silence silence)) {
            fitting++;
            return;
        }
        Bytes needed = one.memory().upper();
        if (needed.exceeds(window.capacity())) {
            if (largest.isEmpty() || window.capacity().exceeds(largest.get().capacity())) {
                largest = Optional.of(new TooSmall(window.capacity(), needed));
            }
            return;
        }
        tooShort++;
        if (longest.isEmpty() || window.length().compareTo(longest.get().length()) >= 0) {
            longest = Optional.of(
                    new TooShort(window.length(), one.lease().plus(Feasible.LATE_START), silence.because()));
        }
        Duration gap = lastTooShort.map(it -> Duration.between(it, now)).orElse(Duration.ZERO);
        inVain = inVain.plus(gap.compareTo(COUNTED_AT_MOST) < 0 ? gap : COUNTED_AT_MOST);
        lastTooShort = Optional.of(now);
    }

    /** Records whether that answer came before the scheduler had decided. */
    void answerArrived(boolean inTime) {
        late += inTime ? 0 : 1;
    }

    /** Returns what is to be said now, if it is time to say it. */
    Optional<Wait> due(Instant now) {
        Duration waited = Duration.between(since, now);
        if (waited.compareTo(toldNext) < 0) {
            return Optional.empty();
        }
        Duration doubled = waited.multipliedBy(2);
        Duration latest = waited.plus(TOLD_EVERY);
        toldNext = doubled.compareTo(latest) < 0 ? doubled : latest;
        return Optional.of(wait(waited));
    }

    /**
     * Returns why to wait any longer makes no sense: for so long windows came that had memory enough, and no atom was gained. What has too
     * little memory does not count, nor the time in which nothing was offered.
     */
    Optional<String> inVainFor(Duration most) {
        if (inVain.compareTo(most) < 0 || longest.isEmpty()) {
            return Optional.empty();
        }
        Wait wait = wait(inVain);
        return Optional.of(
                "no atom was gained in %s of windows with memory enough: it lacked %s; %s. What would help: %s"
                        .formatted(hours(inVain), wait.lacks(), wait.offered(), wait.remedy()));
    }

    private Wait wait(Duration waited) {
        if (resting.isPresent()) {
            return new Wait(
                    waited,
                    "the pause after a failure that was not its own (%s)".formatted(resting.get()),
                    windows == 1 ? "one window was skipped" : "%s windows were skipped".formatted(windows),
                    "to repair what failed; the job tries again by itself");
        }
        if (windows == 0) {
            return new Wait(
                    waited,
                    "a window",
                    "none was offered to it",
                    "to free a slice, or to wait: all slices may be reserved or in use, memory may be scarce, or it is the turn of other "
                            + "jobs");
        }
        if (fitting > 0 && tooShort < MOST_TOO_SHORT * fitting && MANY_LATE * late > windows) {
            return new Wait(
                    waited,
                    "a grant",
                    "%s of %s answers came after the scheduler had decided".formatted(late, windows),
                    "a faster connection to the scheduler, a machine with less load, or a scheduler that waits longer"
                            + " for answers (its --answer-time)");
        }
        if (fitting > 0 && tooShort < MOST_TOO_SHORT * fitting) {
            return new Wait(
                    waited,
                    "a grant",
                    "%s of %s windows would have fitted, but went to other jobs or were not used"
                            .formatted(fitting, windows),
                    "to wait, or a larger share for its tenant");
        }
        return longest.map(it -> time(waited, it)).orElseGet(() -> memory(waited));
    }

    private Wait time(Duration waited, TooShort best) {
        boolean longEnough = best.length().compareTo(best.needed()) >= 0;
        return new Wait(
                waited,
                "time: " + best.because(),
                "the longest of %s windows with memory enough had %s".formatted(tooShort, seconds(best.length())),
                "%s, or a smaller state, of which restore and checkpoint take less"
                        .formatted(
                                longEnough
                                        ? "longer windows"
                                        : "windows of %s or more (see the scheduler's --longest-window), shorter atoms"
                                                .formatted(seconds(best.needed()))));
    }

    private Wait memory(Duration waited) {
        TooSmall best = largest.orElseThrow();
        return new Wait(
                waited,
                "memory: one atom may need %s".formatted(best.needed()),
                "the largest of %s windows had %s".formatted(windows, best.capacity()),
                "a slice of %s or more, or a job that needs less".formatted(best.needed()));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }

    private static String hours(Duration duration) {
        return String.format(Locale.ROOT, "%.1f h", duration.toMinutes() / 60.0);
    }
}
