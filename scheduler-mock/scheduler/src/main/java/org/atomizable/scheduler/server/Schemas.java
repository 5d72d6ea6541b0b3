package org.atomizable.scheduler.server;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Schemas of messages, made from their records. Used by one thread. */
final class Schemas {

    private final Map<String, Object> byName = new TreeMap<>();

    /** Returns those that were asked for so far, and those that they refer to. */
    Map<String, Object> all() {
        return byName;
    }

    /** Returns a reference to a record's schema. */
    Map<String, Object> reference(Class<?> type) {
        String name = type.getSimpleName();
        if (!byName.containsKey(name)) {
            // Before its properties: one of them may refer to it.
            byName.put(name, Map.of());
            byName.put(name, object(type));
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    /**
     * Returns a reference to the schema of a stream of server-sent events, as a list of what a client gets of each.
     *
     * @param data what the {@code data} of an event is in JSON
     * @param types what {@code event} may be
     */
    Map<String, Object> events(Class<?> data, List<String> types) {
        String name = "ServerSentEvent";
        byName.put(
                name,
                Map.of(
                        "type",
                        "object",
                        "description",
                        "One event of the stream. A client that lost the stream sends the last id as Last-Event-ID.",
                        "properties",
                        Map.of(
                                "id", Map.of("type", "string", "description", "The number of the event, in decimal"),
                                "event", Map.of("type", "string", "enum", types),
                                "data",
                                        Map.of(
                                                "type",
                                                "string",
                                                "contentMediaType",
                                                "application/json",
                                                "contentSchema",
                                                reference(data))),
                        "required",
                        List.of("id", "event", "data")));
        return Map.of("type", "array", "items", Map.of("$ref", "#/components/schemas/" + name));
    }

    private Map<String, Object> object(Class<?> type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Map<String, Object> property = property(type, component);
            if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                properties.put(component.getName(), orNull(property));
            } else {
                properties.put(component.getName(), property);
                required.add(component.getName());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return schema;
    }

    private Map<String, Object> property(Class<?> type, RecordComponent component) {
        Map<String, Object> schema = schema(component.getGenericType());
        Optional<List<String>> words = Words.of(type, component.getName());
        if (words.isEmpty()) {
            return schema;
        }
        Map<String, Object> closed = new LinkedHashMap<>(schema);
        if (component.getType() == Map.class) {
            closed.put("propertyNames", Map.of("enum", words.get()));
        } else {
            closed.put("enum", words.get());
        }
        return closed;
    }

    private static Map<String, Object> orNull(Map<String, Object> schema) {
        if (!schema.containsKey("type")) {
            return Map.of("anyOf", List.of(schema, Map.of("type", "null")));
        }
        Map<String, Object> both = new LinkedHashMap<>(schema);
        both.put("type", List.of(String.valueOf(schema.get("type")), "null"));
        return both;
    }

    private Map<String, Object> schema(Type type) {
        if (type == boolean.class || type == Boolean.class) {
            return Map.of("type", "boolean");
        } else if (type == int.class || type == Integer.class) {
            return Map.of("type", "integer", "format", "int32");
        } else if (type == long.class || type == Long.class) {
            return Map.of("type", "integer", "format", "int64");
        } else if (type == double.class || type == Double.class) {
            return Map.of("type", "number", "format", "double");
        } else if (type == String.class) {
            return Map.of("type", "string");
        } else if (type == Instant.class) {
            return Map.of("type", "string", "format", "date-time", "pattern", InstantText.PATTERN);
        } else if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return Map.of("type", "array", "items", schema(generic.getActualTypeArguments()[0]));
        } else if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            return Map.of("type", "object", "additionalProperties", schema(generic.getActualTypeArguments()[1]));
        } else if (type instanceof Class<?> record && record.isRecord()) {
            return reference(record);
        }
        throw new IllegalStateException("no schema is known for " + type);
    }
}
