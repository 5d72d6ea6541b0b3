package org.atomizable.lab.market;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.cli.NamedWeights;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable market}. */
@Command(
        name = "market",
        mixinStandardHelpOptions = true,
        description = {
            "Lets a population of simulated jobs bid on the scheduler's market, in virtual time, and prints how much time each strategy"
                    + " got.",
            "Jobs for which no option sets a strategy are honest. If some jobs declare what is not true, the same jobs run once more,"
                    + " all honest, to show what that cost the honest ones."
        })
public final class MarketCommand implements Callable<Integer> {

    @Option(names = "--jobs", defaultValue = "20", description = "How many. Default: 20.")
    private int jobs;

    @Option(
            names = "--boasting",
            paramLabel = "SHARE",
            defaultValue = "0.2",
            description = "Declare the best that a bid may, and a deadline that they do not have. Default: 0.2.")
    private double boasting;

    @Option(
            names = "--false-deadline",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Declare a deadline that they do not have, and else what is true. Default: 0.")
    private double falseDeadline;

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

    @Option(
            names = "--weight",
            paramLabel = "FEATURE=X",
            description = "What the scheduler itself likes in bids, instead of the usual; repeatable, and together 1: "
                    + "area-filled, no-remnant, earliness, fairness-deficit, no-reconfiguration.")
    private Map<String, Double> weights = Map.of();

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
        if (!(lambda >= 0 && lambda <= 1)) {
            throw new IllegalArgumentException("--lambda must lie in [0, 1], was " + lambda);
        }
        atLeastOne("--jobs", jobs);
        atLeastOne("--slices", slices);
        atLeastOne("--minutes", minutes);
        Population population = population();
        ExperimentRules rules = new ExperimentRules(slices, minutes, exchange(), payments, seed);
        Population honest = population.allHonest();
        boolean compared = !honest.equals(population);
        ExperimentReport report;
        Optional<ExperimentReport> reference = Optional.empty();
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("minutes", compared ? 2L * minutes : minutes);
            report = MarketExperiment.run(population, rules, bar::at);
            if (compared) {
                reference = Optional.of(MarketExperiment.run(honest, rules, minute -> bar.at(minutes + minute)));
            }
        }
        ReportOutput output = new ReportOutput(report, reference, explain);
        if (json) {
            output.json(System.out);
        } else {
            output.table(System.out);
        }
        if (picture != null) {
            SharesPicture.write(picture, "%s jobs, %s slices, %s minutes".formatted(jobs, slices, minutes), report);
            if (!json) {
                System.out.println("wrote " + picture);
            }
        }
        return 0;
    }

    private static void atLeastOne(String option, int given) {
        if (given < 1) {
            throw new IllegalArgumentException("%s must be 1 or more, was %s".formatted(option, given));
        }
    }

    private BidClearingRules exchange() {
        BidClearingRules rules = BidClearingRules.PUBLISHED.composedBy(new Composite(lambda, 1 / patience));
        return weights.isEmpty()
                ? rules
                : rules.weighing(
                        NamedWeights.of("--weight", SchedulerFeature.values(), SchedulerFeature::word, weights));
    }

    private Population population() {
        Map<Strategy, Integer> counts = new EnumMap<>(Strategy.class);
        counts.put(Strategy.BOASTING, count("--boasting", boasting));
        counts.put(Strategy.FALSE_DEADLINE, count("--false-deadline", falseDeadline));
        counts.put(Strategy.EXAGGERATING, count("--exaggerating", exaggerating));
        counts.put(Strategy.SHADING, count("--shading", shading));
        counts.put(Strategy.SANDBAGGING, count("--sandbagging", sandbagging));
        counts.put(Strategy.BURSTY, count("--bursty", bursty));
        counts.put(Strategy.URGENT, count("--urgent", urgent));
        int others = counts.values().stream().mapToInt(Integer::intValue).sum();
        if (others > jobs) {
            throw new IllegalArgumentException("the shares come to %s jobs, there are %s".formatted(others, jobs));
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
}
