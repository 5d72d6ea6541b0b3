package org.atomizable.cli.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.checkpoint.CheckpointSummary;
import org.atomizable.core.wire.WireJson;

/** How checkpoints are printed, for machines and for people. */
final class Printed {

    private Printed() {}

    static void json(Object value) throws JsonProcessingException {
        System.out.println(WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(value));
    }

    /** Returns what is known of a checkpoint, in fields that will not change their meaning. */
    static Map<String, Object> fields(CheckpointSummary checkpoint) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", checkpoint.name());
        fields.put("nextAtom", checkpoint.nextAtom());
        fields.put("token", checkpoint.token().value());
        fields.put("committedAt", checkpoint.committedAt().toString());
        fields.put("stateBytes", checkpoint.size().count());
        fields.put("writtenBytes", checkpoint.written().count());
        fields.put("storedBytes", checkpoint.stored().count());
        fields.put("sha256", checkpoint.sha256());
        fields.put("metrics", checkpoint.metrics());
        fields.put("notes", checkpoint.notes());
        fields.put("pinned", checkpoint.pinned());
        return fields;
    }

    /** Exact below a KiB, which people would ask about. */
    static String size(long bytes) {
        return Bytes.of(bytes).toString();
    }
}
