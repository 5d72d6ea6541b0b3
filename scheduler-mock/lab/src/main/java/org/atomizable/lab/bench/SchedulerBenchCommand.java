package org.atomizable.lab.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.Slope;
import org.atomizable.scheduler.offer.OfferRules;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench scheduler}. */
@Command(
        name = "scheduler",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what it costs one scheduler to carry many jobs: a whole one, in a process of its own with a journal and tokens,"
                    + " in real time over loopback HTTP, and a market alone in virtual time.",
            "Jobs bid for what they are asked about, accept, beat, report, some early, and are followed by new ones when they have finished."
        })
final class SchedulerBenchCommand implements Callable<Integer> {

    private static final int MOST_JOBS = 4000;

    @Option(names = "--jobs", defaultValue = "2000", description = "How many, 1 to 4000. Default: 2000.")
    private int jobs;

    @Option(names = "--slices", defaultValue = "200", description = "Simulated. Default: 200.")
    private int slices;

    @Option(
            names = "--virtual-minutes",
            defaultValue = "10",
            description = "Of virtual time, after its warm-up; 0 leaves that part out. Default: 10.")
    private int virtualMinutes;

    @Option(
            names = "--virtual-warm-up",
            paramLabel = "MINUTES",
            defaultValue = "20",
            description =
                    "Until whatever is kept of the past, and forgotten at last, is as much as there can be. Default: 20.")
    private int virtualWarmUp;

    @Option(
            names = "--audience",
            paramLabel = "N",
            description = "How many jobs are asked at a time about one window (default: ${DEFAULT-VALUE}).")
    private int audience = OfferRules.DEFAULT.audience();

    @Option(
            names = "--minutes",
            defaultValue = "2",
            description = "Of real time, after its warm-up; 0 leaves that part out. Default: 2.")
    private double minutes;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Until the scheduler's code is compiled. Default: 60.")
    private int warmUp;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    SchedulerBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        requireSense();
        SliceCount layout = SliceCount.of(slices);
        Optional<MarketLoad.Figures> virtual = Optional.empty();
        Optional<SchedulerLoad.Figures> real = Optional.empty();
        try (Board board = Board.onStandardError()) {
            if (minutes > 0) {
                int seconds = (int) Math.ceil(minutes * 60);
                Board.Bar bar = board.bar("seconds", warmUp + seconds);
                real = Optional.of(SchedulerLoad.run(jobs, layout, audience, warmUp, seconds, bar::at));
            }
            if (virtualMinutes > 0) {
                Board.Bar bar = board.bar("virtual minutes", virtualWarmUp + virtualMinutes);
                virtual = Optional.of(MarketLoad.run(jobs, layout, audience, virtualWarmUp, virtualMinutes, bar::at));
            }
        }
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("jobs", jobs);
            fields.put("slices", slices);
            fields.put("audience", audience);
            real.ifPresent(it -> fields.put("real", it));
            virtual.ifPresent(it -> fields.put("virtual", it));
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
        } else {
            real.ifPresent(this::tell);
            virtual.ifPresent(this::tell);
        }
        return 0;
    }

    private void requireSense() {
        if (jobs < 1 || jobs > MOST_JOBS || audience < 1) {
            throw new IllegalArgumentException("--jobs must be 1 to %s and --audience 1 or more, were %s and %s"
                    .formatted(MOST_JOBS, jobs, audience));
        }
        if (!(minutes >= 0) || warmUp < 0 || virtualMinutes < 0 || virtualWarmUp < 0) {
            throw new IllegalArgumentException("no time may be less than 0");
        }
    }

    private void tell(SchedulerLoad.Figures of) {
        System.out.printf(
                Locale.ROOT,
                "%d jobs, %d slices, %d cores, %.1f minutes of real time: %.0f windows, %.0f bids and %.0f grants a second%n",
                jobs,
                slices,
                of.cores(),
                of.minutes(),
                of.windowsPerSecond(),
                of.bidsPerSecond(),
                of.grantsPerSecond());
        System.out.printf(
                Locale.ROOT,
                "  window to grant %.1f ms (p50), %.1f ms (p99), %.1f times a bare request meanwhile (p99 of both)%n",
                of.windowToGrantMillisP50(),
                of.windowToGrantMillisP99(),
                of.grantVsProbe());
        System.out.printf(
                Locale.ROOT,
                "  a bid there and back %.1f ms (p50), %.1f ms (p99); a bare request %.1f and %.1f ms%n",
                of.bidMillisP50(),
                of.bidMillisP99(),
                of.probeMillisP50(),
                of.probeMillisP99());
        System.out.printf(
                Locale.ROOT,
                "  the scheduler took %.0f %% of the cores, its jobs' process %.0f %%; %s MiB resident%n",
                100 * of.schedulerShareOfCores(),
                100 * of.benchShareOfCores(),
                of.residentMebibytes());
        tell(of.heapMebibytes(), of.heapGrowth());
        System.out.printf(
                Locale.ROOT,
                "  refused: %s; %d grants unreported, %d rules broken; %.0f %% of the holes used%n",
                of.refusals(),
                of.unreported(),
                of.violations(),
                100 * of.usedShareOfHoles());
    }

    private void tell(MarketLoad.Figures of) {
        System.out.printf(
                Locale.ROOT,
                "%d jobs, %d slices, a market alone, %.0f minutes of virtual time: %d windows, %d grants, %d messages%n",
                jobs,
                slices,
                of.minutes(),
                of.windows(),
                of.grants(),
                of.messages());
        System.out.printf(
                Locale.ROOT,
                "  window to grant %.1f ms (p50), %.1f ms (p99); %.2f s of CPU for a minute%n",
                of.windowToGrantMillisP50(),
                of.windowToGrantMillisP99(),
                of.cpuSecondsPerMinute());
        tell(of.heapMebibytes(), of.heapGrowth());
        System.out.printf(
                Locale.ROOT,
                "  %d grants unreported, %d rules broken; %.0f %% of the holes used%n",
                of.unreported(),
                of.violations(),
                100 * of.usedShareOfHoles());
    }

    private static void tell(List<Double> heap, Slope growth) {
        System.out.printf(
                Locale.ROOT,
                "  alive on its heap %s MiB: %.2f MiB a minute, give or take %.2f%n",
                heap,
                growth.perMinute(),
                growth.plusMinus());
    }
}
