package org.atomizable.examples;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The parameters that a user set for an example; what the example does not know is refused. */
public final class Parameters {

    private final Map<String, String> values;

    private Parameters(Map<String, String> values) {
        this.values = values;
    }

    /** Takes parameters of which all must be among {@code known}. */
    public static Parameters of(Map<String, String> values, String... known) {
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(Set.of(known));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown parameters %s; known are %s".formatted(unknown, new TreeSet<>(Set.of(known))));
        }
        return new Parameters(Map.copyOf(values));
    }

    /** Reads {@code name=value} pairs from a command line. */
    public static Map<String, String> read(String... arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "\"%s\" is no parameter; write name=value, as in seed=7".formatted(argument));
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return values;
    }

    /** Returns a text, or {@code otherwise} if it is not set. */
    public String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** Returns a whole number of at least {@code least}, or {@code otherwise} if it is not set. */
    public long whole(String name, long least, long otherwise) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below, with what would have been right
        }
        throw new IllegalArgumentException(
                "parameter %s must be a whole number of at least %s, was \"%s\"".formatted(name, least, text));
    }
}
