package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.OneSlice;
import org.atomizable.scheduler.server.connection.Bounds;

/** Calls made from the server's own description of itself, and made wrong in every way that it leaves open. */
@Tag("slow")
class HostileCallsProperties {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

    private static final List<String> TEXTS = List.of(
            "",
            "x",
            "../../etc/passwd",
            "..%2f..%2f",
            "a\r\nX-Injected: yes",
            "\u0000",
            "\u202e\uD83D\uDE00",
            "' OR 1=1 --",
            "<script>alert(1)</script>",
            "${jndi:ldap://x}",
            "%s%n%x",
            "x".repeat(3000),
            "NaN",
            "9".repeat(400),
            "2026-13-45T99:99:99Z",
            "9999-12-31T23:59:59Z",
            "+58886-01-01T00:00:00Z",
            "-0001-01-01T00:00:00+23:59");

    private static Scheduler scheduler;
    private static Client client;
    private static JsonNode description;
    private static List<JsonNode> operations;
    private static List<String[]> names;

    @BeforeContainer
    static void start() throws Exception {
        Interval never = new Interval(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("1990-01-02T00:00:00Z"));
        scheduler = Scheduler.start(SchedulerOptions.of(new OneSlice(never)), TimeSource.system());
        client = new Client(scheduler.uri());
        description = JSON.readTree(client.get("/openapi.json").body());
        operations = new ArrayList<>();
        names = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : description.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                operations.add(operation.getValue());
                names.add(new String[] {operation.getKey().toUpperCase(Locale.ROOT), path.getKey()});
            }
        }
    }

    @AfterContainer
    static void stop() {
        scheduler.close();
    }

    @Property(tries = 200)
    void nothingThatIsSentMakesItFailOrChangesItsState(@ForAll long seed) throws Exception {
        Random chance = new Random(seed);
        for (int call = 0; call < 10; call++) {
            int index = chance.nextInt(operations.size());
            String before = client.get("/v1/jobs").body();

            int status = send(names.get(index), operations.get(index), chance);

            assertThat(status).as("%s %s", (Object[]) names.get(index)).isBetween(200, 499);
            String after = client.get("/v1/jobs").body();
            if (status >= 300) {
                assertThat(after).isEqualTo(before);
            }
            // Other clients read the same list by their date types.
            assertThat(JSON.readTree(after))
                    .allSatisfy(job ->
                            assertThat(job.path("deadline").asText("null")).matches("null|\\d{4}-.*"));
            assertThat(JSON.readTree(after)).allSatisfy(job -> {
                assertThat(job.path("name").asText()).matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
                assertThat(job.path("tenant").asText()).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");
            });
        }
        assertThat(client.get("/healthz").statusCode()).isEqualTo(200);
    }

    /** Byte by byte, as no well-behaved library would. */
    private static int send(String[] name, JsonNode operation, Random chance) throws Exception {
        StringBuilder head = new StringBuilder();
        String path = name[1].replace("{id}", hostilePath(chance));
        if (chance.nextInt(4) == 0) {
            path += "?after=" + hostilePath(chance) + "&wait=" + (chance.nextBoolean() ? "0" : hostilePath(chance));
        } else if (name[1].endsWith("/events")) {
            path += "?wait=0";
        }
        byte[] body = operation.has("requestBody") ? hostileBody(operation, chance) : new byte[0];
        head.append(name[0]).append(' ').append(path).append(" HTTP/1.1\r\n");
        head.append("Host: 127.0.0.1\r\nConnection: close\r\n");
        if (chance.nextInt(4) == 0) {
            head.append("Idempotency-Key: ").append(hostilePath(chance)).append("\r\n");
        }
        if (chance.nextInt(6) == 0) {
            head.append("Last-Event-ID: ").append(hostilePath(chance)).append("\r\n");
        }
        if (body.length > 0 || name[0].equals("POST")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("\r\n");
        try (Socket socket =
                new Socket(scheduler.uri().getHost(), scheduler.uri().getPort())) {
            socket.setSoTimeout(60_000);
            OutputStream out = socket.getOutputStream();
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            whole.writeBytes(body);
            out.write(whole.toByteArray());
            out.flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).as("to %s", head).startsWith("HTTP/1.1 ");
            assertThat(answer)
                    .doesNotContain("\r\nX-Injected")
                    .doesNotContain("\tat org.")
                    .doesNotContain("Exception");
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    /** No spaces or ends of lines: those would only make another request of it. */
    private static String hostilePath(Random chance) {
        String text = TEXTS.get(chance.nextInt(TEXTS.size())).replaceAll("[\\s\\x00-\\x20\\x7f-\\uffff]", "%00");
        return text.length() > 500 ? text.substring(0, 500) : text.isEmpty() ? "-" : text;
    }

    private static byte[] hostileBody(JsonNode operation, Random chance) {
        String reference = operation
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema")
                .path("$ref")
                .asText();
        String text =
                value(JSON.createObjectNode().put("$ref", reference), chance, 0).toString();
        switch (chance.nextInt(12)) {
            case 0 -> text = text.substring(0, chance.nextInt(text.length() + 1));
            case 1 -> text = "[".repeat(2000) + text;
            case 2 -> text = text + text;
            case 3 -> text = text.replaceFirst(":", ":" + "9".repeat(100));
            case 4 -> text = "\uFEFF" + text;
            default -> {}
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 && chance.nextInt(10) == 0) {
            bytes[chance.nextInt(bytes.length)] = (byte) chance.nextInt(256);
        }
        return bytes;
    }

    /** Fits the schema, but for what chance decides. */
    private static JsonNode value(JsonNode schema, Random chance, int depth) {
        if (chance.nextInt(25) == 0) {
            return anything(chance);
        }
        if (schema.has("$ref")) {
            String name = schema.path("$ref").asText().replaceFirst(".*/", "");
            return value(description.path("components").path("schemas").path(name), chance, depth + 1);
        }
        if (schema.has("anyOf")) {
            return chance.nextBoolean()
                    ? JSON.nullNode()
                    : value(schema.path("anyOf").get(0), chance, depth);
        }
        JsonNode type = schema.path("type");
        if (type.isArray() && chance.nextBoolean()) {
            return JSON.nullNode();
        }
        if (schema.has("enum") && chance.nextBoolean()) {
            return schema.path("enum").get(chance.nextInt(schema.path("enum").size()));
        }
        switch (type.isArray() ? type.get(0).asText() : type.asText()) {
            case "object" -> {
                ObjectNode object = JSON.createObjectNode();
                schema.path("properties").properties().forEach(it -> {
                    if (chance.nextInt(40) > 0) {
                        object.set(it.getKey(), value(it.getValue(), chance, depth + 1));
                    }
                });
                if (schema.path("additionalProperties").isObject()) {
                    object.put(TEXTS.get(chance.nextInt(TEXTS.size())), chance.nextDouble());
                }
                return object;
            }
            case "array" -> {
                ArrayNode array = JSON.createArrayNode();
                for (int i = chance.nextInt(3); i > 0 && depth < 5; i--) {
                    array.add(value(schema.path("items"), chance, depth + 1));
                }
                return array;
            }
            case "integer" -> {
                long[] edges = {0, 1, -1, 1000, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE};
                return JSON.getNodeFactory().numberNode(edges[chance.nextInt(edges.length)]);
            }
            case "number" -> {
                double[] edges = {0, 0.5, 1, -1, 1e300, 1e-300, 1e9};
                return JSON.getNodeFactory().numberNode(edges[chance.nextInt(edges.length)]);
            }
            case "boolean" -> {
                return JSON.getNodeFactory().booleanNode(chance.nextBoolean());
            }
            default -> {
                List<String> sensible = List.of("sja", "jasda", "finished", "yielded", "a", "2026-01-01T00:00:00Z");
                return JSON.getNodeFactory()
                        .textNode(
                                chance.nextInt(3) == 0
                                        ? TEXTS.get(chance.nextInt(TEXTS.size()))
                                        : sensible.get(chance.nextInt(sensible.size())));
            }
        }
    }

    private static JsonNode anything(Random chance) {
        List<JsonNode> all = List.of(
                JSON.nullNode(),
                JSON.createObjectNode(),
                JSON.createArrayNode(),
                JSON.getNodeFactory().textNode(TEXTS.get(chance.nextInt(TEXTS.size()))),
                JSON.getNodeFactory().numberNode(Double.MAX_VALUE),
                JSON.getNodeFactory().booleanNode(true));
        return all.get(chance.nextInt(all.size()));
    }

    @Example
    void whatItAnswersIsWhatItsDescriptionSays() throws Exception {
        String job = client.register("described", "described").id();
        for (int index = 0; index < operations.size(); index++) {
            String[] name = names.get(index);
            String path = name[1].replace("{id}", name[1].startsWith("/v1/jobs") ? job : "x");
            if (name[0].equals("DELETE") || name[1].equals("/metrics")) {
                continue;
            }
            HttpResponse<String> answer = client.call(name[0], path, name[0].equals("POST") ? "{}" : "");
            boolean worked = answer.statusCode() < 300;
            JsonNode responses = operations.get(index).path("responses");
            JsonNode content =
                    responses.path(String.valueOf(answer.statusCode())).path("content");
            String type = worked ? "application/json" : "application/problem+json";
            assertThat(answer.headers().firstValue("Content-Type")).contains(type);
            JsonNode schema = content.path(type).path("schema");
            assertThat(schema.isObject())
                    .as("%s %s is described to answer %s by %s", name[0], name[1], answer.statusCode(), type)
                    .isTrue();
            assertThat(complaints(schema, answer.body()))
                    .as("%s %s", (Object[]) name)
                    .isEmpty();
        }
        HttpResponse<String> withdrawn = client.delete("/v1/jobs/" + job);
        assertThat(complaints(JSON.createObjectNode().put("$ref", "#/components/schemas/JobView"), withdrawn.body()))
                .isEmpty();
    }

    private static List<String> complaints(JsonNode schema, String body) throws Exception {
        ObjectNode whole = JSON.createObjectNode();
        whole.setAll((ObjectNode) schema.deepCopy());
        whole.set("components", description.path("components"));
        JsonSchema compiled = SCHEMAS.getSchema(whole);
        return compiled.validate(JSON.readTree(body)).stream()
                .map(Object::toString)
                .toList();
    }

    @Example
    void theDescriptionIsAnOpenApiDocument() {
        assertThat(description.path("openapi").asText()).isEqualTo("3.1.0");
        assertThat(operations).hasSizeGreaterThan(10).allSatisfy(it -> {
            assertThat(it.path("summary").asText()).isNotBlank();
            assertThat(it.has("security") != it.has("x-roles")).isTrue();
            assertThat(it.path("responses").has("default")).isTrue();
        });
    }

    /** More slow senders than the server has threads, each a byte at a time, and nobody else notices. */
    @Example
    void slowSendersHoldNobodyUp() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Socket socket =
                        new Socket(scheduler.uri().getHost(), scheduler.uri().getPort());
                slow.add(socket);
                String head = i % 2 == 0
                        ? "POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"
                        : "GET /v1/jobs HTTP/1.1\r\nHost: 127.0";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }
            for (int i = 0; i < 50; i++) {
                assertThat(client.get("/v1/jobs").statusCode()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Example
    void whatIsTooLargeIsRefusedAndNotRead() throws Exception {
        String large = "{\"name\":\"" + "x".repeat(Bounds.BODY) + "\"}";
        assertThat(client.post("/v1/jobs", large).statusCode()).isEqualTo(413);
        try (Socket socket =
                new Socket(scheduler.uri().getHost(), scheduler.uri().getPort())) {
            String head = "GET /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: " + "x".repeat(20_000) + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            assertThat(firstLine(socket.getInputStream())).contains("431");
        }
    }

    @Example
    void webPagesOfOthersCannotCallIt() throws Exception {
        for (String foreign : List.of("Host: evil.example", "Host: 127.0.0.1\r\nOrigin: http://evil.example")) {
            try (Socket socket =
                    new Socket(scheduler.uri().getHost(), scheduler.uri().getPort())) {
                String head = "GET /v1/jobs HTTP/1.1\r\n" + foreign + "\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                assertThat(firstLine(socket.getInputStream())).contains("403");
            }
        }
    }

    private static String firstLine(InputStream in) throws Exception {
        return new String(in.readNBytes(64), StandardCharsets.US_ASCII).split("\r\n")[0];
    }
}
