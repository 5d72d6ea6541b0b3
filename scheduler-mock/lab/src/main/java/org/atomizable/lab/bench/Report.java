package org.atomizable.lab.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;

/** The result of a bench: lines for people and fields for JSON, in the order in which they are added. */
final class Report {

    private final List<String> lines = new ArrayList<>();
    private final Map<String, Object> fields = new LinkedHashMap<>();

    public Report line(String format, @Nullable Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
        return this;
    }

    public Report field(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    /** Adds a number with four decimals. */
    public Report rounded(String name, double value) {
        return field(name, Ratios.rounded(value));
    }

    /** Returns the fields, or the lines. */
    public String text(boolean json) throws JsonProcessingException {
        return json ? json(fields) : String.join(System.lineSeparator(), lines);
    }

    /** Returns an object as the commands print it. */
    public static String json(Object of) throws JsonProcessingException {
        return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(of);
    }
}
