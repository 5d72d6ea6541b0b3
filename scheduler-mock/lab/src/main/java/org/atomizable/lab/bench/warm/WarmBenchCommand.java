package org.atomizable.lab.bench.warm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.atomizable.lab.bench.figure.MedianInterval;
import org.atomizable.lab.bench.figure.Ratios;
import org.atomizable.lab.bench.figure.Scratch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench warm}. */
@Command(
        name = "warm",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the start of a subjob, from its grant to its first atom, on workers that were got ready before"
                    + " against cold ones, in real processes.",
            "Engine: the engine is loaded. Loaded: the job is made and restored too. Paused: it has just run."
        })
public final class WarmBenchCommand implements Callable<Integer> {

    private static final int WARM_UP = 1;

    @Option(
            names = "--jobs",
            split = ",",
            defaultValue = "option-pricer,names-mlp",
            description = "The jobs to measure (default: ${DEFAULT-VALUE}).")
    private List<String> jobs = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "11", description = "How many count (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            defaultValue = "2048",
            description = "The budget of workers that wait (default: ${DEFAULT-VALUE}).")
    private long memory;

    @Option(names = "--dir", defaultValue = ".", description = "Where to keep checkpoints meanwhile (default: here).")
    private Path directory = Path.of(".");

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** Made by picocli. */
    public WarmBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (rounds < 1 || memory < 1) {
            throw new AtomizableException(
                    "--rounds and --memory must be 1 or more, were %s and %s".formatted(rounds, memory),
                    "Correct them, or leave them out");
        }
        Map<String, Object> all = new LinkedHashMap<>();
        try (Board board = Board.onStandardError()) {
            for (String job : jobs) {
                try (Scratch scratch = Scratch.in(directory)) {
                    all.put(job, measured(job, scratch.path(), board));
                }
            }
        }
        if (json) {
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all));
        }
        return 0;
    }

    private Map<String, Object> measured(String job, Path scratch, Board board) throws Exception {
        MemoryBudget budget = new MemoryBudget(Bytes.mebi(memory));
        WarmBench bench = new WarmBench(new NamedJob(job, Map.of()), scratch, budget);
        Board.Bar bar = board.bar(job, rounds + WARM_UP);
        for (int round = 0; round < rounds + WARM_UP; round++) {
            bench.round(round >= WARM_UP);
            bar.at(round + 1);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String state : WarmBench.STATES) {
            MedianInterval begins = MedianInterval.of(bench.begun(state));
            MedianInterval ends = MedianInterval.of(bench.done(state));
            Ratios against = ratios(bench.begun(state), bench.begun(WarmBench.COLD));
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("beginsMillis", begins.fields(1000));
            row.put("firstAtomDoneMillis", ends.fields(1000));
            row.put("ofCold", MedianInterval.of(against).fields(1));
            fields.put(state, row);
            if (!json) {
                System.out.printf(
                        "%-15s %-7s first atom begins after %s ms, is done after %s ms; start / cold start %s%n",
                        job,
                        state,
                        begins.times(1000),
                        ends.times(1000),
                        MedianInterval.of(against).times(1));
            }
        }
        fields.put("mostWaitingBytes", bench.mostWaiting().count());
        fields.put("budgetBytes", budget.most().count());
        if (!json) {
            System.out.printf("%-15s workers that waited used %s of %s%n", job, bench.mostWaiting(), budget.most());
        }
        return fields;
    }

    /** Each round against the cold start of the same round. */
    private static Ratios ratios(Ratios starts, Ratios cold) {
        Ratios ratios = new Ratios();
        for (int round = 0; round < starts.values().size(); round++) {
            ratios.add(starts.values().get(round) / cold.values().get(round));
        }
        return ratios;
    }
}
