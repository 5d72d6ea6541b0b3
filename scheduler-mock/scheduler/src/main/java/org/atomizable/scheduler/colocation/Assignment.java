package org.atomizable.scheduler.colocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Jobs on slices while a packing is built. The last place is that of the jobs that wait. */
final class Assignment {

    private static final double ROUNDING = 1e-9;

    /** Of the jobs that wait, so many are tried together on a slice: the first ones in order. */
    private static final int MOST_TRIED = 32;

    private final PackingProblem problem;
    private final List<PackedJob> jobs;
    private final int waiting;
    private final int[] placeOf;
    private final List<List<PackedJob>> sets = new ArrayList<>();
    private final double[] worth;

    /** All jobs wait. */
    Assignment(PackingProblem problem, List<PackedJob> jobs) {
        this.problem = problem;
        this.jobs = jobs;
        this.waiting = problem.slices().size();
        this.placeOf = new int[jobs.size()];
        Arrays.fill(placeOf, waiting);
        for (int slice = 0; slice <= waiting; slice++) {
            sets.add(new ArrayList<>());
        }
        sets.get(waiting).addAll(jobs);
        this.worth = new double[waiting + 1];
    }

    /** Returns the jobs of each slice. */
    List<List<PackedJob>> sets() {
        return sets.subList(0, waiting);
    }

    double worth() {
        double sum = 0;
        for (double each : worth) {
            sum += each;
        }
        return sum;
    }

    /** Moves a job to where that gains most; returns whether anything gains. */
    boolean improveBy(int job) {
        int best = -1;
        double most = ROUNDING;
        for (int place = 0; place < waiting; place++) {
            double gain = place == placeOf[job] ? 0 : gainOfMove(job, place);
            if (gain > most) {
                most = gain;
                best = place;
            }
        }
        if (best < 0) {
            return false;
        }
        int from = placeOf[job];
        put(from, without(from, job));
        put(best, with(sets.get(best), job));
        placeOf[job] = best;
        return true;
    }

    private double gainOfMove(int job, int place) {
        OptionalDouble left = worth(placeOf[job], without(placeOf[job], job));
        OptionalDouble joined = worth(place, with(sets.get(place), job));
        return gain(left, joined, placeOf[job], place);
    }

    /** Exchanges the places of two jobs if that gains; returns whether it did. */
    boolean swap(int one, int other) {
        int here = placeOf[one];
        int there = placeOf[other];
        if (here == there) {
            return false;
        }
        List<PackedJob> newHere = with(without(here, one), other);
        List<PackedJob> newThere = with(without(there, other), one);
        if (gain(worth(here, newHere), worth(there, newThere), here, there) <= ROUNDING) {
            return false;
        }
        put(here, newHere);
        put(there, newThere);
        placeOf[one] = there;
        placeOf[other] = here;
        return true;
    }

    /** Gives a slice the best set of its own jobs and those that wait; returns whether that gains. */
    boolean refill(int place) {
        List<PackedJob> tried = new ArrayList<>(sets.get(place));
        sets.get(waiting).stream().limit(MOST_TRIED).forEach(tried::add);
        List<PackedJob> best = best(place, tried, 0, new ArrayList<>(), sets.get(place));
        if (worth(place, best).orElse(0) <= worth[place] + ROUNDING) {
            return false;
        }
        List<PackedJob> waits = new ArrayList<>(sets.get(waiting));
        waits.addAll(sets.get(place));
        waits.removeAll(best);
        for (PackedJob each : sets.get(place)) {
            placeOf[jobs.indexOf(each)] = waiting;
        }
        for (PackedJob each : best) {
            placeOf[jobs.indexOf(each)] = place;
        }
        put(place, best);
        put(waiting, waits);
        return true;
    }

    /** Returns the best of a set and of all that extend another with jobs from {@code next} on. */
    private List<PackedJob> best(
            int place, List<PackedJob> tried, int next, List<PackedJob> begun, List<PackedJob> known) {
        List<PackedJob> best = known;
        for (int i = next; i < tried.size() && begun.size() < problem.rules().largestSet(); i++) {
            begun.add(tried.get(i));
            if (worth(place, begun).orElse(0) > worth(place, best).orElse(0) + ROUNDING) {
                best = List.copyOf(begun);
            }
            best = best(place, tried, i + 1, begun, best);
            begun.remove(begun.size() - 1);
        }
        return best;
    }

    private double gain(OptionalDouble here, OptionalDouble there, int hereAt, int thereAt) {
        if (here.isEmpty() || there.isEmpty()) {
            return Double.NEGATIVE_INFINITY;
        }
        return here.getAsDouble() + there.getAsDouble() - worth[hereAt] - worth[thereAt];
    }

    private OptionalDouble worth(int place, List<PackedJob> set) {
        return place == waiting
                ? OptionalDouble.of(0)
                : problem.worth(problem.slices().get(place), set);
    }

    private void put(int place, List<PackedJob> set) {
        sets.set(place, set);
        worth[place] = worth(place, set).orElse(Double.NaN);
    }

    private List<PackedJob> without(int place, int job) {
        List<PackedJob> left = new ArrayList<>(sets.get(place));
        left.remove(jobs.get(job));
        return left;
    }

    private List<PackedJob> with(List<PackedJob> set, int job) {
        List<PackedJob> more = new ArrayList<>(set);
        more.add(jobs.get(job));
        return more;
    }
}
