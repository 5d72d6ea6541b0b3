package org.atomizable.lab.bench;

import java.util.Optional;

/** The measurements, round by round, and their report. Times are in nanoseconds. */
final class FrontendFigures {

    private static final double PERCENT = 100;
    private static final double MICROS = 1e-3;
    private static final double MILLIS = 1e-6;

    private final Costs annotations = new Costs(Doors.ANNOTATIONS);
    private final Costs loop = new Costs(Doors.LOOP);
    private final Ratios interfaceNanos = new Ratios();
    private final Ratios pythonNanos = new Ratios();
    private final Ratios pythonVsEcho = new Ratios();

    /** Takes what an atom took through each door in one round, with work and empty. */
    void addDoors(double[] working, double[] empty) {
        annotations.add(working, empty);
        loop.add(working, empty);
        interfaceNanos.add(working[Doors.INTERFACE]);
    }

    /** Takes what an empty atom in Python and a line through {@code cat} took in one round. */
    void addPython(double atom, double echo) {
        pythonNanos.add(atom);
        pythonVsEcho.add(atom / echo);
    }

    /** Returns the figures; for those of Python the reason, if they are missing. */
    Report report(Optional<String> missing) {
        MedianInterval atom = MedianInterval.of(interfaceNanos);
        Report report = new Report()
                .rounded("atomMicros", MICROS * atom.median())
                .field(
                        "annotationsOverhead",
                        MedianInterval.of(annotations.shares()).fields(1))
                .field("loopOverhead", MedianInterval.of(loop.shares()).fields(1))
                .field(
                        "annotationsEmptyNanos",
                        MedianInterval.of(annotations.nanos()).fields(1))
                .field("loopEmptyNanos", MedianInterval.of(loop.nanos()).fields(1))
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
                MedianInterval.of(costs.shares()).times(PERCENT),
                MedianInterval.of(costs.nanos()).times(1));
    }

    private void addPython(Report report) {
        MedianInterval atom = MedianInterval.of(pythonNanos);
        MedianInterval versusEcho = MedianInterval.of(pythonVsEcho);
        report.field("pythonAtomMillis", atom.fields(MILLIS))
                .field("pythonVsEcho", versusEcho.fields(1))
                .line(
                        "%-12s an empty atom takes %s us; aim: 200 us or less; %s times a line through cat",
                        "python", atom.times(MICROS), versusEcho.times(1));
    }

    /** The costs of a door above those of the interface: by shares of an atom with work, and by the time of an empty one. */
    private static final class Costs {

        private final int door;
        private final Ratios shares = new Ratios();
        private final Ratios nanos = new Ratios();

        Costs(int door) {
            this.door = door;
        }

        void add(double[] working, double[] empty) {
            shares.add(working[door] / working[Doors.INTERFACE] - 1);
            nanos.add(empty[door] - empty[Doors.INTERFACE]);
        }

        /** Returns what it adds to an atom, as a share of the interface's. */
        Ratios shares() {
            return shares;
        }

        /** Returns what it adds to an empty atom, in nanoseconds. */
        Ratios nanos() {
            return nanos;
        }
    }
}
