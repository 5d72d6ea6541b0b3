package org.atomizable.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.Ratios;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.BareServer;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench negotiation}. */
@Command(
        name = "negotiation",
        mixinStandardHelpOptions = true,
        description = {
            "Measures whole negotiations over loopback HTTP: a window is pushed to every job, each bids eight variants, the"
                    + " window is cleared, granted, accepted and reported, and the next one is announced.",
            "The reference is a server of the same make that answers as many posts of next to nothing, and does nothing."
        })
final class NegotiationBenchCommand implements Callable<Integer> {

    private static final int THREADS = 8;
    /** Until both servers and the client are compiled: the bare one gets faster for tens of thousands of posts. */
    private static final int WARM_UP_ROUNDS = 10;

    /** Accept and report. */
    private static final int POSTS_AFTER_BIDS = 2;

    /** While the bare server is measured, a job holds its grant in silence, and keeps it. */
    private static final Duration PAUSE = Duration.ofMinutes(10);

    private static final double AIM = 0.4;

    private static final int MOST_JOBS = 120;

    @Option(names = "--jobs", defaultValue = "100", description = "How many bid, 1 to 120. Default: 100.")
    private int jobs;

    @Option(names = "--variants", defaultValue = "8", description = "In each bid, 1 to 8. Default: 8.")
    private int variants;

    @Option(names = "--rounds", defaultValue = "15", description = "How many. Default: 15.")
    private int rounds;

    @Option(names = "--windows", defaultValue = "100", description = "In each round. Default: 100.")
    private int windows;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    NegotiationBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (jobs < 1 || jobs > MOST_JOBS || variants < 1 || variants > 8 || rounds < 1 || windows < 1) {
            throw new IllegalArgumentException(
                    "--jobs must be 1 to 120, --variants 1 to 8, --rounds and --windows 1 or more, were %s, %s, %s and %s"
                            .formatted(jobs, variants, rounds, windows));
        }
        TimeSource time = TimeSource.system();
        OfferRules offers = new OfferRules(
                        Duration.ZERO,
                        Duration.ofMillis(500),
                        PAUSE,
                        Duration.ofSeconds(5),
                        Duration.ZERO,
                        Duration.ZERO)
                .withAudience(MOST_JOBS);
        SchedulerOptions options = SchedulerOptions.of(new AlwaysFree(
                        SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb").slices()))
                .offering(offers)
                .leasing(new LeaseRules(PAUSE, LeaseRules.DEFAULT.transit()));
        Ratios variantsMicros;
        try (Board board = Board.onStandardError()) {
            board.showing("making a job's variants");
            variantsMicros = new VariantsBench(time).micros();
        }
        Ratios cyclesVsEcho = new Ratios();
        Ratios cycleNanos = new Ratios();
        Ratios echoNanos = new Ratios();
        Ratios latency;
        double bids;
        try (Board board = Board.onStandardError();
                Scheduler scheduler = Scheduler.start(options, time);
                BareServer bare = BareServer.start();
                SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, time);
                SchedulerClient echo = SchedulerClient.of(bare.uri(), Backoff.DEFAULT, time);
                Negotiators negotiators = new Negotiators(client, variants, THREADS, time)) {
            Board.Bar bar = board.bar("rounds", WARM_UP_ROUNDS + rounds);
            negotiators.register(jobs);
            int posts = windows * (jobs + POSTS_AFTER_BIDS);
            for (int round = 0; round < WARM_UP_ROUNDS; round++) {
                negotiators.nanosOf(windows);
                echo(echo, posts, time);
                bar.at(round + 1);
            }
            negotiators.windowToGrantMillis();
            for (int round = 0; round < rounds; round++) {
                double cycle = (double) negotiators.nanosOf(windows) / windows;
                double each = (double) echo(echo, posts, time) / windows;
                cycleNanos.add(cycle);
                echoNanos.add(each);
                cyclesVsEcho.add(each / cycle);
                bar.at(WARM_UP_ROUNDS + round + 1);
            }
            latency = negotiators.windowToGrantMillis();
            bids = bidsPerWindow(scheduler.statistics());
        }
        tell(cyclesVsEcho, cycleNanos, echoNanos, latency, bids, variantsMicros);
        return 0;
    }

    /** Whoever is late is not waited for for ever; this tells whether anybody was. */
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

    private void tell(
            Ratios cyclesVsEcho, Ratios cycle, Ratios echo, Ratios latency, double bids, Ratios variantsMicros)
            throws Exception {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("jobs", jobs);
            fields.put("bidsPerWindow", Ratios.rounded(bids));
            fields.put("variantsPerBid", variants);
            fields.put("cyclesPerSecond", Ratios.rounded(1e9 / cycle.median()));
            fields.put("echoCyclesPerSecond", Ratios.rounded(1e9 / echo.median()));
            fields.put("cyclesVsEcho", Ratios.rounded(cyclesVsEcho.median()));
            fields.put("cyclesVsEchoSpread", cyclesVsEcho.spread());
            fields.put("variantsMicros", Ratios.rounded(variantsMicros.median()));
            fields.put("windowToGrantMillisP50", Ratios.rounded(latency.quantile(0.5)));
            fields.put("windowToGrantMillisP99", Ratios.rounded(latency.quantile(0.99)));
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
            return;
        }
        System.out.printf(
                Locale.ROOT,
                "%.0f windows a second, each bid for by %.1f of %s jobs with %s variants; a bare server answers as many posts"
                        + " for %.0f%n",
                1e9 / cycle.median(),
                bids,
                jobs,
                variants,
                1e9 / echo.median());
        System.out.println("cyclesVsEcho   " + cyclesVsEcho + "; aim: " + AIM + " or more");
        System.out.printf(
                Locale.ROOT,
                "a job's variants of a window are made in %.1f us; aim: 50 or less%n",
                variantsMicros.median());
        System.out.printf(
                Locale.ROOT,
                "window to grant %.1f ms (p50), %.1f ms (p99)%n",
                latency.quantile(0.5),
                latency.quantile(0.99));
    }
}
