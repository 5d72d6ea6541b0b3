package org.atomizable.scheduler.server;

import java.util.List;
import java.util.Map;

/**
 * A parameter of a call beside those in its path. It may be left out.
 *
 * @param in {@code query} or {@code header}
 * @param description what it does, and what is taken if it is left out
 * @param schema what values it may have
 */
record Parameter(String name, String in, String description, Map<String, Object> schema) {

    /** Copies the schema. */
    Parameter {
        schema = Map.copyOf(schema);
    }

    /** Makes a query parameter that is a whole number, 0 or more. */
    static Parameter number(String name, String description) {
        return new Parameter(name, "query", description, Map.of("type", "integer", "format", "int64", "minimum", 0));
    }

    /** Makes a query parameter that is a text. */
    static Parameter text(String name, String description, int longest) {
        return new Parameter(name, "query", description, Map.of("type", "string", "maxLength", longest));
    }

    /** Makes a query parameter that is one of some words. */
    static Parameter word(String name, String description, List<String> words) {
        return new Parameter(name, "query", description, Map.of("type", "string", "enum", List.copyOf(words)));
    }

    /** Makes a header that is a text. */
    static Parameter header(String name, String description, int longest) {
        return new Parameter(
                name, "header", description, Map.of("type", "string", "minLength", 1, "maxLength", longest));
    }
}
