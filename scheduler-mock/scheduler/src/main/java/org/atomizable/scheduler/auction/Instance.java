package org.atomizable.scheduler.auction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The bids of an auction, numbered in a fixed order. The number of bid v also denotes its <em>plan</em>: v together
 * with all bids that it continues. A job wins a plan.
 */
final class Instance {

    final List<WeightedInterval> bids;
    final int[] job;
    final int[] slice;
    final int jobs;

    /** By slice, the numbers of its bids. */
    final int[][] ofSlice;

    /** By slice, its bids' times; index by place in {@link #ofSlice}. */
    final Timetable[] timetables;

    /** By bid, the bid that it continues; -1 if none. */
    final int[] after;

    /** By bid, its plan: the bid itself last. */
    final int[][] plan;

    final double[] planWeight;

    /** All plans, the heaviest first. */
    final int[] heaviestFirst;

    private Instance(List<WeightedInterval> bids, int[] job, int[] slice, int[][] ofSlice, int[] after) {
        this.bids = bids;
        this.job = job;
        this.jobs = IntStream.of(job).max().orElse(-1) + 1;
        this.slice = slice;
        this.ofSlice = ofSlice;
        this.after = after;
        this.timetables = new Timetable[ofSlice.length];
        for (int s = 0; s < ofSlice.length; s++) {
            long[] opens = new long[ofSlice[s].length];
            long[] closes = new long[ofSlice[s].length];
            for (int i = 0; i < opens.length; i++) {
                opens[i] = bids.get(ofSlice[s][i]).opens();
                closes[i] = bids.get(ofSlice[s][i]).closes();
            }
            timetables[s] = Timetable.of(opens, closes);
        }
        this.plan = new int[bids.size()][];
        this.planWeight = new double[bids.size()];
        for (int v = 0; v < bids.size(); v++) {
            plan(v);
        }
        this.heaviestFirst = IntStream.range(0, bids.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer v) -> -planWeight[v])
                        .thenComparing(v -> v))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Orders and numbers bids.
     *
     * @throws IllegalArgumentException if two have the same job and variant, or one continues what is not there, is elsewhere or
     *     closes later
     */
    static Instance of(List<WeightedInterval> unordered) {
        List<WeightedInterval> bids =
                unordered.stream().sorted(WeightedInterval.ORDER).toList();
        Map<String, Integer> jobs = new HashMap<>();
        Map<String, Integer> slices = new LinkedHashMap<>();
        List<Map<String, Integer>> ofJob = new ArrayList<>();
        for (int v = 0; v < bids.size(); v++) {
            WeightedInterval weightedInterval = bids.get(v);
            int j = jobs.computeIfAbsent(weightedInterval.job(), it -> jobs.size());
            if (j == ofJob.size()) {
                ofJob.add(new HashMap<>());
            }
            slices.putIfAbsent(weightedInterval.slice(), slices.size());
            if (ofJob.get(j).put(weightedInterval.variant(), v) != null) {
                throw new IllegalArgumentException(
                        "job %s bids twice as %s".formatted(weightedInterval.job(), weightedInterval.variant()));
            }
        }
        int[] job = new int[bids.size()];
        int[] slice = new int[bids.size()];
        int[] after = new int[bids.size()];
        List<List<Integer>> ofSlice = new ArrayList<>();
        slices.forEach((name, number) -> ofSlice.add(new ArrayList<>()));
        for (int v = 0; v < bids.size(); v++) {
            WeightedInterval weightedInterval = bids.get(v);
            job[v] = jobs.getOrDefault(weightedInterval.job(), 0);
            slice[v] = slices.getOrDefault(weightedInterval.slice(), 0);
            ofSlice.get(slice[v]).add(v);
            after[v] = after(weightedInterval, bids, ofJob.get(job[v]));
        }
        int[][] places = ofSlice.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        return new Instance(bids, job, slice, places, after);
    }

    private static int after(
            WeightedInterval weightedInterval, List<WeightedInterval> bids, Map<String, Integer> ofJob) {
        if (weightedInterval.after().isEmpty()) {
            return -1;
        }
        Integer earlier = ofJob.get(weightedInterval.after().get());
        if (earlier == null
                || !bids.get(earlier).slice().equals(weightedInterval.slice())
                || bids.get(earlier).closes() > weightedInterval.opens()) {
            throw new IllegalArgumentException(
                    "bid %s of job %s continues %s, which is not an earlier bid of that job on that slice"
                            .formatted(
                                    weightedInterval.variant(),
                                    weightedInterval.job(),
                                    weightedInterval.after().get()));
        }
        return earlier;
    }

    /** Makes the plan of a bid. The bid that it continues closes earlier, so that one has a lower number and its plan exists. */
    private void plan(int v) {
        int[] before = after[v] < 0 ? new int[0] : plan[after[v]];
        int[] whole = Arrays.copyOf(before, before.length + 1);
        whole[before.length] = v;
        plan[v] = whole;
        planWeight[v] = bids.get(v).weight() + (after[v] < 0 ? 0 : planWeight[after[v]]);
    }

    int size() {
        return bids.size();
    }
}
