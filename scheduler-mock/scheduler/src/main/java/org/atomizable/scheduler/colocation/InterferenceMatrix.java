package org.atomizable.scheduler.colocation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.atomizable.api.window.SliceKind;

/**
 * The throughput of jobs beside each other, by kind of slice. Measured values, predicted values, and groups that cannot run together
 * are apart; a prediction never hides a measurement. Immutable.
 */
final class InterferenceMatrix {

    /** A matrix of which nothing is known. */
    static final InterferenceMatrix EMPTY = new InterferenceMatrix(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());

    /**
     * Jobs on a slice.
     *
     * @param kind the kind of slice
     * @param group two or more jobs
     */
    record Sharing(SliceKind kind, JobGroup group) implements Comparable<Sharing> {

        private static final Comparator<Sharing> ORDER =
                Comparator.<Sharing, String>comparing(it -> it.kind().name()).thenComparing(Sharing::group);

        /** Rejects a job that is alone. */
        Sharing {
            if (group.size() < 2) {
                throw new IllegalArgumentException("two or more jobs share a slice, was " + group);
            }
        }

        @Override
        public int compareTo(Sharing other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * Where a value belongs.
     *
     * @param sharing the jobs and the kind of slice
     * @param job the one of them whose throughput it is
     */
    record Cell(Sharing sharing, String job) implements Comparable<Cell> {

        private static final Comparator<Cell> ORDER =
                Comparator.comparing(Cell::sharing).thenComparing(Cell::job);

        /** Rejects a job that is not in the group. */
        Cell {
            if (!sharing.group().jobs().contains(job)) {
                throw new IllegalArgumentException("job %s is not among %s".formatted(job, sharing.group()));
            }
        }

        /** Makes the cell of a job beside others, in any order. */
        static Cell of(SliceKind kind, String job, List<String> beside) {
            List<String> all = new ArrayList<>(beside);
            all.add(job);
            return new Cell(new Sharing(kind, new JobGroup(all)), job);
        }

        @Override
        public int compareTo(Cell other) {
            return ORDER.compare(this, other);
        }
    }

    private final SortedMap<Cell, RelativeThroughput> measured;
    private final SortedMap<Cell, RelativeThroughput> predicted;
    private final SortedSet<Sharing> excluded;

    private InterferenceMatrix(
            SortedMap<Cell, RelativeThroughput> measured,
            SortedMap<Cell, RelativeThroughput> predicted,
            SortedSet<Sharing> excluded) {
        this.measured = Collections.unmodifiableSortedMap(measured);
        this.predicted = Collections.unmodifiableSortedMap(predicted);
        this.excluded = Collections.unmodifiableSortedSet(excluded);
    }

    /** Returns this matrix with measured values, in place of older ones. What was predicted is dropped: it is to be predicted anew. */
    InterferenceMatrix withMeasured(Map<Cell, RelativeThroughput> values) {
        SortedMap<Cell, RelativeThroughput> all = new TreeMap<>(measured);
        all.putAll(values);
        return new InterferenceMatrix(all, new TreeMap<>(), excluded);
    }

    /** Returns this matrix with other predictions. Those of cells that are measured or excluded are left out. */
    InterferenceMatrix withPredicted(Map<Cell, RelativeThroughput> values) {
        SortedMap<Cell, RelativeThroughput> all = new TreeMap<>(values);
        all.keySet().removeIf(it -> measured.containsKey(it) || excluded.contains(it.sharing()));
        return new InterferenceMatrix(measured, all, excluded);
    }

    /** Returns this matrix with groups that cannot run together, such as those that ran out of memory. */
    InterferenceMatrix withExcluded(Collection<Sharing> groups) {
        SortedSet<Sharing> all = new TreeSet<>(excluded);
        all.addAll(groups);
        SortedMap<Cell, RelativeThroughput> left = new TreeMap<>(predicted);
        left.keySet().removeIf(it -> all.contains(it.sharing()));
        return new InterferenceMatrix(measured, left, all);
    }

    /**
     * Returns what is known of a job beside others: 1 if there are none, what was measured, or else what was predicted.
     *
     * @return empty if nothing is known, or if they cannot run together
     */
    Optional<RelativeThroughput> of(SliceKind kind, String job, List<String> beside) {
        if (beside.isEmpty()) {
            return Optional.of(RelativeThroughput.ALONE);
        }
        Cell cell = Cell.of(kind, job, beside);
        if (excluded.contains(cell.sharing())) {
            return Optional.empty();
        }
        return Optional.ofNullable(measured.get(cell)).or(() -> Optional.ofNullable(predicted.get(cell)));
    }

    /** Returns what was measured, in order of kind, group and job. */
    SortedMap<Cell, RelativeThroughput> measured() {
        return measured;
    }

    /** Returns what was predicted, in the same order. */
    SortedMap<Cell, RelativeThroughput> predicted() {
        return predicted;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InterferenceMatrix it
                && measured.equals(it.measured)
                && predicted.equals(it.predicted)
                && excluded.equals(it.excluded);
    }

    @Override
    public int hashCode() {
        return List.of(measured, predicted, excluded).hashCode();
    }

    @Override
    public String toString() {
        return "%s measured, %s predicted, %s excluded".formatted(measured.size(), predicted.size(), excluded.size());
    }
}
