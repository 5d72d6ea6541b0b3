package org.atomizable.scheduler.node.guard;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.Slowdown;
import org.atomizable.scheduler.colocation.Slowdowns;

/**
 * Decides who gives way if a job with a guarantee is slowed down too much. The caller tells who comes and goes, and what was measured,
 * and does what is returned. For one thread.
 *
 * <p>Of a job with a guarantee it keeps the moving average of its slowdown beside the same neighbours. If that is more than the guarantee
 * allows in three windows in a row, the neighbour without a guarantee that disturbs it most is throttled. If it stays so for three more
 * windows, that neighbour is suspended. Both last until the guarded job goes, so nothing swings to and fro.
 */
public final class InterferenceGuard {

    private final GuardRules rules;
    private final Map<String, Neighbour> here = new LinkedHashMap<>();
    private final Map<String, Watched> watched = new LinkedHashMap<>();
    private final Map<Pair, GuardAction.Kind> steps = new LinkedHashMap<>();
    private final MeasuredCells cells = new MeasuredCells();
    private Slowdowns known;

    private record Pair(String guarded, String job) {}

    /** The average of a job's slowdown beside the same neighbours, and in how many windows in a row it was too high. */
    private record Watched(Set<String> beside, double average, int broken) {}

    /** Creates a guard of a GPU on which nothing runs. */
    public InterferenceGuard(GuardRules rules, InterferenceMatrix matrix) {
        this.rules = rules;
        this.known = new Slowdowns(matrix);
    }

    /** A job came. */
    public void arrived(Neighbour job) {
        here.put(job.job(), job);
    }

    /** A job has gone for good; whoever gave way to it is released. */
    public List<GuardAction> left(String job) {
        here.remove(job);
        watched.remove(job);
        List<GuardAction> released = new ArrayList<>();
        steps.keySet().stream()
                .filter(it -> it.guarded().equals(job) && here.containsKey(it.job()))
                .filter(it -> steps.keySet().stream()
                        .noneMatch(other ->
                                other.job().equals(it.job()) && !other.guarded().equals(job)))
                .forEach(it -> released.add(new GuardAction(
                        GuardAction.Kind.RELEASE, it.job(), job, "the job to which it gave way has gone")));
        steps.keySet().removeIf(it -> it.guarded().equals(job) || it.job().equals(job));
        return released;
    }

    /** Returns what a job has to bear now for others; empty if nothing. */
    public Optional<GuardAction.Kind> step(String job) {
        return steps.entrySet().stream()
                .filter(it -> it.getKey().job().equals(job))
                .map(Map.Entry::getValue)
                .max(Comparator.naturalOrder());
    }

    /**
     * A window of measurement is over.
     *
     * @param job of whom
     * @param slowdown the time of a step over the time of a step alone; more than 0
     * @param beside who ran beside it all the while; empty if nobody
     */
    public List<GuardAction> measured(String job, double slowdown, Set<String> beside) {
        Neighbour one = here.get(job);
        if (one == null || beside.isEmpty()) {
            watched.remove(job);
            return List.of();
        }
        List<String> kinds = kinds(beside);
        cells.add(one.slice(), one.kind(), kinds, 1 / slowdown);
        Optional<Watched> before =
                Optional.ofNullable(watched.get(job)).filter(it -> it.beside().equals(beside));
        double average = before.map(it -> it.average() + rules.newest() * (slowdown - it.average()))
                .orElse(slowdown);
        int broken = one.bears(average) ? 0 : before.map(Watched::broken).orElse(0) + 1;
        watched.put(job, new Watched(Set.copyOf(beside), average, broken));
        return broken < rules.windows() ? List.of() : act(one, average, beside);
    }

    private List<GuardAction> act(Neighbour guarded, double average, Set<String> beside) {
        boolean leaving =
                beside.stream().anyMatch(it -> steps.get(new Pair(guarded.job(), it)) == GuardAction.Kind.SUSPEND);
        if (leaving) {
            // It has not come to its safe point yet.
            return List.of();
        }
        Optional<Neighbour> disturber = beside.stream()
                .map(here::get)
                .filter(Objects::nonNull)
                .filter(it -> it.allowedLoss().isEmpty())
                .max(Comparator.<Neighbour>comparingInt(
                                it -> steps.containsKey(new Pair(guarded.job(), it.job())) ? 1 : 0)
                        .thenComparingDouble(it -> disturbance(guarded, it))
                        .thenComparing(Neighbour::worth, Comparator.reverseOrder())
                        .thenComparing(Neighbour::job));
        return disturber.map(it -> List.of(step(guarded, it, average))).orElse(List.of());
    }

    private GuardAction step(Neighbour guarded, Neighbour disturber, double average) {
        Pair pair = new Pair(guarded.job(), disturber.job());
        GuardAction.Kind next = steps.containsKey(pair) ? GuardAction.Kind.SUSPEND : GuardAction.Kind.THROTTLE;
        steps.put(pair, next);
        // What follows is measured anew.
        watched.remove(guarded.job());
        return new GuardAction(
                next,
                disturber.job(),
                guarded.job(),
                String.format(
                        Locale.ROOT,
                        "job %s runs %.2f times as long as alone in %d windows in a row and may lose %.0f %%; of its"
                                + " neighbours without a guarantee this one disturbs it most",
                        guarded.job(),
                        average,
                        rules.windows(),
                        100 * guarded.allowedLoss().orElse(0.0)));
    }

    private double disturbance(Neighbour guarded, Neighbour by) {
        return known.of(guarded.slice(), guarded.kind(), List.of(by.kind()))
                .map(Slowdown::expected)
                .orElse(Double.MAX_VALUE);
    }

    private List<String> kinds(Set<String> beside) {
        return new TreeSet<>(beside)
                .stream()
                        .map(here::get)
                        .filter(Objects::nonNull)
                        .map(Neighbour::kind)
                        .toList();
    }

    /** Returns a matrix with what was measured in operation, in place of older values. Predictions of other cells stay. */
    public InterferenceMatrix learned(InterferenceMatrix matrix) {
        return matrix.withMeasured(cells.values()).withPredicted(matrix.predicted());
    }

    /** Goes on by another matrix, such as one that was {@linkplain #learned learned}. */
    public void knowing(InterferenceMatrix matrix) {
        known = new Slowdowns(matrix);
    }
}
