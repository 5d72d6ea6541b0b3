package org.atomizable.cli.colocate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.JobGroup;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/** Reads an interference matrix from the file that {@code colocate measure} writes. */
public final class MatrixFile {

    private MatrixFile() {}

    /** A file is no interference matrix. */
    public static final class UnreadableMatrixException extends AtomizableException {

        UnreadableMatrixException(Path file, String why) {
            super(
                    "%s is no interference matrix: %s".formatted(file, why),
                    "Write one with `atomizable colocate measure JOB... --out FILE`.");
        }
    }

    /**
     * Reads it.
     *
     * @throws UnreadableMatrixException if it cannot be read, or an entry is not valid
     */
    public static InterferenceMatrix read(Path file) throws UnreadableMatrixException {
        try {
            JsonNode all = WireJson.mapper().readTree(Files.readString(file));
            if (!all.isObject() || !all.path("measured").isArray()) {
                throw new UnreadableMatrixException(file, "it has no list \"measured\"");
            }
            return InterferenceMatrix.EMPTY
                    .withMeasured(entries(all.path("measured")))
                    .withPredicted(entries(all.path("predicted")))
                    .withExcluded(excluded(all.path("excluded")));
        } catch (JsonProcessingException e) {
            throw new UnreadableMatrixException(file, "it is not JSON (%s)".formatted(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UnreadableMatrixException(file, "it cannot be read");
        } catch (IllegalArgumentException e) {
            throw new UnreadableMatrixException(file, String.valueOf(e.getMessage()));
        }
    }

    private static Map<Cell, RelativeThroughput> entries(JsonNode list) {
        Map<Cell, RelativeThroughput> entries = new LinkedHashMap<>();
        for (JsonNode each : list) {
            Cell cell = Cell.of(kind(each), text(each, "job"), names(each, "beside"));
            double value = each.path("throughput").asDouble(0);
            entries.put(
                    cell,
                    new RelativeThroughput(
                            value,
                            each.path("low").asDouble(0),
                            each.path("high").asDouble(Double.POSITIVE_INFINITY),
                            each.path("samples").asInt(0),
                            each.path("source").asText("unknown")));
        }
        return entries;
    }

    private static List<Sharing> excluded(JsonNode list) {
        List<Sharing> groups = new ArrayList<>();
        list.forEach(it -> groups.add(new Sharing(kind(it), new JobGroup(names(it, "jobs")))));
        return groups;
    }

    private static SliceKind kind(JsonNode entry) {
        return new SliceKind(text(entry, "kind"));
    }

    private static String text(JsonNode entry, String property) {
        String text = entry.path(property).asText("");
        if (text.isBlank()) {
            throw new IllegalArgumentException("an entry has no \"%s\": %s".formatted(property, entry));
        }
        return text;
    }

    private static List<String> names(JsonNode entry, String property) {
        List<String> names = new ArrayList<>();
        entry.path(property).forEach(it -> names.add(it.asText("")));
        if (names.isEmpty()) {
            throw new IllegalArgumentException("an entry has no \"%s\": %s".formatted(property, entry));
        }
        return names;
    }
}
