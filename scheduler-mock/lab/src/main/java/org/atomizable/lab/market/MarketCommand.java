package org.atomizable.lab.market;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.score.Composite;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable market}. */
@Command(
        name = "market",
        mixinStandardHelpOptions = true,
        description = {
            "Lets a population of simulated jobs bid for windows, in virtual time, and tells who got how much.",
            "Jobs that neither boast nor sandbag, and are neither bursty nor urgent, are honest. If some boast or sandbag, the same"
                    + " jobs are run once more, all honest, to tell what that cost the others."
        })
public final class MarketCommand implements Callable<Integer> {

    @Option(names = "--jobs", defaultValue = "20", description = "How many. Default: 20.")
    private int jobs;

    @Option(
            names = "--boasting",
            paramLabel = "SHARE",
            defaultValue = "0.2",
            description = "Declare the best. Default: 0.2.")
    private double boasting;

    @Option(
            names = "--exaggerating",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Declare half as much again. Default: 0.")
    private double exaggerating;

    @Option(
            names = "--shading",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Declare a tenth less. Default: 0.")
    private double shading;

    @Option(
            names = "--sandbagging",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Declare half. Default: 0.")
    private double sandbagging;

    @Option(names = "--bursty", paramLabel = "SHARE", defaultValue = "0", description = "Bid now and then. Default: 0.")
    private double bursty;

    @Option(names = "--urgent", paramLabel = "SHARE", defaultValue = "0", description = "Have deadlines. Default: 0.")
    private double urgent;

    @Option(names = "--slices", defaultValue = "3", description = "With a window each, every minute. Default: 3.")
    private int slices;

    @Option(names = "--minutes", defaultValue = "1500", description = "Of virtual time. Default: 1500.")
    private int minutes;

    @Option(names = "--lambda", defaultValue = "0.5", description = "The jobs' part in the score. Default: 0.5.")
    private double lambda;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "Waiting so long is worth as much as the best bid. Default: 600.")
    private double patience;

    @Option(names = "--no-calibration", description = "Believe every job, whatever it declared before.")
    private boolean uncalibrated;

    @Option(names = "--payments", description = "Let winners pay what their winning costs the others.")
    private boolean payments;

    @Option(names = "--seed", defaultValue = "1", description = "Default: 1.")
    private long seed;

    @Option(names = "--to", paramLabel = "PNG", description = "Draw shares and waiting into this file.")
    private @Nullable Path picture;

    @Option(names = "--explain", description = "Tell why the last clearing came out as it did.")
    private boolean explain;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    public MarketCommand() {}

    @Override
    public Integer call() throws Exception {
        if (!(patience > 0)) {
            throw new IllegalArgumentException("--patience must be more than 0 seconds, was " + patience);
        }
        Population population = population();
        LabRules rules =
                new LabRules(slices, minutes, new Composite(lambda, 1 / patience), !uncalibrated, payments, seed);
        Population honest = population.allHonest();
        boolean compared = !honest.equals(population);
        LabReport report;
        LabReport reference;
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("minutes", compared ? 2L * minutes : minutes);
            report = Lab.run(population, rules, bar::at);
            reference = compared ? Lab.run(honest, rules, minute -> bar.at(minutes + minute)) : report;
        }
        if (picture != null) {
            SharesPicture.write(picture, "%d jobs, %d slices, %d minutes".formatted(jobs, slices, minutes), report);
        }
        tell(report, reference, compared);
        return 0;
    }

    private Population population() {
        Map<Strategy, Integer> counts = new EnumMap<>(Strategy.class);
        counts.put(Strategy.BOASTING, count("--boasting", boasting));
        counts.put(Strategy.EXAGGERATING, count("--exaggerating", exaggerating));
        counts.put(Strategy.SHADING, count("--shading", shading));
        counts.put(Strategy.SANDBAGGING, count("--sandbagging", sandbagging));
        counts.put(Strategy.BURSTY, count("--bursty", bursty));
        counts.put(Strategy.URGENT, count("--urgent", urgent));
        int others = counts.values().stream().mapToInt(Integer::intValue).sum();
        if (others > jobs) {
            throw new IllegalArgumentException("the shares come to %d jobs, there are %d".formatted(others, jobs));
        }
        counts.put(Strategy.HONEST, jobs - others);
        counts.values().removeIf(count -> count == 0);
        return new Population(counts);
    }

    private int count(String option, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("%s must lie in [0, 1], was %s".formatted(option, share));
        }
        return (int) Math.round(share * jobs);
    }

    /** What honest jobs lost by the others' lies; 0 if there are none. */
    private static double honestLoss(LabReport report, LabReport reference) {
        LabReport.Outcome first = report.outcomes().get(0);
        return first.strategy() == Strategy.HONEST ? report.loss(reference, first.jobs()) : 0;
    }

    private void tell(LabReport report, LabReport reference, boolean compared) throws Exception {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("utilization", report.utilization());
            fields.put("jain", report.jain());
            fields.put("optimalShare", report.optimal());
            if (compared) {
                fields.put("honestLoss", honestLoss(report, reference));
            }
            fields.put("strategies", report.outcomes());
            if (explain) {
                fields.put("last", report.last());
            }
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
            return;
        }
        System.out.printf(
                Locale.ROOT,
                "%-12s %5s %8s %8s %8s %12s %12s %9s %6s%n",
                "strategy",
                "jobs",
                "share",
                "fair",
                "later",
                "mean wait",
                "longest",
                "gain",
                "rho");
        for (LabReport.Outcome it : report.outcomes()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %5d %7.2f%% %7.2f%% %7.2f%% %10.0f s %10.0f s %9.1f %6.2f%n",
                    it.strategy().name().toLowerCase(Locale.ROOT),
                    it.jobs(),
                    100 * it.share(),
                    100 * it.fairShare(),
                    100 * it.laterShare(),
                    it.meanWaitSeconds(),
                    it.longestWaitSeconds(),
                    it.gain(),
                    it.rho());
        }
        System.out.printf(
                Locale.ROOT,
                "utilization %.1f %%, Jain's index of tenants %.4f, %.1f %% of clearings proved optimal%n",
                100 * report.utilization(),
                report.jain(),
                100 * report.optimal());
        if (compared) {
            System.out.printf(
                    Locale.ROOT,
                    "honest jobs lost %.2f %% against a population of which all are honest%n",
                    100 * honestLoss(report, reference));
        }
        if (explain) {
            explain(report);
        }
        if (picture != null) {
            System.out.println("wrote " + picture);
        }
    }

    private static void explain(LabReport report) {
        System.out.printf(
                Locale.ROOT,
                "%nthe last clearing; its weight would have been that much less with a bid that lost%n%-9s %-12s %-9s %6s %5s %9s %8s"
                        + " %7s %8s  %s%n",
                "job",
                "strategy",
                "variant",
                "own",
                "rho",
                "scheduler",
                "waited",
                "score",
                "weight",
                "outcome");
        for (Explained it : report.last()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-9s %-12s %-9s %6.3f %5.2f %9.3f %6.0f s %7.3f %8.2f  %s%n",
                    it.job(),
                    it.strategy().name().toLowerCase(Locale.ROOT),
                    it.variant(),
                    it.own(),
                    it.rho(),
                    it.seen(),
                    it.waitedSeconds(),
                    it.score(),
                    it.weight(),
                    it.won() ? "won" : String.format(Locale.ROOT, "lost by %.2f", it.lostBy()));
        }
    }
}
