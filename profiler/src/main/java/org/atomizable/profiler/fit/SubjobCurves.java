package org.atomizable.profiler.fit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The newest {@value #KEPT} subjobs of one job, each as one observation, oldest first. Immutable.
 *
 * <p>A bound of subjobs of k atoms is an order statistic of what the subjobs planned for k atoms or more came to after their
 * first k. Nothing is assumed of how the atoms and phases of a subjob depend on each other, and the promise is not shared
 * among them; only the subjobs must be exchangeable.
 */
public final class SubjobCurves {

    /** How many subjobs are kept; older ones are forgotten. */
    public static final int KEPT = 4096;

    /** No subjob yet. */
    public static final SubjobCurves NONE = new SubjobCurves(List.of());

    private record Question(double promised, double asked, double confidence) {}

    /** Times are asked under the same few promises. */
    private final Answers<Question, SubjobCurveBounds> bounds = new Answers<>(32);

    private final List<SubjobCurve> curves;

    private SubjobCurves(List<SubjobCurve> curves) {
        this.curves = curves;
    }

    /** Returns these with a newer one. */
    public SubjobCurves plus(SubjobCurve newer) {
        List<SubjobCurve> all = new ArrayList<>(curves.subList(Math.max(0, curves.size() + 1 - KEPT), curves.size()));
        all.add(newer);
        return new SubjobCurves(Collections.unmodifiableList(all));
    }

    /** Returns the newest of these. */
    public SubjobCurves newest(int most) {
        return curves.size() <= most
                ? this
                : new SubjobCurves(List.copyOf(curves.subList(curves.size() - most, curves.size())));
    }

    /** Returns those for which a condition holds. */
    public SubjobCurves only(Predicate<SubjobCurve> condition) {
        return new SubjobCurves(curves.stream().filter(condition).toList());
    }

    /** Returns how many subjobs were planned for {@code atoms} atoms or more. */
    public int plannedFor(long atoms) {
        return (int) curves.stream().filter(it -> it.planned() >= atoms).count();
    }

    /** Returns the largest number of atoms that at least {@code subjobs} subjobs did; 0 if there are fewer subjobs. */
    public long reachedBy(int subjobs) {
        return curves.size() < subjobs
                ? 0
                : curves.stream()
                        .mapToLong(it -> -it.reached())
                        .sorted()
                        .skip(subjobs - 1L)
                        .map(it -> -it)
                        .findFirst()
                        .orElse(0);
    }

    List<SubjobCurve> newestFirst() {
        List<SubjobCurve> reversed = new ArrayList<>(curves.size());
        for (int i = curves.size() - 1; i >= 0; i--) {
            reversed.add(curves.get(i));
        }
        return reversed;
    }

    /**
     * Works out the bounds that a subjob exceeds with probability at most {@code promised}, with the given confidence.
     *
     * @param asked the stricter probability to use where there are enough subjobs for it; {@code promised} or less
     */
    public SubjobCurveBounds under(double promised, double asked, double confidence) {
        return bounds.to(
                new Question(promised, asked, confidence), () -> under(promised, asked, confidence, values -> 1));
    }

    /**
     * Works out the same.
     *
     * @param widening of the largest where nothing is proved
     */
    public SubjobCurveBounds under(double promised, double asked, double confidence, Widening widening) {
        return under(promised, asked, confidence, values -> widening.of(asked, values));
    }

    private SubjobCurveBounds under(
            double promised, double asked, double confidence, ToDoubleFunction<long[]> widening) {
        return SubjobCurveBounds.of(
                this, Allowance.of(promised, confidence), Allowance.of(asked, confidence), widening);
    }

    /**
     * Returns the numbers of atoms at which bounds are worked out: the points of a curve, and between two of them the length
     * that most subjobs were planned for; up to the most atoms that a subjob did.
     */
    long[] levels() {
        long longest = curves.stream().mapToLong(SubjobCurve::reached).max().orElse(0);
        Map<Long, Integer> plans = new HashMap<>();
        for (SubjobCurve curve : curves) {
            if (curve.planned() > 0 && curve.planned() <= longest) {
                plans.merge(curve.planned(), 1, Integer::sum);
            }
        }
        TreeSet<Long> levels = new TreeSet<>();
        Map<Integer, Long> commonest = new HashMap<>();
        plans.forEach((planned, count) -> commonest.merge(AtomCounts.indexOf(planned), planned, (a, b) -> {
            int byCount = Integer.compare(plans.getOrDefault(a, 0), plans.getOrDefault(b, 0));
            return byCount > 0 || (byCount == 0 && a > b) ? a : b;
        }));
        levels.addAll(commonest.values());
        for (int i = 0; AtomCounts.at(i) <= longest; i++) {
            levels.add(AtomCounts.at(i));
        }
        return levels.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SubjobCurves that && curves.equals(that.curves);
    }

    @Override
    public int hashCode() {
        return curves.hashCode();
    }
}
