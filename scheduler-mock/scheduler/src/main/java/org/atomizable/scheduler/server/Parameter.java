package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A parameter of a call beside those in its path. It may be left out.
 *
 * @param in {@code query} or {@code header}
 * @param description what it does, and what is taken if it is left out
 * @param schema what values it may have
 */
record Parameter(String name, String in, String description, Map<String, Object> schema) {

    /** Copies the schema. */
    public Parameter {
        schema = Map.copyOf(schema);
    }

    /** Makes a query parameter that is a whole number, 0 or more. */
    public static Parameter number(String name, String description) {
        return new Parameter(name, "query", description, Map.of("type", "integer", "format", "int64", "minimum", 0));
    }

    /** Makes a query parameter that is a text. */
    public static Parameter text(String name, String description, int longest) {
        return new Parameter(name, "query", description, Map.of("type", "string", "maxLength", longest));
    }

    /** Makes a query parameter that is one of some words. */
    public static Parameter word(String name, String description, List<String> words) {
        return new Parameter(name, "query", description, Map.of("type", "string", "enum", List.copyOf(words)));
    }

    /** Makes a header that is a text. */
    public static Parameter header(String name, String description, int longest) {
        return new Parameter(
                name, "header", description, Map.of("type", "string", "minLength", 1, "maxLength", longest));
    }

    /** Returns the value of a query parameter; empty if it was left out. */
    static Optional<String> of(Context request, String name) {
        return Optional.ofNullable(request.queryParam(name));
    }

    /**
     * Reads a query parameter that is a whole number, 0 or more.
     *
     * @param absent what is taken if it was left out
     * @param most what is taken for anything larger
     */
    static long read(Context request, String name, long absent, long most) throws ProblemException {
        return read(name, of(request, name), absent, most);
    }

    /**
     * Reads a whole number, 0 or more.
     *
     * @param text what came; empty if nothing did
     * @param absent what is taken then
     * @param most what is taken for anything larger
     */
    public static long read(String name, Optional<String> text, long absent, long most) throws ProblemException {
        if (text.isEmpty()) {
            return absent;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= 0) {
                return Math.min(number, most);
            }
        } catch (NumberFormatException notANumber) {
            // Told below, as for a negative one.
        }
        throw new ProblemException(
                400, "malformed-number", "%s must be a whole number, 0 or more. Correct it.".formatted(name));
    }
}
