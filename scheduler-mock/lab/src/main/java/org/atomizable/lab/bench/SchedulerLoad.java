package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.jspecify.annotations.Nullable;

/** A whole scheduler in a process of its own, in real time: what its jobs wait for, and what it takes of the machine. */
final class SchedulerLoad {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int SAMPLES = 6;
    private static final int SECONDS_IN_A_MINUTE = 60;
    private static final String VIEWER = "bench";

    /** By how much the bound of a subjob's time is above what it takes: jobs and scheduler share the machine's cores. */
    private static final double SLACK_SECONDS = 0.25;

    /** The pause after a collection that is forced for a sample. The released memory settles before anything is timed again. */
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private final SchedulerProcess scheduler;
    private final LiveJobs jobs;
    private final Probe probe;
    private final TimeSource time = TimeSource.system();
    private final List<Double> heap = new ArrayList<>();
    private OptionalDouble resident = OptionalDouble.empty();

    private SchedulerLoad(SchedulerProcess scheduler, LiveJobs jobs, Probe probe) {
        this.scheduler = scheduler;
        this.jobs = jobs;
        this.probe = probe;
    }

    /**
     * Runs one, and returns its figures after the warm-up:
     *
     * <ul>
     *   <li>{@code windowToGrantMillis}: from the receipt of the window to that of the grant
     *   <li>{@code dueToGrantMillis}: from when the scheduler had said that answers are due, or from the window's opening, if that is
     *       earlier; 0 if the grant came before
     *   <li>{@code bidMillis}: a bid's post, there and back
     *   <li>{@code probeMillis}: the reference, a request for what costs the scheduler nothing, there and back, meanwhile
     *   <li>{@code grantVsProbe}: window to grant over the reference, both at the 99th percentile; {@code bidVsProbe}: a bid over the
     *       reference, at the same percentile
     *   <li>{@code refusals} by kind: {@code window-cleared} means that a bid came too late; {@code told-too-late} that it could not come in
     *       time; {@code does-not-fit} that an acceptance came too late for its lease
     *   <li>{@code schedulerShareOfCores}: the scheduler's CPU time over that of all cores; {@code benchShareOfCores}: that of the jobs, which
     *       share them
     *   <li>{@code heapMebibytes}: what is alive in the scheduler, at the end of the warm-up, four times between, and at the end
     *   <li>{@code residentMebibytes}: of the scheduler's process, at the end; missing where that is not told
     *   <li>{@code unreported}: grants that were neither reported nor revoked
     *   <li>{@code violations}: overruns, silence, and memory beyond what was granted; {@code violationsInWarmUp}: while a cold scheduler was
     *       met by all jobs at once
     * </ul>
     */
    static Report run(int jobs, Gpus gpus, int warmUp, int seconds, LongConsumer progress) throws Exception {
        TimeSource time = TimeSource.system();
        try (Scratch scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")))) {
            Path journal = scratch.path().resolve("journal.db");
            Map<String, String> tokens = new TreeMap<>();
            String viewer;
            try (SqliteJournal visited = SqliteJournal.visitOrMake(journal, time)) {
                AccessTokens access = new AccessTokens(visited, time);
                for (int i = 0; i < Crowd.tenants(); i++) {
                    tokens.put(Crowd.tenant(i), access.create(Crowd.tenant(i), Role.TENANT));
                }
                viewer = access.create(VIEWER, Role.VIEWER);
            }
            try (SchedulerProcess scheduler = SchedulerProcess.start(scratch.path(), journal, gpus);
                    Probe probe = new Probe(scheduler.uri(), viewer);
                    LiveJobs live = new LiveJobs(scheduler.uri(), tokens, new Crowd(1, SLACK_SECONDS), time)) {
                live.arrive(jobs);
                return new SchedulerLoad(scheduler, live, probe)
                        .measure(jobs, gpus.sliceCount(), warmUp, seconds, progress);
            }
        }
    }

