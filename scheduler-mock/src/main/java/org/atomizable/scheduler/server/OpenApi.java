package org.atomizable.scheduler.server;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.wire.Problem;
import org.jspecify.annotations.Nullable;

/** The protocol as an OpenAPI 3.1 document, made from the calls that are routed and the records that are read and written. */
final class OpenApi {

    private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");
    private static final String PROBLEMS = "application/problem+json";
    private static final String JSON = "application/json";

    private final Map<String, Object> schemas = new TreeMap<>();

    private OpenApi() {}

    static byte[] describe(List<Call> calls) {
        return Json.write(new OpenApi().document(calls));
    }

    private Map<String, Object> document(List<Call> calls) {
        Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
        for (Call call : calls) {
            paths.computeIfAbsent(call.path(), it -> new LinkedHashMap<>())
                    .put(call.method().name().toLowerCase(Locale.ROOT), operation(call));
        }
        reference(Problem.class);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put(
                "info",
                Map.of(
                        "title",
                        "Atomizable scheduler",
                        "version",
                        "1",
                        "description",
                        "Instants are ISO-8601, durations seconds, memory bytes. Every error is a problem of RFC 9457."));
        document.put("paths", paths);
        document.put(
                "components",
                Map.of(
                        "schemas",
                        schemas,
                        "securitySchemes",
                        Map.of("token", Map.of("type", "http", "scheme", "bearer"))));
        document.put("security", List.of(Map.of("token", List.of())));
        return document;
    }

    private Map<String, Object> operation(Call call) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("summary", call.summary());
        operation.put(
                "x-roles", call.roles().stream().sorted().map(Object::toString).toList());
        operation.put("parameters", parameters(call));
        call.body()
                .ifPresent(type -> operation.put(
                        "requestBody", Map.of("required", true, "content", content(JSON, reference(type)))));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(String.valueOf(call.result().status()), result(call.result()));
        responses.put(
                "default", Map.of("description", "A problem", "content", content(PROBLEMS, reference(Problem.class))));
        operation.put("responses", responses);
        return operation;
    }

    private static List<Map<String, Object>> parameters(Call call) {
        List<Map<String, Object>> parameters = new ArrayList<>();
        Matcher inPath = PARAMETER.matcher(call.path());
        while (inPath.find()) {
            parameters.add(parameter(inPath.group(1), "path", Map.of("type", "string")));
        }
        for (String name : call.query()) {
            parameters.add(parameter(name, "query", Map.of("type", "integer", "minimum", 0)));
        }
        if (call.body().isPresent()) {
            parameters.add(parameter(
                    "Idempotency-Key", "header", Map.of("type", "string", "minLength", 1, "maxLength", Bounds.KEY)));
        }
        return parameters;
    }

    private static Map<String, Object> parameter(String name, String in, Map<String, Object> schema) {
        return Map.of("name", name, "in", in, "required", in.equals("path"), "schema", schema);
    }

    private Map<String, Object> result(Call.Result result) {
        if (result.type().isEmpty()) {
            return result.equals(Call.Result.TEXT)
                    ? Map.of("description", "Done", "content", content("text/plain", Map.of("type", "string")))
                    : Map.of("description", "Done");
        }
        Map<String, Object> one = reference(result.type().get());
        return Map.of(
                "description",
                "Done",
                "content",
                content(JSON, result.list() ? Map.of("type", "array", "items", one) : one));
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema) {
        return Map.of(type, Map.of("schema", schema));
    }

    /** Describes a record where that was not done yet. */
    private Map<String, Object> reference(Class<?> type) {
        String name = type.getSimpleName();
        if (!schemas.containsKey(name)) {
            Map<String, Object> properties = new LinkedHashMap<>();
            List<String> required = new ArrayList<>();
            schemas.put(name, Map.of());
            for (RecordComponent component : type.getRecordComponents()) {
                Map<String, Object> property = schema(component.getGenericType());
                if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    properties.put(component.getName(), Map.of("anyOf", List.of(property, Map.of("type", "null"))));
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
            schemas.put(name, schema);
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private Map<String, Object> schema(Type type) {
        if (type == boolean.class || type == Boolean.class) {
            return Map.of("type", "boolean");
        } else if (type == int.class || type == Integer.class) {
            return Map.of("type", "integer", "format", "int32");
        } else if (type == long.class || type == Long.class) {
            return Map.of("type", "integer", "format", "int64");
        } else if (type == double.class || type == Double.class) {
            return Map.of("type", "number");
        } else if (type == String.class) {
            return Map.of("type", "string");
        } else if (type == Instant.class) {
            return Map.of("type", "string", "format", "date-time");
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
