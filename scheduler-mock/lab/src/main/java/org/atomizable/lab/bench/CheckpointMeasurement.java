package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.cli.terminal.Board;

/**
 * A checkpoint store in one run: saves against writing and forcing the same bytes raw, restores against reading them raw, the job's pause
 * against one copy in memory, and DJL's own saving. Needs about 5 times the state's size of disk and of memory.
 */
final class CheckpointMeasurement implements Measurement {

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

    private final int mebibytes;

    /**
     * Makes it.
     *
     * @param mebibytes size of the state
     */
    CheckpointMeasurement(int mebibytes) {
        this.mebibytes = mebibytes;
    }

    @Override
    public Report measure(int rounds, Board board) throws Exception {
        try (Scratch scratch = Scratch.in(Path.of("."))) {
            CheckpointBench bench = new CheckpointBench(scratch.path(), mebibytes);
            try {
                Board.Bar bar = board.bar("rounds", rounds + WARM_UP + 1);
                for (int round = 0; round < rounds + WARM_UP; round++) {
                    bench.round(round >= WARM_UP);
                    bar.step();
                }
                bench.againstDjl(Math.min(rounds, 3));
            } finally {
                bench.close();
            }
            return report(bench, rounds);
        }
    }

    private static Report report(CheckpointBench bench, int rounds) {
        Report report = new Report();
        bench.ratios().forEach((name, values) -> report.rounded(name, values.median()));
        report.field("stateBytes", bench.bytes())
                .field("readsAre", bench.readsCold() ? "cold" : "warm")
                .field("ratios", spreads(bench.ratios()))
                .field("seconds", spreads(bench.seconds()))
                .line(
                        "state of %s; medians of %s rounds, with their spread; reads are %s",
                        Bytes.of(bench.bytes()),
                        rounds,
                        bench.readsCold()
                                ? "cold: the page cache is dropped before each"
                                : "warm: from the page cache");
        for (String[] each : MEANING) {
            Ratios ratios = bench.ratios().get(each[0]);
            if (ratios != null) {
                report.line("%-22s %s", each[0], ratios)
                        .line("%-22s   %s%s", "", each[1], each[2].isEmpty() ? "" : "; aim: " + each[2]);
            }
        }
        bench.seconds().forEach((name, values) -> report.line("  %-20s %s s", name, values));
        return report;
    }

    private static Map<String, Object> spreads(Map<String, Ratios> of) {
        Map<String, Object> spreads = new LinkedHashMap<>();
        of.forEach((name, values) -> spreads.put(name, values.spread()));
        return spreads;
    }
}
