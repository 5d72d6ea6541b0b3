package org.atomizable.lab.bench.frontend;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.atomizable.lab.bench.figure.MedianInterval;
import org.atomizable.lab.bench.figure.Ratios;

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

    /** Returns the figures for JSON; for those of Python the reason, if they are missing. */
    Map<String, Object> fields(Optional<String> missing) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("atomMicros", Ratios.rounded(MICROS * interfaceNanos.median()));
        fields.put(
                "annotationsOverhead", MedianInterval.of(annotations.shares()).fields(1));
        fields.put("loopOverhead", MedianInterval.of(loop.shares()).fields(1));
        fields.put(
                "annotationsEmptyNanos", MedianInterval.of(annotations.nanos()).fields(1));
        fields.put("loopEmptyNanos", MedianInterval.of(loop.nanos()).fields(1));
        missing.ifPresentOrElse(reason -> fields.put("pythonLeftOut", reason), () -> {
            fields.put("pythonAtomMillis", MedianInterval.of(pythonNanos).fields(MILLIS));
            fields.put("pythonVsEcho", MedianInterval.of(pythonVsEcho).fields(1));
        });
        return fields;
    }

    /** Returns the figures for people. */
    List<String> lines(Optional<String> missing) {
        MedianInterval atom = MedianInterval.of(interfaceNanos);
        return List.of(
                String.format(
                        Locale.ROOT,
                        "atoms of %.3f ms; medians of %s rounds, with their 95 %% intervals",
                        MILLIS * atom.median(),
                        atom.rounds()),
                line("annotations", annotations),
                line("loop", loop),
                missing.orElseGet(this::pythonLine));
    }

    private static String line(String name, Costs costs) {
        return "%-12s %s %% more than the interface; aim: 1 %% or less; an empty atom takes %s ns more"
                .formatted(
                        name,
                        MedianInterval.of(costs.shares()).times(PERCENT),
                        MedianInterval.of(costs.nanos()).times(1));
    }

    private String pythonLine() {
        return "%-12s an empty atom takes %s us; aim: 200 us or less; %s times a line through cat"
                .formatted(
                        "python",
                        MedianInterval.of(pythonNanos).times(MICROS),
                        MedianInterval.of(pythonVsEcho).times(1));
    }
}
