package org.atomizable.lab.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;

/** The results of a simulation as text: {@code runs.csv} and {@code runs.json}. */
final class RunFiles {

    private static final int DECIMALS = 6;

    private RunFiles() {}

    static String json(List<SimulationRun> runs) {
        List<Map<String, Object>> fields = runs.stream().map(RunFiles::fields).toList();
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("runs", fields)) + "\n";
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("figures could not be written as JSON", defect);
        }
    }

    static String csv(List<SimulationRun> runs) {
        List<Map<String, Object>> fields = runs.stream().map(RunFiles::fields).toList();
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

    /** The figures of a run by their names. Numbers are rounded, so that every JDK writes the same digits. */
    private static Map<String, Object> fields(SimulationRun run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", run.workload().name());
        fields.put("scheduler", run.scheduler());
        fields.put("seed", run.seed());
        fields.putAll(
                WireJson.mapper().convertValue(run.figures(), new TypeReference<LinkedHashMap<String, Object>>() {}));
        run.ofIdeal().ifPresent(share -> fields.put("ofIdeal", share));
        fields.replaceAll((name, value) -> value instanceof Double number ? rounded(number) : value);
        return fields;
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }
}
