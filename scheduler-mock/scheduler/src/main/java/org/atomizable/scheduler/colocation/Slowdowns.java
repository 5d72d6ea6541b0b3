package org.atomizable.scheduler.colocation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;

/**
 * How much jobs slow each other down, by an interference matrix.
 *
 * <p>Beside two or more neighbours a measured group counts. If it was not measured, the slowdowns by the single neighbours are
 * multiplied: each neighbour leaves the job a share of what the others left to it. For jobs that take turns this is never too little,
 * as {@code n <= 2^(n-1)}. A pair of which nothing is known slows nobody down, as without a matrix.
 *
 * <p>For one thread, since it remembers what it was asked.
 */
public final class Slowdowns {

    private record Pair(SliceKind kind, String job, String neighbour) {}

    private final InterferenceMatrix matrix;
    private final List<SliceKind> kinds;
    private final Map<Pair, Optional<Slowdown>> pairs = new HashMap<>();

    /** Makes them by what a matrix knows. */
    public Slowdowns(InterferenceMatrix matrix) {
        this.matrix = matrix;
        this.kinds = matrix.kinds();
    }

    /** Returns the matrix by which it answers. */
    public InterferenceMatrix matrix() {
        return matrix;
    }

    /**
     * Returns how much a job is slowed down.
     *
     * @param kind the kind of slice; if the matrix has only one kind, that answers for all
     * @param job its name in the matrix
     * @param beside the names of its neighbours
     * @return empty if it cannot run beside one of them, or beside them together
     */
    public Optional<Slowdown> of(SliceKind kind, String job, List<String> beside) {
        SliceKind known = answering(kind);
        Slowdown product = Slowdown.NONE;
        for (String each : beside) {
            Optional<Slowdown> one = pair(known, job, each);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            product = product.times(one.get());
        }
        return beside.size() < 2 || beside.size() >= JobGroup.MOST
                ? Optional.of(product)
                : group(known, job, beside, product);
    }

    private Optional<Slowdown> group(SliceKind kind, String job, List<String> beside, Slowdown product) {
        Sharing together = InterferenceMatrix.Cell.of(kind, job, beside).sharing();
        return matrix.excluded().contains(together)
                ? Optional.empty()
                : Optional.of(matrix.of(kind, job, beside).map(Slowdown::of).orElse(product));
    }

    private Optional<Slowdown> pair(SliceKind kind, String job, String neighbour) {
        return pairs.computeIfAbsent(new Pair(kind, job, neighbour), it -> {
            Sharing together = new Sharing(kind, JobGroup.of(job, neighbour));
            return matrix.excluded().contains(together)
                    ? Optional.empty()
                    : Optional.of(matrix.of(kind, job, List.of(neighbour))
                            .map(Slowdown::of)
                            .orElse(Slowdown.NONE));
        });
    }

    /** Returns the kind of slice under which the matrix may know something. */
    public SliceKind answering(SliceKind kind) {
        return kinds.size() == 1 ? kinds.get(0) : kind;
    }
}
