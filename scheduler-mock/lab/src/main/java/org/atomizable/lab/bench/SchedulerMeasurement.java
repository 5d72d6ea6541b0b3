package org.atomizable.lab.bench;

import java.util.List;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The cost of many jobs for one scheduler: a whole one, in a process of its own with a journal and tokens, in real time over loopback HTTP,
 * and a market alone in virtual time. Jobs bid for what they are asked about, accept, beat, report, some early, and are followed by new ones
 * when they have finished.
 */
final class SchedulerMeasurement implements Measurement {

    private static final int JOBS = 2000;
    private static final int SLICES = 200;
    private static final int AUDIENCE = OfferRules.DEFAULT.audience();

    /** Minutes until all that is kept of the past, and forgotten at last, is as much as there can be. */
    private static final int VIRTUAL_WARM_UP = 20;

    private final int warmUp;
    private final int seconds;

    /**
     * Makes it.
     *
     * @param warmUp seconds of real time until the scheduler's code is compiled
     * @param seconds of real time after that
     */
    SchedulerMeasurement(int warmUp, int seconds) {
        this.warmUp = warmUp;
        this.seconds = seconds;
    }

    @Override
    public Report measure(int virtualMinutes, Board board) throws Exception {
        SliceCount layout = SliceCount.of(SLICES);
        Board.Bar bar = board.bar("seconds", warmUp + seconds);
        SchedulerLoad.Figures real = SchedulerLoad.run(JOBS, layout, AUDIENCE, warmUp, seconds, bar::at);
        Board.Bar virtualBar = board.bar("virtual minutes", VIRTUAL_WARM_UP + virtualMinutes);
        MarketLoad.Figures virtual =
                MarketLoad.run(JOBS, layout, AUDIENCE, VIRTUAL_WARM_UP, virtualMinutes, virtualBar::at);
        Report report = new Report()
                .field("jobs", JOBS)
                .field("slices", SLICES)
                .field("audience", AUDIENCE)
                .field("real", real)
                .field("virtual", virtual);
        tell(report, real);
        tell(report, virtual);
        return report;
    }

    private static void tell(Report report, SchedulerLoad.Figures of) {
        report.line(
                "%d jobs, %d slices, %d cores, %.1f minutes of real time: %.0f windows, %.0f bids and %.0f grants a second",
                JOBS,
                SLICES,
                of.cores(),
                of.minutes(),
                of.windowsPerSecond(),
                of.bidsPerSecond(),
                of.grantsPerSecond());
        report.line(
                "  window to grant %.1f ms (p50), %.1f ms (p99), %.1f times a bare request meanwhile (p99 of both)",
                of.windowToGrantMillisP50(), of.windowToGrantMillisP99(), of.grantVsProbe());
        report.line(
                "  a bid there and back %.1f ms (p50), %.1f ms (p99); a bare request %.1f and %.1f ms",
                of.bidMillisP50(), of.bidMillisP99(), of.probeMillisP50(), of.probeMillisP99());
        report.line(
                "  the scheduler took %.0f %% of the cores, its jobs' process %.0f %%; %s MiB resident",
                100 * of.schedulerShareOfCores(), 100 * of.benchShareOfCores(), of.residentMebibytes());
        tell(report, of.heapMebibytes(), of.heapGrowth());
        report.line(
                "  refused: %s; %d grants unreported, %d rules broken; %.0f %% of the holes used",
                of.refusals(), of.unreported(), of.violations(), 100 * of.usedShareOfHoles());
    }

    private static void tell(Report report, MarketLoad.Figures of) {
        report.line(
                "%d jobs, %d slices, a market alone, %.0f minutes of virtual time: %d windows, %d grants, %d messages",
                JOBS, SLICES, of.minutes(), of.windows(), of.grants(), of.messages());
        report.line(
                "  window to grant %.1f ms (p50), %.1f ms (p99); %.2f s of CPU for a minute",
                of.windowToGrantMillisP50(), of.windowToGrantMillisP99(), of.cpuSecondsPerMinute());
        tell(report, of.heapMebibytes(), of.heapGrowth());
        report.line(
                "  %d grants unreported, %d rules broken; %.0f %% of the holes used",
                of.unreported(), of.violations(), 100 * of.usedShareOfHoles());
    }

    private static void tell(Report report, List<Double> heap, Slope growth) {
        report.line(
                "  alive on its heap %s MiB: %.2f MiB a minute, give or take %.2f",
                heap, growth.perMinute(), growth.plusMinus());
    }
}
