package org.atomizable.lab.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.process.JavaCommand;
import org.atomizable.lab.process.Offspring;

/** Runs all benches that have an aim, one after another, each in a process of its own, within a limit of time. */
final class BenchRuns {

    private static final Duration MOST = Duration.ofMinutes(10);
    private static final Duration MOST_IF_QUICK = Duration.ofMinutes(3);

    private final boolean quick;
    private final TimeSource time;

    /**
     * Makes them.
     *
     * @param quick whether three minutes must do, instead of ten
     */
    BenchRuns(boolean quick, TimeSource time) {
        this.quick = quick;
        this.time = time;
    }

    /** Runs them, and shows on the board which one is running. */
    public BenchTable all(Path directory, Board board) throws IOException, InterruptedException {
        long ends = time.nanos() + (quick ? MOST_IF_QUICK : MOST).toNanos();
        BenchTable table = new BenchTable();
        Board.Bar bar = board.bar("benches", Bench.ALL.size());
        try (Scratch scratch = Scratch.in(directory)) {
            for (Bench bench : Bench.ALL) {
                bar.saying(bench.name());
                run(bench, scratch.path(), ends, table);
                bar.step();
            }
        }
        return table;
    }

    private void run(Bench bench, Path scratch, long ends, BenchTable table) throws IOException, InterruptedException {
        Path said = scratch.resolve(bench.name() + ".json");
        Path log = scratch.resolve(bench.name() + ".log");
        Process process = Offspring.start(
                new ProcessBuilder(command(bench)).redirectOutput(said.toFile()).redirectError(log.toFile()));
        try {
            if (!process.waitFor(ends - time.nanos(), TimeUnit.NANOSECONDS)) {
                table.addMissing(bench, "there was no time left");
                return;
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
        if (process.exitValue() != 0) {
            table.addMissing(bench, last(Files.readAllLines(log)));
            return;
        }
        try {
            table.add(bench, WireJson.mapper().readTree(said.toFile()));
        } catch (JsonProcessingException garbled) {
            table.addMissing(bench, String.valueOf(garbled.getOriginalMessage()));
        }
    }

    private List<String> command(Bench bench) {
        List<String> arguments = new ArrayList<>(bench.command());
        arguments.addAll(bench.options(quick));
        arguments.add("--json");
        return JavaCommand.of(
                it -> JavaCommand.isNeutral(it) && !it.startsWith("-Datomizable.terminal."),
                bench.jvm(),
                JavaCommand.PROGRAM,
                arguments);
    }

    private static String last(List<String> lines) {
        return lines.isEmpty() ? "it failed" : lines.get(lines.size() - 1).strip();
    }
}
