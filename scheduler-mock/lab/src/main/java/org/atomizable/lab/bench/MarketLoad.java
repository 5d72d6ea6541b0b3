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

    private static final int MOST_JOBS = 5000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** By how much the bound of a subjob's time is above what it takes, in virtual time where nobody is late. */
    private static final double SLACK_SECONDS = 0.05;

    private final VirtualTime time = VirtualTime.create();
    private final CountedTime counted = new CountedTime(time);
    private final VirtualJobs jobs;
    private final Market market;

    private MarketLoad(int count, SliceCount slices, int audience, long seed) throws AtomizableException {
        Crowd crowd = new Crowd(seed, SLACK_SECONDS);
        this.jobs = new VirtualJobs(time, counted, crowd);
        SimulatedNode node = new SimulatedNode(
                slices.slices(), Load.DEFAULT.withOpenAtOnce(slices.slices().size()), seed, time.now());
        MarketRules rules = new MarketRules(
                OfferRules.DEFAULT.withAudience(audience), SelectionPolicy.usual(), LeaseRules.DEFAULT, MOST_JOBS);
        this.market = new Market(counted, node, rules, jobs, jobs);
        jobs.arrive(market, count);
    }

    /**
     * The figures after the warm-up.
     *
     * @param windowToGrantMillisP50 in virtual time: what the rules make one wait
     * @param cpuSecondsPerMinute of the market, for a minute of virtual time
     * @param usedShareOfHoles how much of the time in which nothing was reserved was leased
     * @param heapMebibytes what is alive, the jobs' own included, at the end of the warm-up and of each minute
     * @param heapGrowth of that, in mebibytes
     * @param unreported grants that were neither reported nor revoked and are not held
     * @param violations overruns, silence, and memory beyond what was granted
     */
    public record Figures(
            double warmUpMinutes,
            double minutes,
            long windows,
            long lapsed,
            long grants,
            long messages,
            long jobsFinished,
            double windowToGrantMillisP50,
            double windowToGrantMillisP99,
            double cpuSecondsPerMinute,
            double usedShareOfHoles,
            List<Double> heapMebibytes,
            Slope heapGrowth,
            long revoked,
            long unreported,
            long violations) {}

    public static Figures run(
            int jobs, SliceCount slices, int audience, int warmUpMinutes, int minutes, LongConsumer progress)
            throws AtomizableException {
        MarketLoad load = new MarketLoad(jobs, slices, audience, 1);
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
        Figures figures = load.figures(before, warmUpMinutes, minutes, cpu, heap);
        load.market.close();
        return figures;
    }

    private Figures figures(Statistics before, int warmUp, int minutes, double cpu, List<Double> heap) {
        Statistics after = market.statistics();
        VirtualJobs.Seen seen = jobs.seen();
        return new Figures(
                warmUp,
                minutes,
                seen.windows(),
                seen.lapsed(),
                seen.grants(),
                seen.messages(),
                seen.finished(),
                Ratios.rounded(seen.windowToGrant().quantile(0.5)),
                Ratios.rounded(seen.windowToGrant().quantile(0.99)),
                Ratios.rounded(cpu / minutes),
                Ratios.rounded((busy(after) - busy(before)) / (holes(after) - holes(before))),
                List.copyOf(heap),
                Slope.of(heap, 1),
                seen.revoked(),
                seen.grants() - seen.reports() - seen.revoked() - seen.held(),
                after.overrun() + after.silent() + after.outOfMemory());
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
