package org.atomizable.lab.bench.frontend;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.MedianInterval;
import org.atomizable.lab.bench.figure.Ratios;
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
    private static final double PERCENT = 100;
    private static final double MICROS = 1e-3;
    private static final double MILLIS = 1e-6;

    @Option(names = "--atom-micros", defaultValue = "1000", description = "Length of an atom. Default: 1000.")
    private int atomMicros;

    @Option(names = "--atoms", defaultValue = "10", description = "In each round. Default: 10.")
    private int atoms;

    @Option(names = "--rounds", defaultValue = "300", description = "How many. Default: 300.")
    private int rounds;

    @Option(names = "--python", defaultValue = "python3", description = "The interpreter. Default: python3.")
    private String python;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private final TimeSource time = TimeSource.system();
    private final Costs annotations = new Costs(Doors.ANNOTATIONS);
    private final Costs loop = new Costs(Doors.LOOP);
    private final Ratios interfaceNanos = new Ratios();
    private final Ratios pythonNanos = new Ratios();
    private final Ratios pythonVsEcho = new Ratios();

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public FrontendsBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (atomMicros < 1 || atoms < 1 || rounds < 5) {
            throw new IllegalArgumentException(
                    "--atom-micros and --atoms must be 1 or more and --rounds 5 or more, were %d, %d and %d"
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
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields(missing)));
        } else {
            tell(missing);
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
                    annotations.add(ofWorking, ofEmpty);
                    loop.add(ofWorking, ofEmpty);
                    interfaceNanos.add(ofWorking[Doors.INTERFACE]);
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
                    pythonNanos.add(atom);
                    pythonVsEcho.add(atom / echo);
                }
                bar.at(round + 1);
            }
        }
    }

    private Map<String, Object> fields(Optional<String> missing) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("atomMicros", Ratios.rounded(interfaceNanos.median() / 1e3));
        fields.put(
                "annotationsOverhead", MedianInterval.of(annotations.shares()).fields(1));
        fields.put("loopOverhead", MedianInterval.of(loop.shares()).fields(1));
        fields.put("annotationsNanos", MedianInterval.of(annotations.nanos()).fields(1));
        fields.put("loopNanos", MedianInterval.of(loop.nanos()).fields(1));
        missing.ifPresentOrElse(reason -> fields.put("pythonLeftOut", reason), () -> {
            fields.put("pythonAtomMillis", MedianInterval.of(pythonNanos).fields(MILLIS));
            fields.put("pythonVsEcho", MedianInterval.of(pythonVsEcho).fields(1));
        });
        return fields;
    }

    private void tell(Optional<String> missing) {
        System.out.printf(
                "atoms of %.3f ms; medians of %d rounds, with their 95 %% intervals%n",
                interfaceNanos.median() * MILLIS, rounds);
        tell("annotations", annotations);
        tell("loop", loop);
        System.out.println(missing.orElseGet(
                () -> "python       an empty atom takes %s us; aim: 200 us or less; %s times a line through cat"
                        .formatted(
                                MedianInterval.of(pythonNanos).times(MICROS),
                                MedianInterval.of(pythonVsEcho).times(1))));
    }

    private static void tell(String name, Costs costs) {
        System.out.printf(
                "%-12s %s %% more than the interface; aim: 1 %% or less; an empty atom takes %s ns more%n",
                name,
                MedianInterval.of(costs.shares()).times(PERCENT),
                MedianInterval.of(costs.nanos()).times(1));
    }
}
