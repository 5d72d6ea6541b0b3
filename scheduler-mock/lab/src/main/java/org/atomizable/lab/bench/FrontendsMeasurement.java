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
    private static final double PERCENT = 100;
    private static final double MICROS = 1e-3;
    private static final double MILLIS = 1e-6;

    private final int atomMicros;
    private final int atoms;
    private final String python;
    private final TimeSource time = TimeSource.system();
    private final Costs annotations = new Costs(Doors.ANNOTATIONS);
    private final Costs loop = new Costs(Doors.LOOP);
    private final Ratios interfaceNanos = new Ratios();
    private final Ratios pythonNanos = new Ratios();
    private final Ratios pythonVsEcho = new Ratios();

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
        return report(missing);
    }

    private void measureDoors(int rounds, Path directory, Board.Bar bar) throws Exception {
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

    private void measurePython(int rounds, Path directory, Board.Bar bar) throws Exception {
        try (PythonAtoms program = PythonAtoms.start(python, directory, PYTHON_ATOMS, time)) {
            for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
                double[] nanos = Turns.take(round, program::echoNanos, program::atomNanos);
                if (round >= WARM_UP_ROUNDS) {
                    pythonNanos.add(nanos[1]);
                    pythonVsEcho.add(nanos[1] / nanos[0]);
                }
                bar.at(round + 1);
            }
        }
    }

    /** Returns the figures; for those of Python the reason, if they are missing. */
    private Report report(Optional<String> missing) {
        Ratios.Interval atom = interfaceNanos.interval();
        Report report = new Report()
                .rounded("atomMicros", MICROS * atom.median())
                .field("annotationsOverhead", annotations.shares.interval().fields(1))
                .field("loopOverhead", loop.shares.interval().fields(1))
                .field("annotationsEmptyNanos", annotations.nanos.interval().fields(1))
                .field("loopEmptyNanos", loop.nanos.interval().fields(1))
                .line(
                        "atoms of %.3f ms; medians of %s rounds, with their 95 %% intervals",
                        MILLIS * atom.median(), atom.rounds());
        addLine(report, "annotations", annotations);
        addLine(report, "loop", loop);
        missing.ifPresentOrElse(
                reason -> report.field("pythonLeftOut", reason).line("%s", reason), () -> addPython(report));
        return report;
    }

    private static void addLine(Report report, String name, Costs costs) {
        report.line(
                "%-12s %s %% more than the interface; aim: 1 %% or less; an empty atom takes %s ns more",
                name,
                costs.shares.interval().times(PERCENT),
                costs.nanos.interval().times(1));
    }

    private void addPython(Report report) {
        Ratios.Interval atom = pythonNanos.interval();
        Ratios.Interval versusEcho = pythonVsEcho.interval();
        report.field("pythonAtomMillis", atom.fields(MILLIS))
                .field("pythonVsEcho", versusEcho.fields(1))
                .line(
                        "%-12s an empty atom takes %s us; aim: 200 us or less; %s times a line through cat",
                        "python", atom.times(MICROS), versusEcho.times(1));
    }

    /** The costs of a door above those of the interface. */
    private static final class Costs {

        private final int door;

        /** The time that it adds to an atom with work, as a share of the interface's. */
        private final Ratios shares = new Ratios();

        /** The time that it adds to an empty atom, in nanoseconds. */
        private final Ratios nanos = new Ratios();

        Costs(int door) {
            this.door = door;
        }

        void add(double[] working, double[] empty) {
            shares.add(working[door] / working[Doors.INTERFACE] - 1);
            nanos.add(empty[door] - empty[Doors.INTERFACE]);
        }
    }
}
