package org.atomizable.lab.simulate.partition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;

/** Mean iteration times by model and profile, without the first iteration, in which a process warms up. */
final class IterationTimes {

    static final String NAME = "mig_iteration_times.jsonl";

    /** Seconds by profile, by model and batch size as {@code gnn_train64}. */
    private final Map<String, Map<String, Double>> means = new HashMap<>();

    private IterationTimes() {}

    static IterationTimes read(Path file) throws AtomizableException {
        try (LineSource lines = LineSource.open(file)) {
            IterationTimes times = new IterationTimes();
            for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                times.add(file, line.get().number(), line.get().text());
            }
            return times;
        }
    }

    private void add(Path file, int line, String text) throws AtomizableException {
        JsonNode run;
        try {
            run = WireJson.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw refused(file, line, "this is no JSON (%s)".formatted(e.getOriginalMessage()));
        }
        String profile = run.path("profile").asText();
        String model = run.path("model").asText() + "_train" + run.path("batch").asText();
        JsonNode seconds = run.path("seconds");
        if (profile.isEmpty()
                || !run.path("model").isTextual()
                || !run.path("batch").isInt()) {
            throw refused(file, line, "a run has a profile, a model and a batch");
        }
        if (seconds.size() < 2) {
            throw refused(file, line, "a run has at least 2 iterations, this has " + seconds.size());
        }
        double sum = 0;
        for (int i = 1; i < seconds.size(); i++) {
            double each = seconds.get(i).asDouble(Double.NaN);
            if (!(each > 0) || each == Double.POSITIVE_INFINITY) {
                throw refused(file, line, "an iteration takes more than 0 s, took " + seconds.get(i));
            }
            sum += each;
        }
        Map<String, Double> ofModel = means.computeIfAbsent(model, it -> new HashMap<>());
        if (ofModel.put(profile, sum / (seconds.size() - 1)) != null) {
            throw refused(file, line, "%s on %s is there twice".formatted(model, profile));
        }
    }

    List<String> profiles() {
        return means.values().stream()
                .flatMap(it -> it.keySet().stream())
                .distinct()
                .sorted()
                .collect(Collectors.toList());
    }

    /** Returns a model's speeds as shares of that on the first profile; none if it was not measured there. */
    SortedMap<String, Double> speeds(String model, List<String> profiles) {
        Map<String, Double> ofModel = means.getOrDefault(model, Map.of());
        SortedMap<String, Double> speeds = new TreeMap<>();
        if (!profiles.isEmpty() && ofModel.containsKey(profiles.get(0))) {
            double whole = ofModel.getOrDefault(profiles.get(0), Double.NaN);
            for (String profile : profiles) {
                if (ofModel.containsKey(profile)) {
                    speeds.put(profile, whole / ofModel.getOrDefault(profile, Double.NaN));
                }
            }
        }
        return speeds;
    }

    static AtomizableException refused(Path file, int line, String what) {
        return new AtomizableException(
                "%s, line %s: %s".formatted(file, line, what), "Correct the line; MisoReader draws the files.");
    }
}
