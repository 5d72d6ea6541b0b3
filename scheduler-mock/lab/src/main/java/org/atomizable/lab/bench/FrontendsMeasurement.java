package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;

/**
 * The cost of annotations, a loop in main and a Python program for each atom. The same work is done through annotations, a loop and the
 * hand-written interface, which is the reference, in turns. The annotated class is compiled first, as a user compiles it. An empty atom of a
 * Python program is compared with a line that cat sends back.
 */
final class FrontendsMeasurement implements Measurement {

    private static final int WARM_UP_ROUNDS = 20;
    private static final int EMPTY_ATOMS = 1000;
    private static final int PYTHON_ATOMS = 50;

    private final int atomMicros;
    private final int atoms;
    private final String python;
    private final TimeSource time = TimeSource.system();
    private final FrontendFigures figures = new FrontendFigures();

    /**
     * Makes it.
     *
     * @param atomMicros length of an atom
     * @param atoms in each round, as in one subjob
     * @param python the interpreter
     */
    FrontendsMeasurement(int atomMicros, int atoms, String python) {
        this.atomMicros = atomMicros;
        this.atoms = atoms;
        this.python = python;
    }

    @Override
    public Report measure(int rounds, Board board) throws Exception {
        Optional<String> missing = PythonAtoms.missing(python);
        try (Scratch scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")))) {
            measureDoors(rounds, scratch.path(), board.bar("rounds", WARM_UP_ROUNDS + rounds));
            if (missing.isEmpty()) {
                measurePython(rounds, scratch.path(), board.bar("rounds of Python", WARM_UP_ROUNDS + rounds));
            }
        }
        return figures.report(missing);
    }

    private void measureDoors(int rounds, Path directory, Board.Bar bar) throws Exception {
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

    private void measurePython(int rounds, Path directory, Board.Bar bar) throws Exception {
        try (PythonAtoms program = PythonAtoms.start(python, directory, PYTHON_ATOMS, time)) {
            for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
                double[] nanos = Turns.take(round, program::echoNanos, program::atomNanos);
                if (round >= WARM_UP_ROUNDS) {
                    figures.addPython(nanos[1], nanos[0]);
                }
                bar.at(round + 1);
            }
        }
    }
}
