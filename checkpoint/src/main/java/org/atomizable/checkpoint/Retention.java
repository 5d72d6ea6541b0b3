package org.atomizable.checkpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides which checkpoints of a store are kept. In addition, a store always keeps its newest checkpoint, the newest
 * one that it has itself read and verified, and the pinned ones.
 *
 * <pre>{@code
 * Retention.latest(3).and(Retention.every(Duration.ofHours(1))).and(Retention.best("accuracy", 1))
 * }</pre>
 */
@FunctionalInterface
public interface Retention {

    /**
     * Decides.
     *
     * @param checkpoints newest first
     * @return those to keep
     */
    Set<String> kept(List<CheckpointSummary> checkpoints);

    /** Keeps the newest {@code count}, 1 or more. */
    static Retention latest(int count) {
        requirePositive(count, "checkpoints");
        return checkpoints ->
                checkpoints.stream().limit(count).map(CheckpointSummary::name).collect(Collectors.toSet());
    }

    /** Keeps all. */
    static Retention everything() {
        return checkpoints -> checkpoints.stream().map(CheckpointSummary::name).collect(Collectors.toSet());
    }

    /** Keeps the first checkpoint at or after each multiple of {@code atoms}, 1 or more. */
    static Retention everyAtoms(long atoms) {
        requirePositive(atoms, "atoms");
        return checkpoints -> firstOfEach(checkpoints, it -> it.nextAtom() / atoms);
    }

    /** Keeps the first checkpoint of each period of this length, counted from 1970. */
    static Retention every(Duration stretch) {
        if (stretch.isNegative() || stretch.isZero()) {
            throw new IllegalArgumentException("a stretch of time must be positive, was " + stretch);
        }
        return checkpoints -> firstOfEach(
                checkpoints,
                it -> Duration.between(Instant.EPOCH, it.committedAt()).dividedBy(stretch));
    }

    /** Keeps the {@code count} checkpoints with the greatest values of a metric; the older of two that are equal. */
    static Retention best(String metric, int count) {
        return best(metric, count, Comparator.reverseOrder());
    }

    /** Keeps the {@code count} checkpoints with the least values of a metric, such as a loss. */
    static Retention least(String metric, int count) {
        return best(metric, count, Comparator.naturalOrder());
    }

    private static Retention best(String metric, int count, Comparator<Double> bestFirst) {
        requirePositive(count, "checkpoints");
        return checkpoints -> checkpoints.stream()
                .filter(it -> it.metrics().containsKey(metric))
                .sorted(Comparator.comparing(
                                (CheckpointSummary it) -> it.metrics().getOrDefault(metric, 0.0), bestFirst)
                        .thenComparing(CheckpointSummary::name))
                .limit(count)
                .map(CheckpointSummary::name)
                .collect(Collectors.toSet());
    }

    /** Keeps what this or the other keeps. */
    default Retention and(Retention other) {
        return checkpoints -> {
            Set<String> both = new TreeSet<>(kept(checkpoints));
            both.addAll(other.kept(checkpoints));
            return both;
        };
    }

    /**
     * Reads a policy: {@code latest:3}, {@code atoms:1000}, {@code every:PT1H}, {@code best:accuracy:2},
     * {@code least:loss:1}, {@code everything}, or several with commas between.
     *
     * @throws IllegalArgumentException if the text is none; says what is expected
     */
    static Retention parse(String text) {
        return RetentionText.parse(text);
    }

    private static Set<String> firstOfEach(
            List<CheckpointSummary> checkpoints, ToLongFunction<CheckpointSummary> stretch) {
        List<CheckpointSummary> oldestFirst = new ArrayList<>(checkpoints);
        oldestFirst.sort(Comparator.comparing(CheckpointSummary::name));
        // Atom 0 to the first multiple is a period, too.
        return IntStream.range(0, oldestFirst.size())
                .filter(at -> at == 0
                        || stretch.applyAsLong(oldestFirst.get(at)) != stretch.applyAsLong(oldestFirst.get(at - 1)))
                .mapToObj(at -> oldestFirst.get(at).name())
                .collect(Collectors.toSet());
    }

    private static void requirePositive(long count, String what) {
        if (count < 1) {
            throw new IllegalArgumentException("a number of %s must be 1 or more, was %s".formatted(what, count));
        }
    }
}
