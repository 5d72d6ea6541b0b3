package org.atomizable.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.BareServer;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;

/**
 * Whole negotiations over loopback HTTP: a window is pushed to every job, each bids eight variants, the window is cleared, granted, accepted
 * and reported, and the next one is announced. The reference is a server of the same make that answers as many posts of next to nothing, and
 * does nothing.
 */
final class NegotiationMeasurement implements Measurement {

    private static final int JOBS = 100;
    private static final int THREADS = 8;
    /** Until both servers and the client are compiled: the bare one gets faster for tens of thousands of posts. */
    private static final int WARM_UP_ROUNDS = 10;

    /** Accept and report. */
    private static final int POSTS_AFTER_BIDS = 2;

    /** While the bare server is measured, a job holds its grant in silence, and keeps it. */
    private static final Duration PAUSE = Duration.ofMinutes(10);

    private static final double AIM = 0.4;

    private static final int MOST_JOBS = 120;

    private final int windows;

    /**
     * Makes it.
     *
     * @param windows how many are offered in each round
     */
    NegotiationMeasurement(int windows) {
        this.windows = windows;
    }

    @Override
    public Report measure(int rounds, Board board) throws Exception {
        TimeSource time = TimeSource.system();
        OfferRules offers = new OfferRules(
                        Duration.ZERO,
                        new OfferRules.Lengths(Duration.ofMillis(500), PAUSE),
                        OfferRules.Inquiry.within(Duration.ofSeconds(5)),
                        new OfferRules.Pauses(Duration.ZERO, Duration.ZERO))
                .withAudience(MOST_JOBS);
        SchedulerOptions options = SchedulerOptions.of(new AlwaysFree(
                        SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb").slices()))
                .offering(offers)
                .leasing(new LeaseRules(PAUSE, LeaseRules.DEFAULT.transit()));
        Board.Status making = board.status("making a job's variants");
        Ratios variantsMicros = VariantsBench.micros(time);
        making.remove();
        Ratios cyclesVsEcho = new Ratios();
        Ratios cycleNanos = new Ratios();
        Ratios echoNanos = new Ratios();
        Ratios latency;
        double bids;
        try (Scheduler scheduler = Scheduler.start(options, time);
                BareServer bare = BareServer.start();
                SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, time);
                SchedulerClient echo = SchedulerClient.of(bare.uri(), Backoff.DEFAULT, time);
                Negotiators negotiators = new Negotiators(client, THREADS, time)) {
            Board.Bar bar = board.bar("rounds", WARM_UP_ROUNDS + rounds);
            negotiators.register(JOBS);
            int posts = windows * (JOBS + POSTS_AFTER_BIDS);
            for (int round = 0; round < WARM_UP_ROUNDS; round++) {
                negotiators.nanosOf(windows);
                echo(echo, posts, time);
                bar.step();
            }
            negotiators.windowToGrantMillis();
            for (int round = 0; round < rounds; round++) {
                double cycle = (double) negotiators.nanosOf(windows) / windows;
                double each = (double) echo(echo, posts, time) / windows;
                cycleNanos.add(cycle);
                echoNanos.add(each);
                cyclesVsEcho.add(each / cycle);
                bar.step();
            }
            latency = negotiators.windowToGrantMillis();
            bids = bidsPerWindow(scheduler.statistics());
        }
        double echoCycles = 1e9 / echoNanos.median();
        double cycles = 1e9 / cycleNanos.median();
        return new Report()
                .field("jobs", JOBS)
                .rounded("bidsPerWindow", bids)
                .field("variantsPerBid", Negotiators.VARIANTS)
                .rounded("cyclesPerSecond", cycles)
                .rounded("echoCyclesPerSecond", echoCycles)
                .spread("cyclesVsEcho", cyclesVsEcho)
                .rounded("variantsMicros", variantsMicros.median())
                .rounded("windowToGrantMillisP50", latency.quantile(0.5))
                .rounded("windowToGrantMillisP99", latency.quantile(0.99))
                .line(
                        "%.0f windows a second, each bid for by %.1f of %s jobs with %s variants; a bare server answers as many posts"
                                + " for %.0f",
                        cycles, bids, JOBS, Negotiators.VARIANTS, echoCycles)
                .line("cyclesVsEcho   %s; aim: %s or more", cyclesVsEcho, AIM)
                .line("a job's variants of a window are made in %.1f us; aim: 50 or less", variantsMicros.median())
                .line("window to grant %.1f ms (p50), %.1f ms (p99)", latency.quantile(0.5), latency.quantile(0.99));
    }

    /** A job that is late is not waited for forever. The number of bids shows whether any was. */
    private static double bidsPerWindow(Statistics statistics) {
        double bids =
                statistics.jobs().stream().mapToLong(Statistics.JobUse::signals).sum();
        return bids / statistics.offered();
    }

    /** Posts so many empty messages, and returns how long that took. */
    private static long echo(SchedulerClient client, int posts, TimeSource time) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long began = time.nanos();
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < posts; i++) {
                all.add(threads.submit(() -> {
                    client.heartbeat("nothing", new HeartbeatMessage(0, 0));
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
            return time.nanos() - began;
        } finally {
            threads.shutdown();
        }
    }
}
