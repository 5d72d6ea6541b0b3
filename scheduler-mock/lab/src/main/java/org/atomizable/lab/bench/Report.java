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

    Report line(String format, @Nullable Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
        return this;
    }

    Report field(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    /** Adds a number with four decimals. */
    Report rounded(String name, double value) {
        return field(name, Ratios.rounded(value));
    }

    /** Adds the median of a figure, and the spread of all rounds. */
    Report spread(String name, Ratios rounds) {
        return rounded(name, rounds.median()).field(name + "Spread", rounds.spread());
    }

    /** Adds what is alive on a heap from time to time, and how that grows. */
    Report heap(List<Double> mebibytes, Slope growth) {
        return field("heapMebibytes", List.copyOf(mebibytes))
                .field("heapGrowth", growth)
                .line(
                        "  alive on its heap %s MiB: %.2f MiB a minute, give or take %.2f",
                        mebibytes, growth.perMinute(), growth.plusMinus());
    }

    /** Adds a report: its fields under a name, and its lines. */
    Report part(String name, Report report) {
        lines.addAll(report.lines);
        return field(name, report.fields);
    }

    /** Returns the fields, or the lines. */
    String text(boolean json) throws JsonProcessingException {
        return json ? json(fields) : String.join(System.lineSeparator(), lines);
    }

    /** Returns an object as the commands print it. */
    static String json(Object of) throws JsonProcessingException {
        return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(of);
    }
}
