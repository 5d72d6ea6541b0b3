package org.atomizable.lab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.Ratios;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.packing.Demands;
import org.atomizable.scheduler.packing.FirstFit;
import org.atomizable.scheduler.packing.Fragmentation;
import org.atomizable.scheduler.packing.FragmentationGradient;
import org.atomizable.scheduler.packing.FragmentationOverTime;
import org.atomizable.scheduler.packing.LargestFreeRun;
import org.atomizable.scheduler.packing.Packing;
import org.atomizable.scheduler.packing.Trial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench packing}. */
@Command(
        name = "packing",
        mixinStandardHelpOptions = true,
        description = {
            "Lets four ways to place MIG instances serve the same generated demands, in virtual time, and compares the fragmentation"
                    + " they leave.",
            "The figures depend on the sequences alone, not on the machine."
        })
final class PackingBenchCommand implements Callable<Integer> {

    private static final String OURS = "fragmentation-over-time";
    private static final double TWO_SIDED_95 = 1.96;

    private record Round(Map<String, Trial.Outcome> outcomes) {
        Trial.Outcome of(String policy) {
            Trial.Outcome outcome = outcomes.get(policy);
            if (outcome == null) {
                throw new IllegalArgumentException("no packing is called " + policy);
            }
            return outcome;
        }
    }

    @Option(names = "--sequences", defaultValue = "1000", description = "Of demands (default: ${DEFAULT-VALUE}).")
    private int sequences;

    @Option(names = "--demands", defaultValue = "200", description = "In each sequence (default: ${DEFAULT-VALUE}).")
    private int demands;

    @Option(names = "--gpus", defaultValue = "4", description = "How many GPUs serve them (default: ${DEFAULT-VALUE}).")
    private int gpus;

    @Option(
            names = "--product",
            defaultValue = "H100-SXM-80GB",
            description =
                    "Which GPUs; the published placements of all known products are alike (default: ${DEFAULT-VALUE}).")
    private String product = "H100-SXM-80GB";

    @Option(
            names = "--early",
            defaultValue = "0",
            description = "Share of holders that are gone before their declared end (default: ${DEFAULT-VALUE}).")
    private double early;

    @Option(names = "--seed", defaultValue = "1", description = "Of the first sequence (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    PackingBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (sequences < 1 || demands < 1 || gpus < 1 || !(early >= 0 && early <= 1)) {
            throw new IllegalArgumentException(
                    "--sequences, --demands and --gpus must be 1 or more, and --early between 0 and 1");
        }
        MigGeometry geometry = MigGeometry.of(product);
        List<Round> rounds;
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("sequences", sequences);
            AtomicLong done = new AtomicLong();
            rounds = LongStream.range(seed, seed + sequences)
                    .parallel()
                    .mapToObj(each -> {
                        Round round = round(geometry, each);
                        bar.at(done.incrementAndGet());
                        return round;
                    })
                    .toList();
        }
        tell(rounds);
        return 0;
    }

    private Round round(MigGeometry geometry, long number) {
        Demands drawn = Demands.drawn(geometry, gpus, demands, early, number);
        Fragmentation measure = new Fragmentation(drawn.mix());
        Map<String, Packing> packings = new LinkedHashMap<>();
        packings.put("first-fit", new FirstFit());
        packings.put("largest-free-run", new LargestFreeRun());
        packings.put("fragmentation-gradient", new FragmentationGradient(measure));
        packings.put(OURS, new FragmentationOverTime(measure));
        Map<String, Trial.Outcome> outcomes = new LinkedHashMap<>();
        packings.forEach((name, it) -> outcomes.put(name, Trial.of(geometry, gpus, drawn, measure, it)));
        return new Round(outcomes);
    }

    private void tell(List<Round> rounds) throws Exception {
        List<String> names = new ArrayList<>(rounds.get(0).outcomes().keySet());
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name : names) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("fragmentation", mean(rounds, it -> it.of(name).fragmentation()));
            row.put("served", mean(rounds, it -> it.of(name).served()));
            row.put("utilization", mean(rounds, it -> it.of(name).utilization()));
            row.put("repartitioningSeconds", mean(rounds, it -> it.of(name).repartitioning()));
            if (!name.equals(OURS)) {
                Ratios more = new Ratios();
                rounds.forEach(
                        it -> more.add(it.of(name).fragmentation() - it.of(OURS).fragmentation()));
                row.put("moreThanOurs", Ratios.rounded(more.mean()));
                row.put("plusMinus", Ratios.rounded(halfWidth(more, rounds, name)));
                row.put(
                        "oursAtMostAsMuch",
                        Ratios.rounded((double) rounds.stream()
                                        .filter(it -> it.of(OURS).fragmentation()
                                                <= it.of(name).fragmentation())
                                        .count()
                                / rounds.size()));
            }
            fields.put(name, row);
        }
        if (json) {
            fields.put("sequences", rounds.size());
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
            return;
        }
        System.out.printf("%s sequences of %s demands on %s %s%n", rounds.size(), demands, gpus, product);
        System.out.printf("%-24s %13s %7s %11s %9s%n", "", "fragmentation", "served", "utilization", "seconds");
        for (String name : names) {
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %13.4f %7.4f %11.4f %9.3f%n",
                    name,
                    mean(rounds, it -> it.of(name).fragmentation()),
                    mean(rounds, it -> it.of(name).served()),
                    mean(rounds, it -> it.of(name).utilization()),
                    mean(rounds, it -> it.of(name).repartitioning()));
        }
    }

    /** Half of the 95 % interval of the mean difference, sequence by sequence. */
    private static double halfWidth(Ratios more, List<Round> rounds, String name) {
        double mean = more.mean();
        double squares = rounds.stream()
                .mapToDouble(it -> it.of(name).fragmentation() - it.of(OURS).fragmentation() - mean)
                .map(it -> it * it)
                .sum();
        return TWO_SIDED_95 * Math.sqrt(squares / Math.max(1, rounds.size() - 1) / rounds.size());
    }

    private static double mean(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Ratios.rounded(rounds.stream().mapToDouble(figure).average().orElse(0));
    }
}
