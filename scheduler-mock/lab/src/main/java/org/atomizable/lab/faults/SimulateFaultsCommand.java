package org.atomizable.lab.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable simulate-faults}. */
@Command(
        name = "simulate-faults",
        mixinStandardHelpOptions = true,
        description = {
            "Runs agents, workers, scheduler and checkpoint stores in virtual time while messages are lost, "
                    + "processes die, disks fail and clocks run apart, and checks every promise at each step.",
            "Everything follows from the seed: run one that fails with --seed, --log and --shrink. The exit "
                    + "code is 1 if a promise was broken."
        })
public final class SimulateFaultsCommand implements Callable<Integer> {

    /** Kept, as its level is forgotten with it. What a store warns of here happens to nobody. */
    private static final Logger STORES = Logger.getLogger("org.atomizable.checkpoint");

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "500", description = "How many. Default: 500.")
    private long seeds;

    @Option(names = "--from", paramLabel = "SEED", defaultValue = "1", description = "The first one. Default: 1.")
    private long from;

    @Option(names = "--seed", paramLabel = "SEED", description = "Run this one alone, and draw what happened.")
    private @Nullable Long seed;

    @Option(names = "--log", paramLabel = "FILE", description = "With --seed: write every event there.")
    private @Nullable Path log;

    @Option(names = "--shrink", description = "With --seed: look for fewer faults and fewer jobs that fail as well.")
    private boolean shrink;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    public SimulateFaultsCommand() {}

    @Override
    public Integer call() throws Exception {
        if (seeds < 1) {
            throw new IllegalArgumentException("--seeds must be 1 or more, was " + seeds);
        }
        if (seed == null && (log != null || shrink)) {
            throw new IllegalArgumentException("--log and --shrink need one seed: name it with --seed");
        }
        STORES.setLevel(Level.OFF);
        try (FaultRuns runs = new FaultRuns()) {
            return seed == null ? many(runs) : one(runs, seed);
        }
    }

    private int many(FaultRuns runs) throws InterruptedException, IOException {
        FaultRuns.Summary summary;
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("seeds", seeds);
            summary = runs.all(from, seeds, Seams.SOUND, bar::at);
        }
        if (json) {
            print(fields(summary));
        } else {
            text(summary, System.out);
        }
        return summary.failures().isEmpty() ? 0 : 1;
    }

    private static Map<String, Object> fields(FaultRuns.Summary summary) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("seeds", summary.seeds());
        fields.put("faults", words(summary.faults()));
        fields.put("steps", summary.steps());
        List<Map<String, Object>> violations = new ArrayList<>();
        for (FaultRuns.Failure each : summary.failures()) {
            Map<String, Object> violation = new LinkedHashMap<>();
            violation.put("seed", each.seed());
            violation.put("invariant", each.violation().invariant().word());
            violation.put("seconds", each.violation().seconds());
            violation.put("what", each.violation().what());
            violations.add(violation);
        }
        fields.put("violations", violations);
        fields.put("seedsPerSecond", Math.round(summary.seeds() / summary.seconds() * 10) / 10.0);
        return fields;
    }

    private static Map<String, Long> words(Map<FaultKind, Long> faults) {
        return faults.entrySet().stream()
                .collect(Collectors.toMap(
                        it -> it.getKey().word(), Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
    }

    private static void print(Map<String, Object> fields) throws IOException {
        System.out.println(WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
    }

    private static void text(FaultRuns.Summary summary, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%,d seeds, %,d faults, %,d steps, %.1f seeds per second%n",
                summary.seeds(),
                summary.allFaults(),
                summary.steps(),
                summary.seeds() / summary.seconds());
        words(summary.faults()).forEach((kind, count) -> out.printf(Locale.ROOT, "  %-18s %,12d%n", kind, count));
        for (FaultRuns.Failure each : summary.failures()) {
            out.printf("seed %s broke %s%n", each.seed(), each.violation());
        }
        if (summary.failures().isEmpty()) {
            out.println("every promise was kept");
        } else {
            out.printf(
                    "to see one: atomizable simulate-faults --seed %s --shrink --log FILE%n",
                    summary.failures().get(0).seed());
        }
    }

    private int one(FaultRuns runs, long which) throws IOException {
        Scenario scenario = Scenario.of(which);
        SimulatedCluster.Result result = runs.logged(scenario, Seams.SOUND);
        if (shrink && !result.violations().isEmpty()) {
            var broken = result.violations().get(0).invariant();
            scenario = new Shrinking(it -> runs.quick(it, Seams.SOUND).violations().stream()
                            .anyMatch(violation -> violation.invariant() == broken))
                    .smallest(scenario);
            result = runs.logged(scenario, Seams.SOUND);
        }
        if (log != null) {
            Files.write(log, result.log().stream().map(EventLog.Line::toString).toList());
        }
        if (json) {
            print(fields(new FaultRuns.Summary(
                    1,
                    result.faults(),
                    result.steps(),
                    result.violations().stream()
                            .limit(1)
                            .map(it -> new FaultRuns.Failure(which, it))
                            .toList(),
                    1)));
        } else {
            printResult(result, System.out);
        }
        return result.violations().isEmpty() ? 0 : 1;
    }

    private static void printResult(SimulatedCluster.Result result, PrintStream out) {
        Scenario scenario = result.scenario();
        out.printf(
                Locale.ROOT,
                "seed %d: %d jobs, %d slices, %.1f s, %d steps%n",
                scenario.seed(),
                scenario.jobs(),
                scenario.slices(),
                result.took().toMillis() / 1e3,
                result.steps());
        for (Scenario.TimedFault fault : scenario.timed()) {
            out.printf(
                    Locale.ROOT,
                    "  at %6.3f s %s, job-%d, for %.3f s%n",
                    fault.at().toMillis() / 1e3,
                    fault.kind().word(),
                    fault.target(),
                    fault.lasts().toMillis() / 1e3);
        }
        out.println("  by chance: "
                + scenario.kinds().stream().map(FaultKind::word).sorted().collect(Collectors.joining(", ")));
        FaultTimeline.of(result.log()).forEach(out::println);
        if (result.violations().isEmpty()) {
            out.println("every promise was kept");
        }
        result.violations().forEach(it -> out.println("broken: " + it));
    }
}
