package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.scheduler.market.job.Job;

/**
 * How long windows wait for answers. Guarded by the market's lock.
 *
 * <p>As configured, or for as long as half of the jobs that are asked need, whichever is longer: a minority that is slow, or pretends
 * to be, holds nobody up. Of that minority, a job whose answers all came too late would never get a window; so now and then a window
 * waits for all such jobs that are asked. That costs the others a tenth of the time at most, however many such jobs there are: after a
 * wait that was longer by some time, there is none for nine times as long. No wait is longer than {@value #MOST_MILLIS} ms unless
 * configured so, and none goes on when everybody has answered.
 */
final class AnswerTime {

    private static final int MOST_MILLIS = 2000;
    private static final Duration MOST = Duration.ofMillis(MOST_MILLIS);
    private static final int PAUSE = 9;

    /** One late answer may be chance. */
    private static final int SHUT_OUT = 2;

    private Optional<Instant> noneBefore = Optional.empty();

    /**
     * The wait of one window for answers.
     *
     * @param stragglers jobs that are waited for even if they left many windows unanswered
     */
    record Wait(Duration time, Set<Job> stragglers) {}

    /** Returns how long a window waits that is announced now. */
    Wait of(Duration configured, Collection<Job> asked, Instant now) {
        Duration usual = max(configured, half(asked));
        Set<Job> stragglers = asked.stream()
                .filter(job -> job.trips().lateInARow() >= SHUT_OUT)
                .filter(job -> job.trips()
                        .longest()
                        .filter(it -> isLongerButPossible(it, usual))
                        .isPresent())
                .collect(Collectors.toUnmodifiableSet());
        if (stragglers.isEmpty() || noneBefore.filter(now::isBefore).isPresent()) {
            return new Wait(usual, Set.of());
        }
        Duration longest = stragglers.stream()
                .map(AnswerTime::needed)
                .max(Comparator.naturalOrder())
                .orElse(usual);
        noneBefore = Optional.of(now.plus(longest).plus(longest.minus(usual).multipliedBy(PAUSE)));
        return new Wait(longest, stragglers);
    }

    private static boolean isLongerButPossible(Duration trip, Duration usual) {
        return trip.compareTo(usual) >= 0 && trip.compareTo(MOST) < 0;
    }

    /** Returns what half of the jobs need whose round trips are known. */
    private static Duration half(Collection<Job> asked) {
        List<Duration> known = asked.stream()
                .filter(job -> job.trips().longest().isPresent())
                .map(AnswerTime::needed)
                .sorted()
                .toList();
        return known.isEmpty() ? Duration.ZERO : known.get((known.size() - 1) / 2);
    }

    /** Networks are not always equally fast: half as much again. */
    private static Duration needed(Job job) {
        Duration trip = job.trips().longest().orElse(Duration.ZERO);
        Duration more = trip.plus(trip.dividedBy(2));
        return more.compareTo(MOST) < 0 ? more : MOST;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
