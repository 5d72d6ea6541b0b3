package org.atomizable.lab.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;

/** The results of a simulation as text: {@code runs.csv} and {@code runs.json}. */
final class RunFiles {

    private RunFiles() {}

    static String json(List<SimulationRun> runs) {
        List<Map<String, Object>> fields = runs.stream().map(RunFields::of).toList();
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("runs", fields)) + "\n";
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("figures could not be written as JSON", defect);
        }
    }

    static String csv(List<SimulationRun> runs) {
        List<Map<String, Object>> fields = runs.stream().map(RunFields::of).toList();
        List<String> columns =
                fields.stream().flatMap(it -> it.keySet().stream()).distinct().toList();
        String rows = fields.stream()
                .map(run -> columns.stream()
                        .map(it -> String.valueOf(run.getOrDefault(it, "")))
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n"));
        return String.join(",", columns) + "\n" + rows + "\n";
    }

    /**
     * Creates a directory for results.
     *
     * @throws AtomizableException if it cannot be created or written
     */
    static void prepare(Path directory) throws AtomizableException {
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, "probe", ".tmp"));
        } catch (IOException e) {
            throw new AtomizableException(
                    "results cannot be written to %s (%s)".formatted(directory, e), "Choose another --out.", e);
        }
    }

    static void write(Path directory, List<SimulationRun> runs) throws IOException {
        Files.writeString(directory.resolve("runs.json"), json(runs));
        Files.writeString(directory.resolve("runs.csv"), csv(runs));
    }
}
