package org.atomizable.lab.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;

/**
 * How fast schedulers are simulated, on generated workloads.
 *
 * <ul>
 *   <li>eventsVsEmptyLoop: events a second of fill-srpt, divided by those of its queue of events alone, which is filled and emptied in the
 *       same way without a scheduler. An event is a submission, the begin or the end of a hole, or the end of a subjob.
 *   <li>growth: the time that fill-srpt takes for a decision grows as the number of slices to this power; the jobs for a slice and the load
 *       stay the same. A decision is the start of a subjob.
 *   <li>marketDecisionVsRival: the time that the market (sja-fifo-1h) with its agents takes for a grant, divided by that of fill-fcfs for a
 *       start, on the same workload.
 * </ul>
 */
final class SimulationMeasurement implements Measurement {

    private static final long SEED = 1;
    private static final int SIZES = 5;
    private static final int SMALLEST = 100;

    private final int jobs;
    private final int slices;
    private final int jobsPerSlice;
    private final int marketJobs;

    /**
     * Makes it.
     *
     * @param jobs of the large workload
     * @param slices of the large workload, and the most for the growth; a multiple of 4, 8 or more
     * @param jobsPerSlice in the workloads for the growth
     * @param marketJobs of the workload of the market, on a slice for every ten
     */
    SimulationMeasurement(int jobs, int slices, int jobsPerSlice, int marketJobs) {
        this.jobs = jobs;
        this.slices = slices;
        this.jobsPerSlice = jobsPerSlice;
        this.marketJobs = marketJobs;
    }

    @Override
    public Report measure(int rounds, Board board) throws AtomizableException {
        Board.Bar bar = board.bar("rounds", 1 + 3L * rounds);
        SimulationBench bench = new SimulationBench(TimeSource.system(), rounds, SEED, what -> {
            bar.step();
            bar.saying(what);
        });
        // First, because the largest use of the heap includes what earlier measurements left.
        SimulationBench.Large large = bench.large(jobs, slices);
        SimulationBench.Events events = bench.events(jobs, slices);
        SimulationBench.Growth growth = bench.growth(sizes(), jobsPerSlice);
        SimulationBench.Grants grants = bench.grants(marketJobs, gpusFor(marketJobs / 10.0));
        Map<String, Object> nanos = new LinkedHashMap<>();
        growth.nanos().forEach((size, each) -> nanos.put(String.valueOf(size), Math.round(each.median())));
        Report report = new Report()
                .rounded("eventsVsEmptyLoop", events.ratio().median())
                .rounded("growth", growth.exponent().median())
                .rounded("marketDecisionVsRival", grants.ratio().median())
                .field("eventsVsEmptyLoopSpread", events.ratio().spread())
                .field("growthSpread", growth.exponent().spread())
                .field("marketDecisionVsRivalSpread", grants.ratio().spread())
                .field("events", events.events())
                .field("eventsPerSecond", Math.round(events.simulated().median()))
                .field("emptyLoopEventsPerSecond", Math.round(events.empty().median()))
                .field("nanosPerDecision", nanos)
                .rounded("marketMicrosPerDecision", grants.grantMicros().median())
                .rounded("rivalMicrosPerDecision", grants.rivalMicros().median())
                .rounded("largeRunSeconds", large.seconds())
                .rounded("largeRunPeakHeapGib", large.heapGib())
                .field("largeRunDecisions", large.decisions())
                .field("jobs", jobs)
                .field("slices", slices)
                .field("rounds", rounds)
                .line(
                        "%s jobs on %s slices, fill-srpt: %.1f s, at most %.2f GiB of heap; aim: 300 s and 4 GiB",
                        jobs, slices, large.seconds(), large.heapGib())
                .line("events a second, over the queue alone: %s; aim: 0.2 or more", events.ratio())
                .line(
                        "    %s events, %.0f a second, the queue alone %.0f",
                        events.events(),
                        events.simulated().median(),
                        events.empty().median())
                .line("growth of a decision with the slices: %s; aim: 0.3 or less", growth.exponent());
        growth.nanos().forEach((size, each) -> report.line("    %6s slices: %.0f ns", size, each.median()));
        return report.line("a grant of the market, over a start of fill-fcfs: %s", grants.ratio())
                .line(
                        "    %.1f us and %.2f us, %s jobs",
                        grants.grantMicros().median(), grants.rivalMicros().median(), marketJobs);
    }

    /** Equal steps of the logarithm, rounded to whole GPUs. */
    private List<Integer> sizes() {
        double least = Math.min(SMALLEST, slices / 2.0);
        return List.copyOf(new TreeSet<>(IntStream.range(0, SIZES)
                .mapToObj(it -> gpusFor(least * Math.pow(slices / least, it / (SIZES - 1.0))))
                .toList()));
    }

    private static int gpusFor(double slices) {
        int perGpu = SimulationBench.SLICES_PER_GPU;
        return perGpu * (int) Math.max(1, Math.round(slices / perGpu));
    }
}
