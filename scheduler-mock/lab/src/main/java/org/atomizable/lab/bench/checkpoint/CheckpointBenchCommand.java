package org.atomizable.lab.bench.checkpoint;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.api.Bytes;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.Ratios;
import org.atomizable.lab.bench.figure.Scratch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench checkpoint}. */
@Command(
        name = "checkpoint",
        mixinStandardHelpOptions = true,
        description = {
            "Measures a checkpoint store in one run: saves against writing and forcing the same bytes raw, restores against"
                    + " reading them raw, the job's pause against one copy in memory, and DJL's own saving.",
            "Needs about 5 times --size of disk and of memory."
        })
public final class CheckpointBenchCommand implements Callable<Integer> {

    private static final int WARM_UP = 2;

    /** The meaning of each ratio, in the order in which they are printed. */
    private static final List<String[]> MEANING = List.of(
            new String[] {"saveVsRaw", "throughput of a durable save / of a raw forced write", "0.85 or more"},
            new String[] {"restoreVsRaw", "throughput of a verified restore / of reading raw", "0.80 or more"},
            new String[] {"continueVsRestore", "time to prove that no restore is needed / of a restore", "less than 1"},
            new String[] {"pauseVsCopy", "the job's pause / one copy in memory", "1.3 or less"},
            new String[] {"incrementalBytesShare", "bytes written when 10 % of the tensors changed", "0.12 or less"},
            new String[] {"incrementalTimeShare", "and the time, against a full save", ""},
            new String[] {"vsDjlSave", "time of DJL's Model.save, forced / of a save", "more than 1"},
            new String[] {"vsDjlNdList", "time of DJL's NDList.encode, forced / of a save", ""},
            new String[] {"vsJavaSerialization", "time of Java serialization, forced / of a save", ""},
            new String[] {"vsPlainSafetensors", "time of plain safetensors, not forced / of a save", ""});

    @Option(names = "--size", paramLabel = "MiB", defaultValue = "512", description = "Of the state. Default: 512.")
    private int size;

    @Option(names = "--rounds", defaultValue = "9", description = "How many count. Default: 9.")
    private int rounds;

    @Option(names = "--dir", defaultValue = ".", description = "On the disk to be measured. Default: here.")
    private Path directory;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    CheckpointBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (size < 4 || rounds < 1) {
            throw new IllegalArgumentException(
                    "--size must be 4 or more and --rounds 1 or more, were %s and %s".formatted(size, rounds));
        }
        try (Scratch scratch = Scratch.in(directory)) {
            CheckpointBench bench = new CheckpointBench(scratch.path(), size);
            try (Board board = Board.onStandardError()) {
                Board.Bar bar = board.bar("rounds", rounds + WARM_UP + 1);
                for (int round = 0; round < rounds + WARM_UP; round++) {
                    bench.round(round >= WARM_UP);
                    bar.at(round + 1);
                }
                bench.againstDjl(Math.min(rounds, 3));
            } finally {
                bench.close();
            }
            print(bench);
        }
        return 0;
    }

    private void print(CheckpointBench bench) throws Exception {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            bench.ratios().forEach((name, values) -> fields.put(name, Ratios.rounded(values.median())));
            fields.put("stateBytes", bench.bytes());
            fields.put("readsAre", bench.readsCold() ? "cold" : "warm");
            Map<String, Object> spread = new LinkedHashMap<>();
            bench.ratios().forEach((name, values) -> spread.put(name, values.spread()));
            fields.put("ratios", spread);
            Map<String, Object> seconds = new LinkedHashMap<>();
            bench.seconds().forEach((name, values) -> seconds.put(name, values.spread()));
            fields.put("seconds", seconds);
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
            return;
        }
        System.out.printf(
                "state of %s; medians of %s rounds, with their spread; reads are %s%n",
                Bytes.of(bench.bytes()),
                rounds,
                bench.readsCold() ? "cold: the page cache is dropped before each" : "warm: from the page cache");
        for (String[] each : MEANING) {
            Ratios ratios = bench.ratios().get(each[0]);
            if (ratios != null) {
                System.out.printf("%-22s %s%n", each[0], ratios);
                System.out.printf("%-22s   %s%s%n", "", each[1], each[2].isEmpty() ? "" : "; aim: " + each[2]);
            }
        }
        bench.seconds().forEach((name, values) -> System.out.printf("  %-20s %s s%n", name, values));
    }
}
