package org.atomizable.scheduler.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.Problem;

/** The protocol as an OpenAPI 3.1 document, made from the calls that are routed and the records that are read and written. */
final class OpenApi {

    private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");
    private static final String PROBLEMS = "application/problem+json";
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private static final Map<String, String> TAGS = Map.of(
            "jobs", "Jobs: registration, state, withdrawal, and events",
            "windows", "Windows: the answers of jobs to an offer, and the result of a window with its reason",
            "grants", "Grants: the messages of a lease's holder about its subjob",
            "reservations", "Reservations: slices that operators keep for other uses",
            "cluster", "The cluster: slices, their use over time, and memory",
            "dashboard", "The calls of the dashboard: differences, pages and summaries",
            "operation", "How the scheduler itself is");

    private final Schemas schemas = new Schemas();

    private OpenApi() {}

    static byte[] describe(List<Call> calls) {
        return Json.writeInOrder(new OpenApi().document(calls));
    }

    private Map<String, Object> document(List<Call> calls) {
        Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
        for (Call call : calls) {
            paths.computeIfAbsent(call.path(), it -> new LinkedHashMap<>())
                    .put(call.method().name().toLowerCase(Locale.ROOT), operation(call));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", info());
        document.put("servers", servers());
        document.put(
                "tags",
                TAGS.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(it -> Map.of("name", it.getKey(), "description", it.getValue()))
                        .toList());
        document.put("paths", paths);
        Map<String, Object> token = Map.of(
                "type",
                "http",
                "scheme",
                "bearer",
                "description",
                "A token of the scheduler, made by: atomizable tokens create");
        document.put("components", Map.of("schemas", schemas.all(), "securitySchemes", Map.of("token", token)));
        document.put("security", List.of(Map.of("token", List.of())));
        return document;
    }

    private static Map<String, Object> info() {
        return Map.of(
                "title",
                "Atomizable scheduler",
                "version",
                "1",
                "description",
                "Instants are texts of RFC 3339, durations seconds, memory bytes. Every answer shows the time of the scheduler"
                        + " in the header Atomizable-Time. Every error is a problem of RFC 9457. Enums of answers may get"
                        + " more values: a client should accept values that it does not know.",
                "license",
                Map.of("name", "Apache-2.0", "identifier", "Apache-2.0"),
                "contact",
                Map.of("name", "The operator of this scheduler"));
    }

    private static List<Map<String, Object>> servers() {
        return List.of(
                Map.of("url", ".", "description", "The scheduler that serves this description"),
                Map.of(
                        "url",
                        "{scheme}://{host}:{port}",
                        "description",
                        "Any scheduler",
                        "variables",
                        Map.of(
                                "scheme", Map.of("enum", List.of("http", "https"), "default", "http"),
                                "host", Map.of("default", "127.0.0.1"),
                                "port", Map.of("default", "8080"))));
    }

    private Map<String, Object> operation(Call call) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", call.id());
        operation.put("tags", List.of(tag(call.path())));
        operation.put("summary", call.summary());
        operation.put("description", call.summary() + ". " + whoMay(call));
        if (call.open()) {
            operation.put("security", List.of());
        } else {
            operation.put(
                    "x-roles",
                    call.roles().stream().sorted().map(Object::toString).toList());
        }
        operation.put("parameters", parameters(call));
        call.body()
                .ifPresent(type -> operation.put(
                        "requestBody", Map.of("required", true, "content", content(JSON, schemas.reference(type)))));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(String.valueOf(call.result().status()), result(call.result()));
        problems(call).forEach(status -> responses.put(String.valueOf(status), problem(meaning(status))));
        responses.put("default", problem("Another problem; its type says which"));
        operation.put("responses", responses);
        return operation;
    }

    private static String whoMay(Call call) {
        return call.open()
                ? "Needs no token."
                : "For the roles %s."
                        .formatted(String.join(
                                ", ",
                                call.roles().stream()
                                        .sorted()
                                        .map(Object::toString)
                                        .toList()));
    }

    /** By the path, so that a new call cannot be without. */
    private static String tag(String path) {
        if (!path.startsWith("/v1/")) {
            return "operation";
        }
        String first = path.split("/", -1)[2];
        return TAGS.containsKey(first) ? first : "cluster";
    }

    private static List<Map<String, Object>> parameters(Call call) {
        List<Map<String, Object>> parameters = new ArrayList<>();
        Matcher inPath = PARAMETER.matcher(call.path());
        while (inPath.find()) {
            parameters.add(Map.of(
                    "name",
                    inPath.group(1),
                    "in",
                    "path",
                    "required",
                    true,
                    "description",
                    "As the scheduler named it",
                    "schema",
                    Map.of("type", "string")));
        }
        call.parameters()
                .forEach(it -> parameters.add(Map.of(
                        "name",
                        it.name(),
                        "in",
                        it.in(),
                        "required",
                        false,
                        "description",
                        it.description(),
                        "schema",
                        it.schema())));
        return parameters;
    }

    /** Returns the usual error statuses of a call; rarer ones are described by the default. */
    private static Set<Integer> problems(Call call) {
        Set<Integer> problems = new TreeSet<>();
        // Of any request that HTTP's rules forbid, and of a scheduler that starts, stops or cannot write.
        problems.addAll(Set.of(400, 503));
        if (!call.open()) {
            problems.addAll(Set.of(401, 403, 429));
        }
        if (call.path().contains("{")) {
            problems.add(404);
        }
        if (call.body().isPresent()) {
            problems.addAll(Set.of(409, 413, 422));
        }
        return problems;
    }

    private static String meaning(int status) {
        return switch (status) {
            case 400 -> "The request is malformed";
            case 401 -> "There is no valid token";
            case 403 -> "The token's role, or the address of the caller, does not permit this call";
            case 404 -> "The resource that the path names is unknown";
            case 409 -> "The request conflicts with the current state";
            case 413 -> "The body is too large";
            case 422 -> "The body is well-formed, but its values are not valid";
            case 429 -> "There are too many of them, or too many calls per second";
            case 503 -> "Temporarily unavailable; send the same request again later";
            default -> throw new IllegalArgumentException("no call answers " + status);
        };
    }

    private Map<String, Object> problem(String description) {
        return Map.of("description", description, "content", content(PROBLEMS, schemas.reference(Problem.class)));
    }

    private Map<String, Object> result(Call.Result result) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("description", result.status() == 201 ? "It was made" : "It worked");
        Map<String, Object> one = result.type().map(schemas::reference).orElse(Map.of());
        switch (result.form()) {
            case NOTHING -> {}
            case ONE -> described.put("content", content(JSON, one));
            case LIST -> described.put("content", content(JSON, Map.of("type", "array", "items", one)));
            case OBJECT -> described.put("content", content(JSON, Map.of("type", "object")));
            case TEXT -> described.put("content", content("text/plain", Map.of("type", "string")));
            case EVENTS -> {
                Map<String, Object> both = new LinkedHashMap<>(content(JSON, one));
                List<String> types = Words.of(EventMessage.class, "type").orElseThrow();
                both.putAll(content(EVENTS, schemas.events(EventMessage.class, types)));
                described.put("content", both);
            }
        }
        return described;
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema) {
        return Map.of(type, Map.of("schema", schema));
    }
}
