package org.atomizable.lab.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.Ratios;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench simulate}. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how fast schedulers are simulated, on generated workloads.",
            "eventsVsEmptyLoop: events a second of fill-srpt, divided by those of its queue of events alone, which is filled and emptied"
                    + " in the same way without a scheduler. An event is a submission, the begin or the end of a hole, or the end of a"
                    + " subjob.",
            "growth: the time that fill-srpt takes for a decision grows as the number of slices to this power; the jobs for a slice and"
                    + " the load stay the same. A decision is the start of a subjob.",
            "marketDecisionVsRival: the time that the market (sja-fifo-1h) with its agents takes for a grant, divided by that of"
                    + " fill-fcfs for a start, on the same workload."
        })
final class SimulateBenchCommand implements Callable<Integer> {

    private static final int SIZES = 5;
    private static final int SMALLEST = 100;

    @Option(
            names = "--jobs",
            defaultValue = "100000",
            description = "Of the large workload. Default: ${DEFAULT-VALUE}.")
    private int jobs;

    @Option(
            names = "--slices",
            defaultValue = "10000",
            description =
                    "Of the large workload, and the most for the growth; a multiple of 4, 8 or more. Default: ${DEFAULT-VALUE}.")
    private int slices;

    @Option(
            names = "--jobs-per-slice",
            defaultValue = "10",
            description = "In the workloads for the growth. Default: ${DEFAULT-VALUE}.")
    private int jobsPerSlice;

    @Option(
            names = "--market-jobs",
            defaultValue = "100",
            description = "Of the workload of the market, on a slice for every ten. Default: ${DEFAULT-VALUE}.")
    private int marketJobs;

    @Option(names = "--rounds", defaultValue = "5", description = "Of each comparison. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--seed", defaultValue = "1", description = "Of the workloads. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    SimulateBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (jobs < 1 || slices < 8 || slices % SimulationBench.SLICES_PER_GPU != 0) {
            throw new IllegalArgumentException(
                    "--jobs must be 1 or more, and --slices a multiple of 4 from 8 on, were %s and %s"
                            .formatted(jobs, slices));
        }
        if (jobsPerSlice < 1 || jobsPerSlice > 1000 || marketJobs < 1 || rounds < 1) {
            throw new IllegalArgumentException(
                    "--jobs-per-slice must be 1 to 1000, --market-jobs and --rounds 1 or more, were %s, %s and %s"
                            .formatted(jobsPerSlice, marketJobs, rounds));
        }
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("rounds", 1 + 3L * rounds);
            AtomicLong done = new AtomicLong();
            SimulationBench bench = new SimulationBench(TimeSource.system(), rounds, seed, what -> {
                bar.at(done.incrementAndGet());
                bar.saying(what);
            });
            // First, because the largest use of the heap includes what earlier measurements left.
            SimulationBench.Large large = bench.large(jobs, slices);
            SimulationBench.Events events = bench.events(jobs, slices);
            SimulationBench.Growth growth = bench.growth(sizes(), jobsPerSlice);
            SimulationBench.Grants grants = bench.grants(marketJobs, gpusFor(marketJobs / 10.0));
            if (json) {
                tellJson(large, events, growth, grants);
            } else {
                tell(large, events, growth, grants);
            }
        }
        return 0;
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

    private void tellJson(
            SimulationBench.Large large,
            SimulationBench.Events events,
            SimulationBench.Growth growth,
            SimulationBench.Grants grants)
            throws Exception {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("eventsVsEmptyLoop", Ratios.rounded(events.ratio().median()));
        fields.put("growth", Ratios.rounded(growth.exponent().median()));
        fields.put("marketDecisionVsRival", Ratios.rounded(grants.ratio().median()));
        fields.put("eventsVsEmptyLoopSpread", events.ratio().spread());
        fields.put("growthSpread", growth.exponent().spread());
        fields.put("marketDecisionVsRivalSpread", grants.ratio().spread());
        fields.put("events", events.events());
        fields.put("eventsPerSecond", Math.round(events.simulated().median()));
        fields.put("emptyLoopEventsPerSecond", Math.round(events.empty().median()));
        Map<String, Object> nanos = new LinkedHashMap<>();
        growth.nanos().forEach((size, each) -> nanos.put(String.valueOf(size), Math.round(each.median())));
        fields.put("nanosPerDecision", nanos);
        fields.put(
                "marketMicrosPerDecision", Ratios.rounded(grants.grantMicros().median()));
        fields.put("rivalMicrosPerDecision", Ratios.rounded(grants.rivalMicros().median()));
        fields.put("largeRunSeconds", Ratios.rounded(large.seconds()));
        fields.put("largeRunPeakHeapGib", Ratios.rounded(large.heapGib()));
        fields.put("largeRunDecisions", large.decisions());
        fields.put("jobs", jobs);
        fields.put("slices", slices);
        fields.put("rounds", rounds);
        System.out.println(WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
    }

    private void tell(
            SimulationBench.Large large,
            SimulationBench.Events events,
            SimulationBench.Growth growth,
            SimulationBench.Grants grants) {
        System.out.printf(
                Locale.ROOT,
                "%s jobs on %s slices, fill-srpt: %.1f s, at most %.2f GiB of heap; aim: 300 s and 4 GiB%n",
                jobs,
                slices,
                large.seconds(),
                large.heapGib());
        System.out.printf("events a second, over the queue alone: %s; aim: 0.2 or more%n", events.ratio());
        System.out.printf(
                Locale.ROOT,
                "    %s events, %.0f a second, the queue alone %.0f%n",
                events.events(),
                events.simulated().median(),
                events.empty().median());
        System.out.printf("growth of a decision with the slices: %s; aim: 0.3 or less%n", growth.exponent());
        growth.nanos()
                .forEach((size, each) ->
                        System.out.printf(Locale.ROOT, "    %6s slices: %.0f ns%n", size, each.median()));
        System.out.printf("a grant of the market, over a start of fill-fcfs: %s%n", grants.ratio());
        System.out.printf(
                Locale.ROOT,
                "    %.1f us and %.2f us, %s jobs%n",
                grants.grantMicros().median(),
                grants.rivalMicros().median(),
                marketJobs);
    }
}
