package org.atomizable.lab.bench;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.offer.OfferRules;

/** A market alone, in virtual time: what its decisions cost, and what it remembers. */
final class MarketLoad {

    private static final long SEED = 1;
    private static final int MOST_JOBS = 5000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** By how much the bound of a subjob's time is above what it takes, in virtual time where nobody is late. */
    private static final double SLACK_SECONDS = 0.05;

    private final VirtualTime time = VirtualTime.create();
    private final CountedTime counted = new CountedTime(time);
    private final VirtualJobs jobs;
    private final Market market;
    private final int jobCount;
    private final Gpus gpus;

    private MarketLoad(int count, Gpus gpus) throws AtomizableException {
        this.jobCount = count;
        this.gpus = gpus;
        Crowd crowd = new Crowd(SEED, SLACK_SECONDS);
        this.jobs = new VirtualJobs(time, counted, crowd);
        SimulatedNode node =
                new SimulatedNode(gpus.slices(), Load.DEFAULT.withOpenAtOnce(gpus.sliceCount()), SEED, time.now());
        MarketRules rules = new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LeaseRules.DEFAULT, MOST_JOBS);
        this.market = new Market(counted, node, rules, jobs, jobs);
        jobs.arrive(market, count);
    }

    /**
     * Lets a market run, and returns its figures after the warm-up: {@code windowToGrantMillis} in virtual time, which the rules make a
     * window wait; {@code cpuSecondsPerMinute} of the market, for a minute of virtual time; {@code usedShareOfHoles}, how much of the time in
     * which nothing was reserved was leased; {@code heapMebibytes} that are alive, the jobs' own included, at the end of the warm-up and of
     * each minute; {@code unreported} grants that were neither reported nor revoked and are not held; and {@code violations}, which are
     * overruns, silence, and memory beyond what was granted.
     */
    static Report run(int jobs, Gpus gpus, int warmUpMinutes, int minutes, LongConsumer progress)
            throws AtomizableException {
        MarketLoad load = new MarketLoad(jobs, gpus);
        for (int minute = 0; minute < warmUpMinutes; minute++) {
            load.time.advance(MINUTE);
            progress.accept(minute + 1);
        }
        load.jobs.forget();
        Statistics before = load.market.statistics();
        double cpuBefore = load.counted.cpuSeconds();
        List<Double> heap = new ArrayList<>();
        heap.add(liveMebibytes());
        for (int minute = 0; minute < minutes; minute++) {
            load.time.advance(MINUTE);
            heap.add(liveMebibytes());
            progress.accept(warmUpMinutes + minute + 1);
        }
        double cpu = load.counted.cpuSeconds() - cpuBefore;
        Report report = load.report(before, warmUpMinutes, minutes, cpu, heap);
        load.market.close();
        return report;
    }

    private Report report(Statistics before, int warmUp, int minutes, double cpu, List<Double> heap) {
        Statistics after = market.statistics();
        VirtualJobs.Counts seen = jobs.counts();
        double p50 = Ratios.rounded(seen.windowToGrant.quantile(0.5));
        double p99 = Ratios.rounded(seen.windowToGrant.quantile(0.99));
        double cpuPerMinute = Ratios.rounded(cpu / minutes);
        double used = Ratios.rounded((busy(after) - busy(before)) / (holes(after) - holes(before)));
        long unreported = seen.grants - seen.reports - seen.revoked - jobs.held();
        long violations = after.overrun() + after.silent() + after.outOfMemory();
        return new Report()
                .field("warmUpMinutes", (double) warmUp)
                .field("minutes", (double) minutes)
                .field("windows", seen.windows)
                .field("lapsed", seen.lapsed)
                .field("grants", seen.grants)
                .field("messages", seen.messages)
                .field("jobsFinished", seen.finished)
                .field("windowToGrantMillisP50", p50)
                .field("windowToGrantMillisP99", p99)
                .field("cpuSecondsPerMinute", cpuPerMinute)
                .field("usedShareOfHoles", used)
                .line(
                        "%d jobs, %d slices, a market alone, %d minutes of virtual time: %d windows, %d grants, %d messages",
                        jobCount, gpus.sliceCount(), minutes, seen.windows, seen.grants, seen.messages)
                .line(
                        "  window to grant %.1f ms (p50), %.1f ms (p99); %.2f s of CPU for a minute",
                        p50, p99, cpuPerMinute)
                .heap(heap, Slope.of(heap, 1))
                .field("revoked", seen.revoked)
                .field("unreported", unreported)
                .field("violations", violations)
                .line(
                        "  %d grants unreported, %d rules broken; %.0f %% of the holes used",
                        unreported, violations, 100 * used);
    }

    private static double busy(Statistics of) {
        return of.slices().stream()
                .mapToDouble(Statistics.SliceUse::busySeconds)
                .sum();
    }

    private static double holes(Statistics of) {
        return of.slices().stream()
                .mapToDouble(Statistics.SliceUse::holeSeconds)
                .sum();
    }

    private static double liveMebibytes() {
        System.gc();
        return Ratios.rounded(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (double) (1 << 20));
    }
}
