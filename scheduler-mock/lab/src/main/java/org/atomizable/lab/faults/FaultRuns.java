package org.atomizable.lab.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.atomizable.api.time.TimeSource;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Runs simulations, one for each seed. Each uses one thread at a time; several run beside each other. */
final class FaultRuns implements AutoCloseable {

    /** While one hands over between its threads, which takes longer than most steps, another one works. */
    private static final int BESIDE_EACH_OTHER = 3;

    /**
     * A seed that failed.
     *
     * @param violation the first
     */
    record Failure(long seed, Witness.Violation violation) {}

    /**
     * The results of all seeds.
     *
     * @param faults how many of each kind
     * @param failures in order of the seeds
     */
    record Summary(long seeds, Map<FaultKind, Long> faults, long steps, List<Failure> failures, double seconds) {

        long allFaults() {
            return faults.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private final ExecutorService threads = Executors.newCachedThreadPool(FaultRuns::daemon);

    /** Makes one. Logging is ready then: threads that meet it half ready would say so. */
    FaultRuns() {
        LoggerFactory.getILoggerFactory();
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "atomizable-strand");
        thread.setDaemon(true);
        return thread;
    }

    /** Runs one scenario with a log. */
    SimulatedCluster.Result logged(Scenario scenario, Seams seams) {
        return run(scenario, seams, true);
    }

    /** Runs one scenario without a log. */
    SimulatedCluster.Result quick(Scenario scenario, Seams seams) {
        return run(scenario, seams, false);
    }

    private SimulatedCluster.Result run(Scenario scenario, Seams seams, boolean log) {
        try (MDC.MDCCloseable quiet = MDC.putCloseable("simulated", "true")) {
            return SimulatedCluster.run(scenario, seams, threads, log);
        }
    }

    /**
     * Runs so many seeds.
     *
     * @param progress is told how many are done
     */
    Summary all(long first, long count, Seams seams, LongConsumer progress) throws InterruptedException {
        long began = TimeSource.system().nanos();
        int parallel = BESIDE_EACH_OTHER * Runtime.getRuntime().availableProcessors();
        AtomicLong next = new AtomicLong(first);
        AtomicLong done = new AtomicLong();
        Tally tally = new Tally();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 0; i < Math.min(parallel, count); i++) {
            workers.add(threads.submit(() -> {
                for (long seed = next.getAndIncrement(); seed < first + count; seed = next.getAndIncrement()) {
                    tally.add(quick(Scenario.of(seed), seams));
                    progress.accept(done.incrementAndGet());
                }
            }));
        }
        for (Future<?> worker : workers) {
            try {
                worker.get();
            } catch (ExecutionException defect) {
                throw new IllegalStateException(defect.getCause());
            }
        }
        return tally.summary(count, (TimeSource.system().nanos() - began) / 1e9);
    }

    private static final class Tally {

        private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
        private final List<Failure> failures = new ArrayList<>();
        private long steps;

        synchronized void add(SimulatedCluster.Result result) {
            result.faults().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
            steps += result.steps();
            if (!result.violations().isEmpty()) {
                failures.add(new Failure(
                        result.scenario().seed(), result.violations().get(0)));
            }
        }

        synchronized Summary summary(long seeds, double seconds) {
            failures.sort(Comparator.comparingLong(Failure::seed));
            return new Summary(seeds, faults, steps, List.copyOf(failures), seconds);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
