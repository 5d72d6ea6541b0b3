package org.atomizable.cli.colocate;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/** An interference matrix as JSON: measured entries, predicted ones apart, and groups that cannot run together. */
final class MatrixJson {

    private MatrixJson() {}

    /**
     * Writes a matrix; the figures of a check are added if there are any. An interval that is not known is left out.
     *
     * @param reasons why groups cannot run together
     */
    static String of(InterferenceMatrix matrix, Map<Sharing, String> reasons, Optional<HeldOut> heldOut) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("measured", entries(matrix.measured()));
        all.put("predicted", entries(matrix.predicted()));
        all.put(
                "excluded",
                matrix.excluded().stream()
                        .map(it -> excluded(it, reasons.getOrDefault(it, "unknown")))
                        .toList());
        heldOut.ifPresent(it -> all.put("heldOut", it));
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a matrix is plain values", e);
        }
    }

    private static Map<String, Object> excluded(Sharing group, String reason) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", group.kind().name());
        fields.put("jobs", group.group().jobs());
        fields.put("reason", reason);
        return fields;
    }

    private static List<Map<String, Object>> entries(Map<Cell, RelativeThroughput> values) {
        List<Map<String, Object>> entries = new ArrayList<>();
        values.forEach((cell, value) -> {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("kind", cell.sharing().kind().name());
            fields.put("job", cell.job());
            fields.put("beside", cell.sharing().group().beside(cell.job()));
            fields.put("throughput", value.value());
            if (Double.isFinite(value.high())) {
                fields.put("low", value.low());
                fields.put("high", value.high());
            }
            fields.put("samples", value.samples());
            fields.put("source", value.source());
            entries.add(fields);
        });
        return entries;
    }
}
