package org.atomizable.scheduler.journal;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.window.Grant;

/**
 * Values as they are in a journal's rows: times and durations as ISO 8601 text. What comes back is checked by the values' own
 * constructors; a property that is not known is passed over, so that a journal can go back to the program before.
 */
public final class RowJson {

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // Traits are keys: their table takes many numbered ones for an attack.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build())
            .addModule(new JavaTimeModule())
            .addModule(new Jdk8Module())
            .addMixIn(Mode.class, ModeRow.class)
            .addMixIn(Grant.class, GrantRow.class)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** A mode is kept by its name in the protocol. */
    private interface ModeRow {
        @JsonValue
        String word();
    }

    private RowJson() {}

    /** Returns a row's value. */
    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException defect) {
            // Not the value itself: it may hold what is not for a log.
            throw new IllegalStateException("a %s cannot be kept".formatted(value.getClass()), defect);
        }
    }

    /** Reads every row of a table, in the order in which they were first written. */
    public static <T> Map<String, T> all(Journal journal, Table table, Class<T> type) throws JournalException {
        Map<String, T> rows = new LinkedHashMap<>();
        for (Map.Entry<String, String> row : journal.all(table).entrySet()) {
            rows.put(row.getKey(), read(table, row.getKey(), row.getValue(), type));
        }
        return rows;
    }

    /** Reads one value. */
    static <T> T read(String json, Class<T> type) throws JsonProcessingException {
        T value = MAPPER.readValue(json, type);
        if (value == null) {
            throw new IllegalArgumentException("there is nothing in it");
        }
        return value;
    }

    private static <T> T read(Table table, String key, String json, Class<T> type) throws JournalException {
        try {
            return read(json, type);
        } catch (JsonProcessingException | IllegalArgumentException damaged) {
            throw JournalException.damaged(table, key, damaged);
        }
    }
}
