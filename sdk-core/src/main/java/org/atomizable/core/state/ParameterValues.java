package org.atomizable.core.state;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateMismatchException;

/**
 * The values of a job's parameters, in the order of its constructor. They are saved with the state, so that a checkpoint
 * is never continued with other values. Immutable.
 */
public final class ParameterValues {

    /** A name that no field has, because of its dot. */
    private static final String NAME = "job.parameters";

    private static final Part<List<String>> LINES = Containers.list(Values.TEXT);
    private static final ParameterValues NONE = new ParameterValues(Map.of());

    private final Map<String, String> texts;

    private ParameterValues(Map<String, String> texts) {
        this.texts = texts;
    }

    /** Returns the values of no parameter. */
    public static ParameterValues none() {
        return NONE;
    }

    /** Adds the value of a parameter. */
    public ParameterValues with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(texts);
        more.put(name, exact(value));
        return new ParameterValues(more);
    }

    /** Equal values have equal texts, and others have others. */
    private static String exact(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value instanceof Bytes bytes ? bytes.count() + "B" : String.valueOf(value);
    }

    /** Returns the value of a parameter as a text. */
    public String text(String name) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalStateException("parameter %s has no value".formatted(name));
        }
        return text;
    }

    /** Saves the values. */
    public void save(StateSaver to) throws IOException {
        to.put(NAME, lines(), LINES);
    }

    /**
     * Reads the values of a checkpoint.
     *
     * @throws StateMismatchException if they are not these values
     */
    public void requireSame(StateRestorer from) throws IOException {
        List<String> saved = from.take(NAME, LINES);
        if (!saved.equals(lines())) {
            throw new StateMismatchException(
                    "the state was saved with the parameters %s, this job has %s".formatted(saved, lines()),
                    "Give the same parameters, or another store for this job");
        }
    }

    private List<String> lines() {
        return texts.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .toList();
    }
}
