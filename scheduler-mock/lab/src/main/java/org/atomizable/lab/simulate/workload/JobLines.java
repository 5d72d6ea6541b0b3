package org.atomizable.lab.simulate.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.AtomizableException;

/** Turns lines of a jobs file into tasks. Tasks with the same factors share them. */
final class JobLines {

    private static final int COLUMNS = 7;

    private final double largestSlice;
    private final Map<String, AtomFactors> factors = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final List<SimulatedTask> tasks = new ArrayList<>();

    JobLines(double largestSlice) {
        this.largestSlice = largestSlice;
    }

    /** Returns the horizon that the first line states. */
    static double horizon(Line line) throws AtomizableException {
        String[] words = line.words();
        if (words.length != 2 || !words[0].equals("T")) {
            throw line.refused("the first line must be T and the horizon in seconds, was " + shortened(line.text()));
        }
        double horizon = line.seconds("the horizon", words[1]);
        if (horizon == 0) {
            throw line.refused("the horizon must be longer than 0 s");
        }
        return horizon;
    }

    void add(Line line) throws AtomizableException {
        String[] words = line.words();
        if (words.length < COLUMNS) {
            throw line.refused("a job has at least %s columns, this line has %s".formatted(COLUMNS, words.length));
        }
        if (!names.add(words[0])) {
            throw line.refused("there are two jobs called " + words[0]);
        }
        double classGib = line.number("the class", words[5]);
        if (classGib > largestSlice) {
            throw line.refused(
                    "job %s asks for %s GiB; the largest slice has %s GiB".formatted(words[0], classGib, largestSlice));
        }
        Map<String, String> more = more(line, words);
        double atomSeconds = line.seconds("the length of an atom", words[2]);
        long atoms = line.whole("the number of atoms", words[3]);
        line.requireHeld(
                "the length of job " + words[0], atoms * atomSeconds, "%s times %s".formatted(atoms, words[2]));
        try {
            tasks.add(new SimulatedTask(
                    tasks.size(),
                    words[0],
                    line.seconds("the submission", words[1]),
                    atomSeconds,
                    atoms,
                    memory(line, words[4]),
                    classGib,
                    factors(line, words[6]),
                    Optional.ofNullable(more.get("tenant")),
                    deadline(line, more)));
        } catch (IllegalArgumentException e) {
            throw line.refused(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Double> deadline(Line line, Map<String, String> more) throws AtomizableException {
        Optional<String> stated = Optional.ofNullable(more.get("deadline"));
        return stated.isEmpty() ? Optional.empty() : Optional.of(line.seconds("the deadline", stated.get()));
    }

    private static Map<String, String> more(Line line, String[] words) throws AtomizableException {
        Map<String, String> more = new HashMap<>();
        for (int i = COLUMNS; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            if (pair.length != 2 || !Set.of("tenant", "deadline").contains(pair[0])) {
                throw line.refused(
                        "after the factors come tenant=NAME and deadline=SECONDS only, was " + shortened(words[i]));
            }
            if (more.put(pair[0], pair[1]) != null) {
                throw line.refused(pair[0] + " is stated twice");
            }
        }
        return more;
    }

    private static MemoryStages memory(Line line, String word) throws AtomizableException {
        if (!word.contains(":")) {
            return MemoryStages.constant(line.number("the memory", word));
        }
        List<MemoryStages.Stage> stages = new ArrayList<>();
        for (String each : word.split(";", -1)) {
            String[] pair = each.split(":", -1);
            if (pair.length != 2) {
                throw line.refused("a memory stage is SHARE:GIB, was " + shortened(each));
            }
            stages.add(new MemoryStages.Stage(
                    line.number("a stage's start", pair[0]), line.number("a stage's memory", pair[1])));
        }
        return new MemoryStages(stages);
    }

    private AtomFactors factors(Line line, String word) throws AtomizableException {
        AtomFactors known = factors.get(word);
        if (known != null) {
            return known;
        }
        String[] parts = word.split(",", -1);
        double[] values = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = line.number("a factor", parts[i]);
        }
        AtomFactors made = AtomFactors.of(values);
        factors.put(word, made);
        return made;
    }

    List<SimulatedTask> tasks() {
        return List.copyOf(tasks);
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
