package org.atomizable.lab.simulate.pressure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.cli.terminal.Board;
import org.atomizable.lab.simulate.workload.Draws;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable simulate pressure}. */
@Command(
        name = "pressure",
        mixinStandardHelpOptions = true,
        description = {
            "Lets the memory of simulated nodes run short, and compares what the airlock saves with what is left by the"
                    + " kernel's killer and by killing the newest job.",
            "docs/pressure.md says what is modelled."
        })
public final class PressureCommand implements Callable<Integer> {

    /** Surges that a node lives through, one after another. */
    private static final int PER_NODE = 50;

    @Option(
            names = "--surges",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many, over all seeds. Default: 1000.")
    private int surges;

    @Option(names = "--seed", defaultValue = "1", description = "Of the jobs and surges. Default: 1.")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Divide the surges among so many seeds, from --seed on, for 95 %% intervals. Default: 10.")
    private int seeds;

    @Option(names = "--out", paramLabel = "DIR", description = "Write pressure.json and pressure.svg there.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public PressureCommand() {}

    @Override
    public Integer call() throws AtomizableException {
        if (seeds < 1 || surges < seeds) {
            throw new IllegalArgumentException(
                    "%s surges cannot be divided among %s seeds. --seeds must be 1 or more, and --surges at least as many."
                            .formatted(surges, seeds));
        }
        List<PressureReport.Result> results;
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("surges", (long) surges * PressurePolicy.values().length);
            AtomicLong done = new AtomicLong();
            results = IntStream.range(0, seeds)
                    .parallel()
                    .boxed()
                    .flatMap(it -> Stream.of(PressurePolicy.values())
                            .map(policy -> run(policy, it, more -> bar.at(done.addAndGet(more)))))
                    .toList();
        }
        PressureReport report = new PressureReport(new ArrayList<>(results), surges);
        if (out.isPresent()) {
            report.write(out.get());
        }
        if (json) {
            System.out.print(report.json());
        } else {
            report.print(System.out::println);
        }
        return 0;
    }

    private PressureReport.Result run(PressurePolicy policy, int index, IntConsumer progress) {
        int share = surges / seeds + (index < surges % seeds ? 1 : 0);
        Draws draws = new Draws(seed + index);
        PressureFigures figures = new PressureFigures();
        for (int left = share; left > 0; left -= PER_NODE) {
            int now = Math.min(left, PER_NODE);
            PressureNode.run(policy, figures, now, draws.fork());
            progress.accept(now);
        }
        return new PressureReport.Result(policy, seed + index, figures);
    }
}
