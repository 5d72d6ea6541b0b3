package org.atomizable.lab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.lab.simulate.figure.Figures;
import org.atomizable.lab.simulate.market.Markets;
import org.atomizable.lab.simulate.rival.EventScript;
import org.atomizable.lab.simulate.rival.Rival;
import org.atomizable.lab.simulate.rival.RivalRules;
import org.atomizable.lab.simulate.rival.Rivals;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.ClusterShape;
import org.atomizable.lab.simulate.workload.GeneratorOptions;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.lab.simulate.workload.WorkloadGenerator;

/** Times simulated schedulers on generated workloads with holes of 5 min to 2 h and a load of 0.95. */
final class SimulationBench {

    /** The slices of a GPU. */
    static final int SLICES_PER_GPU = 4;

    private static final String KINDS = "3g.40gb,2g.20gb,1g.10gb,1g.10gb";
    private static final double LOAD = 0.95;
    private static final String RIVAL = "fill-srpt";
    private static final String MARKET = "sja-fifo-1h";
    private static final String MARKETS_RIVAL = "fill-fcfs";
    private static final double GIBIBYTE = 1 << 30;

    /** Runs of less work are repeated, so that a timing is well above the resolution of the clock and the pauses of the collector. */
    private static final int DECISIONS_IN_A_TIMING = 20_000;

    /** How far a bench is. */
    @FunctionalInterface
    interface Progress {
        void done(String what);
    }

    /**
     * A large run once, as the first in this process.
     *
     * @param seconds wall time in which the workload was generated, run, checked and evaluated
     * @param heapGib largest use of the heap meanwhile, garbage included
     * @param decisions starts of subjobs
     */
    record Large(double seconds, double heapGib, int decisions) {}

    /**
     * The simulation beside its queue of events.
     *
     * @param events how many a run handles
     * @param ratio events a second of the simulation divided by those of the queue, one a round
     * @param simulated events a second of the simulation
     * @param empty events a second of the queue
     */
    record Events(int events, Ratios ratio, Ratios simulated, Ratios empty) {}

    /**
     * How the cost of a decision grows with the cluster.
     *
     * @param exponent one a round
     * @param nanos time of a decision by the number of slices
     */
    record Growth(Ratios exponent, Map<Integer, Ratios> nanos) {}

    /**
     * The market beside a rival.
     *
     * @param ratio time of a grant divided by the time of the rival's start of a task, one a round
     * @param grantMicros time of a grant
     * @param rivalMicros time of the rival's start
     */
    record Grants(Ratios ratio, Ratios grantMicros, Ratios rivalMicros) {}

    private record Timing(double nanos, int decisions) {
        double each() {
            return nanos / decisions;
        }
    }

    private final TimeSource time;
    private final int rounds;
    private final long seed;
    private final Progress progress;

    SimulationBench(TimeSource time, int rounds, long seed, Progress progress) {
        this.time = time;
        this.rounds = rounds;
        this.seed = seed;
        this.progress = progress;
    }

    Large large(int jobs, int slices) throws AtomizableException {
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
        double bytes =
                heap.stream().mapToDouble(it -> it.getPeakUsage().getUsed()).sum();
        progress.done("the large run");
        return new Large(seconds, bytes / GIBIBYTE, schedule.executions().size());
    }

    Events events(int jobs, int slices) throws AtomizableException {
        Workload workload = workload(jobs, slices);
        EventScript script = EventScript.of(workload);
        Rival rival = Rivals.named(RIVAL);
        Ratios ratio = new Ratios();
        Ratios simulated = new Ratios();
        Ratios empty = new Ratios();
        for (int round = -1; round < rounds; round++) {
            double replaying;
            double running;
            if (round % 2 == 0) {
                replaying = nanos(script);
                running = timed(rival, workload, 1).nanos();
            } else {
                running = timed(rival, workload, 1).nanos();
                replaying = nanos(script);
            }
            // The first round warms up.
            if (round >= 0) {
                ratio.add(replaying / running);
                simulated.add(script.events() / running * 1e9);
                empty.add(script.events() / replaying * 1e9);
                progress.done("events");
            }
        }
        return new Events(script.events(), ratio, simulated, empty);
    }

    /** Every round times all sizes, and alternates between upwards and downwards. */
    Growth growth(List<Integer> sizes, int jobsPerSlice) throws AtomizableException {
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
                exponent.add(Exponent.of(sizes, List.of(each)));
                for (int at : order) {
                    nanos.get(at).add(each[at]);
                }
                progress.done("growth");
            }
        }
        Map<Integer, Ratios> bySize = new TreeMap<>();
        sizes.forEach(it -> bySize.put(it, nanos.get(sizes.indexOf(it))));
        return new Growth(exponent, bySize);
    }

    Grants grants(int jobs, int slices) throws AtomizableException {
        Workload workload = workload(jobs, slices);
        Rival rival = Rivals.named(MARKETS_RIVAL);
        Markets.SimulatedMarket market = Markets.named(MARKET).orElseThrow();
        Ratios ratio = new Ratios();
        Ratios grants = new Ratios();
        Ratios starts = new Ratios();
        for (int round = -1; round < rounds; round++) {
            double grant;
            double start;
            if (round % 2 == 0) {
                start = timed(rival, workload, DECISIONS_IN_A_TIMING).each();
                grant = timed(market, workload).each();
            } else {
                grant = timed(market, workload).each();
                start = timed(rival, workload, DECISIONS_IN_A_TIMING).each();
            }
            if (round >= 0) {
                ratio.add(grant / start);
                grants.add(grant / 1e3);
                starts.add(start / 1e3);
                progress.done("the market");
            }
        }
        return new Grants(ratio, grants, starts);
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

    private Timing timed(Markets.SimulatedMarket market, Workload workload) {
        long began = time.nanos();
        int decisions = market.run(workload, seed, share -> {}).executions().size();
        return new Timing(time.nanos() - began, decisions);
    }

    private Workload workload(int jobs, int slices) throws AtomizableException {
        ClusterShape cluster = ClusterShape.parse("%sx(%s)".formatted(slices / SLICES_PER_GPU, KINDS));
        return WorkloadGenerator.generate(
                "bench", GeneratorOptions.middleHoles(cluster, seed).loaded(jobs, LOAD));
    }
}
