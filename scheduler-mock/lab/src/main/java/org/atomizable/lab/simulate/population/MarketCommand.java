package org.atomizable.lab.simulate.population;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.clear.BidClearingRules;
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

    /** Decimal fractions such as 0.1 are no sums of powers of 2. */
    private static final double ROUNDING = 1e-9;

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

    @Option(names = "--payments", description = "Let winners pay what their winning costs the others.")
    private boolean payments;

    @Option(names = "--seed", defaultValue = "1", description = "Default: 1.")
    private long seed;

    @Option(names = "--explain", description = "Tell why the last clearing came out as it did.")
    private boolean explain;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    public MarketCommand() {}

    @Override
    public Integer call() throws Exception {
        Population population = population();
        MarketExperiment experiment = new MarketExperiment(slices, minutes, BidClearingRules.PUBLISHED, payments, seed);
        Population honest = population.allHonest();
        boolean compared = !honest.equals(population);
        ExperimentReport report;
        Optional<ExperimentReport> reference = Optional.empty();
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("minutes", compared ? 2L * minutes : minutes);
            report = experiment.run(population, bar::at);
            if (compared) {
                reference = Optional.of(experiment.run(honest, minute -> bar.at(minutes + minute)));
            }
        }
        ReportOutput output = new ReportOutput(report, reference, explain);
        if (json) {
            output.json(System.out);
        } else {
            output.table(System.out);
        }
        return 0;
    }

    private Population population() {
        Map<Strategy, Double> shares = new EnumMap<>(Strategy.class);
        shares.put(Strategy.BOASTING, share("--boasting", boasting));
        shares.put(Strategy.FALSE_DEADLINE, share("--false-deadline", falseDeadline));
        shares.put(Strategy.EXAGGERATING, share("--exaggerating", exaggerating));
        shares.put(Strategy.SHADING, share("--shading", shading));
        shares.put(Strategy.SANDBAGGING, share("--sandbagging", sandbagging));
        shares.put(Strategy.BURSTY, share("--bursty", bursty));
        shares.put(Strategy.URGENT, share("--urgent", urgent));
        Map<Strategy, Integer> counts = new EnumMap<>(Strategy.class);
        double sum = 0;
        for (Map.Entry<Strategy, Double> each : shares.entrySet()) {
            // Rounded together, so that shares of 1 in all are all jobs.
            long before = Math.round(sum * jobs);
            sum += each.getValue();
            counts.put(each.getKey(), (int) (Math.round(sum * jobs) - before));
        }
        if (sum > 1 + ROUNDING) {
            throw new IllegalArgumentException("the shares of jobs must add up to 1 at most, was " + sum);
        }
        counts.merge(
                Strategy.HONEST,
                jobs - counts.values().stream().mapToInt(Integer::intValue).sum(),
                Integer::sum);
        counts.values().removeIf(count -> count == 0);
        return new Population(counts);
    }

    private static double share(String option, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("%s must lie in [0, 1], was %s".formatted(option, share));
        }
        return share;
    }
}