    private Report measure(int jobCount, int slices, int warmUp, int seconds, LongConsumer progress) throws Exception {
        for (int second = 0; second < warmUp; second++) {
            time.sleep(SECOND);
            progress.accept(second + 1);
        }
        sample();
        Map<String, Double> before = probe.metrics();
        jobs.reset();
        double cpu = scheduler.cpuSeconds();
        double own = SchedulerProcess.cpuSeconds(ProcessHandle.current());
        long began = time.nanos();
        for (int second = 1; second <= seconds; second++) {
            time.sleep(SECOND);
            progress.accept(warmUp + second);
            if (second * (SAMPLES - 1) / seconds > (second - 1) * (SAMPLES - 1) / seconds) {
                sample();
            }
        }
        double took = (time.nanos() - began) / 1e9;
        double cores = took * Runtime.getRuntime().availableProcessors();
        double schedulerShare = (scheduler.cpuSeconds() - cpu) / cores;
        double ownShare = (SchedulerProcess.cpuSeconds(ProcessHandle.current()) - own) / cores;
        LiveJobs.Counts counts = jobs.counts();
        double bids = Ratios.rounded(counts.bids.sum() / took);
        double grants = Ratios.rounded(counts.grants.sum() / took);
        Map<String, Double> after = probe.metrics();
        jobs.stop();
        Map<String, Double> end = probe.metrics();
        Latencies reference = probe.roundTrips();
        double minutes = Ratios.rounded(took / SECONDS_IN_A_MINUTE);
        double windows = Ratios.rounded(grown("atomizable_windows_offered_total", before, after) / took);
        double grantVsProbe = Ratios.rounded(counts.windowToGrant.quantile(0.99) / reference.quantile(0.99));
        double used = Ratios.rounded(grown("atomizable_slice_busy_seconds_total", before, after)
                / grown("atomizable_slice_hole_seconds_total", before, after));
        @Nullable Double residentMebibytes = resident.isPresent() ? resident.getAsDouble() : null;
        long unreported = jobs.unreported();
        long violations = violations(end) - violations(before);
        Report report = new Report()
                .field("warmUpSeconds", warmUp)
                .field("minutes", minutes)
                .field("cores", Runtime.getRuntime().availableProcessors())
                .field("windowsPerSecond", windows)
                .field("grantsPerSecond", grants)
                .field("bidsPerSecond", bids)
                .field("jobsFinished", counts.finished.sum());
        latency(report, "windowToGrantMillis", counts.windowToGrant);
        latency(report, "dueToGrantMillis", counts.dueToGrant);
        latency(report, "bidMillis", counts.bid);
        latency(report, "probeMillis", reference);
        report.field("grantVsProbe", grantVsProbe)
                .rounded("bidVsProbe", counts.bid.quantile(0.99) / reference.quantile(0.99))
                .field("timedGrants", counts.windowToGrant.count())
                .field("refusals", counts.refusals())
                .rounded("schedulerShareOfCores", schedulerShare)
                .rounded("benchShareOfCores", ownShare)
                .field("usedShareOfHoles", used)
                .field("mostHeapMebibytes", SchedulerProcess.MOST_HEAP_MEBIBYTES)
                .line(
                        "%d jobs, %d slices, %d cores, %.1f minutes of real time: %.0f windows, %.0f bids and %.0f grants a second",
                        jobCount, slices, Runtime.getRuntime().availableProcessors(), minutes, windows, bids, grants)
                .line(
                        "  window to grant %.1f ms (p50), %.1f ms (p99), %.1f times a bare request meanwhile (p99 of both)",
                        rounded(counts.windowToGrant, 0.5), rounded(counts.windowToGrant, 0.99), grantVsProbe)
                .line(
                        "  a bid there and back %.1f ms (p50), %.1f ms (p99); a bare request %.1f and %.1f ms",
                        rounded(counts.bid, 0.5),
                        rounded(counts.bid, 0.99),
                        rounded(reference, 0.5),
                        rounded(reference, 0.99))
                .line(
                        "  the scheduler took %.0f %% of the cores, its jobs' process %.0f %%; %s MiB resident",
                        100 * Ratios.rounded(schedulerShare), 100 * Ratios.rounded(ownShare), residentMebibytes)
                .heap(heap, Slope.of(heap, took / (SAMPLES - 1) / SECONDS_IN_A_MINUTE));
        if (residentMebibytes != null) {
            report.field("residentMebibytes", residentMebibytes);
        }
        return report.field("unreported", unreported)
                .field("violations", violations)
                .field("violationsInWarmUp", violations(before))
                .line(
                        "  refused: %s; %d grants unreported, %d rules broken; %.0f %% of the holes used",
                        counts.refusals(), unreported, violations, 100 * used);
    }

    private static void latency(Report report, String name, Latencies of) {
        report.field(name + "P50", rounded(of, 0.5)).field(name + "P99", rounded(of, 0.99));
    }

    private static long violations(Map<String, Double> metrics) {
        return Math.round(metrics.getOrDefault("atomizable_grants_overrun_total", 0.0)
                + metrics.getOrDefault("atomizable_grants_silent_total", 0.0)
                + metrics.getOrDefault("atomizable_grants_out_of_memory_total", 0.0));
    }

    /** To look at the heap stops the scheduler for a while: what is under way then is not timed. */
    private void sample() throws Exception {
        resident = scheduler.resident();
        jobs.timing(false);
        probe.timing(false);
        scheduler.liveHeap().ifPresent(heap::add);
        time.sleep(SETTLING);
        jobs.timing(true);
        probe.timing(true);
    }

    private static double grown(String metric, Map<String, Double> before, Map<String, Double> after) {
        return after.getOrDefault(metric, 0.0) - before.getOrDefault(metric, 0.0);
    }

    private static double rounded(Latencies of, double share) {
        return Ratios.rounded(of.quantile(share));
    }
}
