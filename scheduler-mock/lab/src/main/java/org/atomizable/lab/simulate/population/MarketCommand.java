package org.atomizable.lab.simulate.population;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
            names = "--strategies",
            paramLabel = "NAME=SHARE",
            split = ",",
            description = {
                "Shares of the jobs that are not honest, such as boasting=0.2,bursty=0.1. Default: boasting=0.2. Names:",
                "boasting: declare the best that a bid may, and a deadline that they do not have;",
                "false-deadline: declare a deadline that they do not have, and else what is true;",
                "exaggerating: declare half as much again; shading: a tenth less; sandbagging: half;",
                "bursty: bid now and then; urgent: have deadlines."
            })
    private Map<String, Double> strategies = Map.of("boasting", 0.2);

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
        strategies.forEach((name, share) -> shares.put(strategy(name), share(name, share)));
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

    private static Strategy strategy(String name) {
        return Arrays.stream(Strategy.values())
                .filter(it -> it != Strategy.HONEST && it.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no strategy \"%s\"; there are %s"
                        .formatted(
                                name,
                                Arrays.stream(Strategy.values())
                                        .filter(it -> it != Strategy.HONEST)
                                        .map(Strategy::word)
                                        .collect(Collectors.joining(", ")))));
    }

    private static double share(String strategy, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of %s must lie in [0, 1], was %s".formatted(strategy, share));
        }
        return share;
    }
}
