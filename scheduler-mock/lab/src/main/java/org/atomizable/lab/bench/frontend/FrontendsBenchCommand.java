package org.atomizable.lab.bench.frontend;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.Scratch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench frontends}. */
@Command(
        name = "frontends",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what annotations, a loop in main and a Python program cost for each atom.",
            "The same work is done through annotations, a loop and the hand-written interface, which is the reference,"
                    + " in turns. The annotated class is compiled first, as a user compiles it. An empty atom of a Python"
                    + " program is compared with a line that cat sends back."
        })
public final class FrontendsBenchCommand implements Callable<Integer> {

    private static final int WARM_UP_ROUNDS = 20;
    private static final int EMPTY_ATOMS = 1000;
    private static final int PYTHON_ATOMS = 50;

    @Option(names = "--atom-micros", defaultValue = "1000", description = "Length of an atom. Default: 1000.")
    private int atomMicros;

    @Option(names = "--atoms", defaultValue = "100", description = "In each round, as in one subjob. Default: 100.")
    private int atoms;

    @Option(names = "--rounds", defaultValue = "60", description = "How many. Default: 60.")
    private int rounds;

    @Option(names = "--python", defaultValue = "python3", description = "The interpreter. Default: python3.")
    private String python;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private final TimeSource time = TimeSource.system();
    private final FrontendFigures figures = new FrontendFigures();

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public FrontendsBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (atomMicros < 1 || atoms < 1 || rounds < 5) {
            throw new IllegalArgumentException(
                    "--atom-micros and --atoms must be 1 or more and --rounds 5 or more, were %s, %s and %s"
                            .formatted(atomMicros, atoms, rounds));
        }
        Optional<String> missing = PythonAtoms.missing(python);
        try (Scratch scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")));
                Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("rounds", WARM_UP_ROUNDS + rounds);
            measureDoors(scratch.path(), bar);
            if (missing.isEmpty()) {
                measurePython(scratch.path(), board.bar("rounds of Python", WARM_UP_ROUNDS + rounds));
            }
        }
        if (json) {
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(figures.fields(missing)));
        } else {
            figures.lines(missing).forEach(System.out::println);
        }
        return 0;
    }

    private void measureDoors(Path directory, Board.Bar bar) throws Exception {
        long steps = Work.stepsOf(atomMicros, time);
        try (Doors working = Doors.of(steps, atoms, directory.resolve("working"), time);
                Doors empty = Doors.of(0, EMPTY_ATOMS, directory.resolve("empty"), time)) {
            for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
                double[] ofWorking = working.round(round);
                double[] ofEmpty = empty.round(round);
                if (round >= WARM_UP_ROUNDS) {
                    figures.addDoors(ofWorking, ofEmpty);
                }
                bar.at(round + 1);
            }
            if (working.digests().stream().distinct().count() != 1) {
                throw new IllegalStateException(
                        "interface, annotations and loop have not done the same work: " + working.digests());
            }
        }
    }

    private void measurePython(Path directory, Board.Bar bar) throws Exception {
        try (PythonAtoms program = PythonAtoms.start(python, directory, PYTHON_ATOMS, time)) {
            for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
                // Which goes first alternates, since a machine changes its speed.
                double before = round % 2 == 0 ? program.echoNanos() : 0;
                double atom = program.atomNanos();
                double echo = round % 2 == 0 ? before : program.echoNanos();
                if (round >= WARM_UP_ROUNDS) {
                    figures.addPython(atom, echo);
                }
                bar.at(round + 1);
            }
        }
    }
}
