package org.atomizable.scheduler.server;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The media types that a client accepts, with how much it likes each, in [0, 1]. */
record Accepted(Map<String, Double> types) {

    /** Copies the types. */
    public Accepted {
        types = Map.copyOf(types);
    }

    /** Reads an {@code Accept} header; what makes no sense in it is passed over. */
    public static Accepted of(Optional<String> header) {
        Map<String, Double> types = new HashMap<>();
        for (String range : header.orElse("").split(",", -1)) {
            String[] parts = range.split(";", -1);
            String type = parts[0].strip().toLowerCase(Locale.ROOT);
            if (!type.isEmpty()) {
                types.merge(type, quality(parts), Math::max);
            }
        }
        return new Accepted(types);
    }

    /** Tells whether one type, named by itself, is liked better than another. A client that names both alike gets the other. */
    public boolean prefers(String type, String other) {
        return types.getOrDefault(type, 0.0) > types.getOrDefault(other, 0.0);
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                try {
                    return Double.parseDouble(parameter.substring(2));
                } catch (NumberFormatException nonsense) {
                    return 0;
                }
            }
        }
        return 1;
    }
}
