package org.atomizable.lab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.lab.simulate.figure.Figures;
import org.atomizable.lab.simulate.market.Markets;
import org.atomizable.lab.simulate.rival.EventScript;
import org.atomizable.lab.simulate.rival.Rival;
import org.atomizable.lab.simulate.rival.RivalRules;
import org.atomizable.lab.simulate.rival.Rivals;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.schedule.SimulatedScheduler;
import org.atomizable.lab.simulate.workload.ClusterShape;
import org.atomizable.lab.simulate.workload.GeneratorOptions;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.lab.simulate.workload.WorkloadGenerator;

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
    private static final int SLICES_PER_GPU = 4;
    private static final String KINDS = "3g.40gb,2g.20gb,1g.10gb,1g.10gb";
    private static final double LOAD = 0.95;
    private static final String RIVAL = "fill-srpt";
    private static final String MARKET = "sja-fifo-1h";
    private static final String MARKETS_RIVAL = "fill-fcfs";
    private static final double GIBIBYTE = 1 << 30;

    /** Runs of less work are repeated, so that a timing is well above the resolution of the clock and the pauses of the collector. */
    private static final int DECISIONS_IN_A_TIMING = 20_000;

    private final TimeSource time = TimeSource.system();
    private final Report report = new Report();
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
        // First, because the largest use of the heap includes what earlier measurements left.
        bar.saying("the large run");
        large();
        bar.step();
        bar.saying("events");
        events(rounds, bar);
        bar.saying("growth");
        growth(rounds, bar);
        bar.saying("the market");
        grants(rounds, bar);
        return report.field("jobs", jobs).field("slices", slices).field("rounds", rounds);
    }

    /** Adds a large run: the wall time in which it was generated, run, checked and evaluated, and the largest use of the heap meanwhile. */
    private void large() throws AtomizableException {
        List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(it -> it.getType() == MemoryType.HEAP)
                .toList();
        heap.forEach(MemoryPoolMXBean::resetPeakUsage);
        long began = time.nanos();
        Workload workload = workload(jobs, slices);
        Schedule schedule = Conservation.checked(workload, Rivals.named(RIVAL).run(workload, RivalRules.DEFAULT));
        if (Figures.of(workload, schedule).finished() != jobs) {
            throw new IllegalStateException("%s did not finish every job".formatted(RIVAL));
        }
        double seconds = (time.nanos() - began) / 1e9;
        double gib =
                heap.stream().mapToDouble(it -> it.getPeakUsage().getUsed()).sum() / GIBIBYTE;
        report.rounded("largeRunSeconds", seconds)
                .rounded("largeRunPeakHeapGib", gib)
                .field("largeRunDecisions", schedule.executions().size())
                .line(
                        "%s jobs on %s slices, fill-srpt: %.1f s, at most %.2f GiB of heap; aim: 300 s and 4 GiB",
                        jobs, slices, seconds, gib);
    }

    private void events(int rounds, Board.Bar bar) throws AtomizableException {
        Workload workload = workload(jobs, slices);
        EventScript script = EventScript.of(workload);
        Rival rival = Rivals.named(RIVAL);
        Ratios ratio = new Ratios();
        Ratios simulated = new Ratios();
        Ratios empty = new Ratios();
        // The first round warms up.
        for (int round = -1; round < rounds; round++) {
            double[] took = Turns.take(
                    round, () -> nanos(script), () -> timed(rival, workload, 1).nanos());
            if (round >= 0) {
                ratio.add(took[0] / took[1]);
                simulated.add(script.events() / took[1] * 1e9);
                empty.add(script.events() / took[0] * 1e9);
                bar.step();
            }
        }
        report.spread("eventsVsEmptyLoop", ratio)
                .field("events", script.events())
                .field("eventsPerSecond", Math.round(simulated.median()))
                .field("emptyLoopEventsPerSecond", Math.round(empty.median()))
                .line("events a second, over the queue alone: %s; aim: 0.2 or more", ratio)
                .line(
                        "    %s events, %.0f a second, the queue alone %.0f",
                        script.events(), simulated.median(), empty.median());
    }

    /** Every round times all sizes, and alternates between upwards and downwards. */
    private void growth(int rounds, Board.Bar bar) throws AtomizableException {
        List<Integer> sizes = sizes();
        List<Workload> workloads = new ArrayList<>();
        List<Ratios> nanos = new ArrayList<>();
        for (int size : sizes) {
            workloads.add(workload(size * jobsPerSlice, size));
            nanos.add(new Ratios());
        }
        Rival rival = Rivals.named(RIVAL);
        Ratios exponent = new Ratios();
        for (int round = -1; round < rounds; round++) {
            List<Integer> order = IntStream.range(0, sizes.size()).boxed().collect(Collectors.toList());
            if (round % 2 != 0) {
                Collections.reverse(order);
            }
            Double[] each = new Double[sizes.size()];
            for (int at : order) {
                each[at] =
                        timed(rival, workloads.get(at), DECISIONS_IN_A_TIMING).each();
            }
            if (round >= 0) {
                exponent.add(Slope.exponent(sizes, List.of(each)));
                for (int at : order) {
                    nanos.get(at).add(each[at]);
                }
                bar.step();
            }
        }
        report.spread("growth", exponent).line("growth of a decision with the slices: %s; aim: 0.3 or less", exponent);
        Map<String, Object> bySize = new LinkedHashMap<>();
        for (int i = 0; i < sizes.size(); i++) {
            double median = nanos.get(i).median();
            bySize.put(String.valueOf(sizes.get(i)), Math.round(median));
            report.line("    %6s slices: %.0f ns", sizes.get(i), median);
        }
        report.field("nanosPerDecision", bySize);
    }

    private void grants(int rounds, Board.Bar bar) throws AtomizableException {
        Workload workload = workload(marketJobs, gpusFor(marketJobs / 10.0));
        Rival rival = Rivals.named(MARKETS_RIVAL);
        SimulatedScheduler market = Markets.named(MARKET).orElseThrow();
        Ratios ratio = new Ratios();
        Ratios grantMicros = new Ratios();
        Ratios startMicros = new Ratios();
        for (int round = -1; round < rounds; round++) {
            double[] nanos = Turns.take(
                    round,
                    () -> timed(rival, workload, DECISIONS_IN_A_TIMING).each(),
                    () -> timed(market, workload).each());
            if (round >= 0) {
                ratio.add(nanos[1] / nanos[0]);
                startMicros.add(nanos[0] / 1e3);
                grantMicros.add(nanos[1] / 1e3);
                bar.step();
            }
        }
        report.spread("marketDecisionVsRival", ratio)
                .rounded("marketMicrosPerDecision", grantMicros.median())
                .rounded("rivalMicrosPerDecision", startMicros.median())
                .line("a grant of the market, over a start of fill-fcfs: %s", ratio)
                .line("    %.1f us and %.2f us, %s jobs", grantMicros.median(), startMicros.median(), marketJobs);
    }

    private record Timing(double nanos, int decisions) {

        double each() {
            return nanos / decisions;
        }
    }

    private double nanos(EventScript script) {
        long began = time.nanos();
        double last = script.replay();
        double took = time.nanos() - began;
        if (!(last >= 0)) {
            throw new IllegalStateException("an event was at " + last);
        }
        return took;
    }

    private Timing timed(Rival rival, Workload workload, int atLeast) {
        int decisions = 0;
        long began = time.nanos();
        do {
            decisions += rival.run(workload, RivalRules.DEFAULT).executions().size();
        } while (decisions < atLeast);
        return new Timing(time.nanos() - began, decisions);
    }

    private Timing timed(SimulatedScheduler market, Workload workload) throws AtomizableException {
        long began = time.nanos();
        int decisions = market.run(workload, SEED, share -> {}).executions().size();
        return new Timing(time.nanos() - began, decisions);
    }

    private Workload workload(int jobs, int slices) throws AtomizableException {
        ClusterShape cluster = ClusterShape.parse("%sx(%s)".formatted(slices / SLICES_PER_GPU, KINDS));
        return WorkloadGenerator.generate(
                "bench", GeneratorOptions.middleHoles(cluster, SEED).loaded(jobs, LOAD));
    }

    /** Equal steps of the logarithm, rounded to whole GPUs. */
    private List<Integer> sizes() {
        double least = Math.min(SMALLEST, slices / 2.0);
        return List.copyOf(new TreeSet<>(IntStream.range(0, SIZES)
                .mapToObj(it -> gpusFor(least * Math.pow(slices / least, it / (SIZES - 1.0))))
                .toList()));
    }

    private static int gpusFor(double slices) {
        return SLICES_PER_GPU * (int) Math.max(1, Math.round(slices / SLICES_PER_GPU));
    }
}
