package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.OneSlice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The scheduler's description of itself, held against OpenAPI's rules and against what clients are made from it. */
class OpenApiTest {

    private static final Path SERVER = Path.of("src/main/java/org/atomizable/scheduler/server");
    private static final Path WIRE = Path.of("../../sdk-api/src/main/java/org/atomizable/api/wire");

    /** Where a linter of the command line finds it. */
    private static final Path WRITTEN = Path.of("target/openapi.json");

    /** Stated once more, so that none is changed by mistake: generated clients would break. */
    private static final Map<String, String> IDS = Map.ofEntries(
            Map.entry("post /v1/jobs", "registerJob"),
            Map.entry("get /v1/jobs", "listJobs"),
            Map.entry("get /v1/jobs/{id}", "getJob"),
            Map.entry("delete /v1/jobs/{id}", "withdrawJob"),
            Map.entry("get /v1/jobs/{id}/events", "getJobEvents"),
            Map.entry("post /v1/windows/{id}/signals", "sendSignal"),
            Map.entry("post /v1/windows/{id}/bids", "sendBids"),
            Map.entry("get /v1/windows/{id}", "getWindow"),
            Map.entry("post /v1/grants/{id}/accept", "acceptGrant"),
            Map.entry("post /v1/grants/{id}/heartbeat", "sendHeartbeat"),
            Map.entry("post /v1/grants/{id}/report", "reportSubjob"),
            Map.entry("get /v1/cluster", "getCluster"),
            Map.entry("get /v1/timeline", "getTimeline"),
            Map.entry("get /v1/memory", "listMemory"),
            Map.entry("get /v1/trend", "listTrend"),
            Map.entry("post /v1/reservations", "createReservation"),
            Map.entry("get /v1/reservations", "listReservations"),
            Map.entry("delete /v1/reservations/{id}", "cancelReservation"),
            Map.entry("get /v1/dashboard", "getDashboard"),
            Map.entry("get /v1/dashboard/jobs", "listDashboardJobs"),
            Map.entry("get /v1/dashboard/jobs/{id}", "getJobStory"),
            Map.entry("get /v1/dashboard/shares", "getShares"),
            Map.entry("get /metrics", "getMetrics"),
            Map.entry("get /healthz", "getHealth"),
            Map.entry("get /readyz", "getReadiness"),
            Map.entry("get /openapi.json", "getDescription"));

    private static Scheduler scheduler;
    private static Client client;
    private static String text;
    private static JsonNode description;
    private static Map<String, JsonNode> operations;

    @BeforeAll
    static void start() throws Exception {
        Interval never = new Interval(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("1990-01-02T00:00:00Z"));
        scheduler = Scheduler.start(SchedulerOptions.of(new OneSlice(never)), TimeSource.system());
        client = new Client(scheduler.uri());
        text = client.get("/openapi.json").body();
        description = new ObjectMapper().readTree(text);
        Files.createDirectories(WRITTEN.getParent());
        Files.writeString(WRITTEN, text);
        operations = new LinkedHashMap<>();
        description
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(it -> operations.put(it.getKey() + " " + path.getKey(), it.getValue())));
    }

    @AfterAll
    static void stop() {
        scheduler.close();
    }

    @Test
    void itsKeysAreInTheSameOrderInEveryRun() {
        assertThat(description.at("/components/securitySchemes/token").fieldNames())
                .toIterable()
                .containsExactly("description", "scheme", "type");
    }

    @Test
    void everyInstantHasAPattern() {
        int instants = 0;
        for (JsonNode property : description.findParents("format")) {
            if (property.path("format").asText().equals("date-time")) {
                String pattern = property.path("pattern").asText();
                assertThat("2027-01-31T12:00:00.5+03:30").matches(pattern);
                assertThat("+58886-01-01T00:00:00Z").doesNotMatch(pattern);
                instants++;
            }
        }
        assertThat(instants).isGreaterThan(10);
    }

    @Test
    void anotherReaderOfOpenApiFindsNoFault() {
        ParseOptions strict = new ParseOptions();
        strict.setResolve(true);
        SwaggerParseResult read = new OpenAPIV3Parser().readContents(text, List.of(), strict);

        assertThat(read.getMessages()).isEmpty();
        assertThat(read.getOpenAPI().getPaths())
                .hasSize(description.path("paths").size());
    }

    @Test
    void theReaderWouldFindAFault() {
        String wrong = text.replaceFirst("\"operationId\"", "\"operationIdentity\"");

        assertThat(new OpenAPIV3Parser()
                        .readContents(wrong, List.of(), new ParseOptions())
                        .getMessages())
                .isNotEmpty();
    }

    @Test
    void everyCallIsDescribedInFull() {
        Set<String> tags = new HashSet<>();
        description.path("tags").forEach(tag -> {
            assertThat(tag.path("description").asText()).isNotBlank();
            tags.add(tag.path("name").asText());
        });
        assertThat(operations).allSatisfy((name, it) -> {
            assertThat(it.path("operationId").asText()).matches("[a-z]+([A-Z][a-z]+)+");
            assertThat(it.path("summary").asText()).isNotBlank().doesNotEndWith(".");
            assertThat(it.path("tags")).isNotEmpty().allMatch(tag -> tags.contains(tag.asText()));
            assertThat(it.path("parameters")).allSatisfy(parameter -> {
                assertThat(parameter.path("description").asText()).isNotBlank();
                assertThat(parameter.path("schema").path("type").asText()).isNotBlank();
            });
            Set<String> declared = new TreeSet<>();
            it.path("parameters").forEach(parameter -> {
                if (parameter.path("in").asText().equals("path")) {
                    declared.add(parameter.path("name").asText());
                }
            });
            assertThat(declared).isEqualTo(inBraces(name));
            assertThat(it.has("requestBody")).isEqualTo(name.startsWith("post "));
        });
    }

    private static Set<String> inBraces(String path) {
        Set<String> names = new TreeSet<>();
        Matcher name = Pattern.compile("\\{(.*?)}").matcher(path);
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }

    @Test
    void everyAnswerIsDescribedAndOneWithoutBodyHasNoType() {
        assertThat(operations)
                .allSatisfy((name, it) -> it.path("responses").properties().forEach(response -> {
                    assertThat(response.getValue().path("description").asText()).isNotBlank();
                    if (response.getKey().equals("204")) {
                        assertThat(response.getValue().has("content")).isFalse();
                    } else {
                        assertThat(response.getValue().path("content")).as(name).isNotEmpty();
                    }
                }));
        assertThat(operations)
                .allSatisfy((name, it) -> assertThat(it.path("responses").properties())
                        .as(name)
                        .anyMatch(response -> response.getKey().startsWith("2"))
                        .anyMatch(response -> response.getKey().startsWith("4")));
    }

    @Test
    void operationIdsAreUniqueAndStayAsTheyAre() {
        Map<String, String> ids = new TreeMap<>();
        operations.forEach((name, it) -> ids.put(name, it.path("operationId").asText()));

        assertThat(ids.values()).doesNotHaveDuplicates();
        assertThat(ids).containsAllEntriesOf(IDS);
    }

    /** What is routed past the list of calls would be in no description. */
    @Test
    void nothingIsRoutedThatIsNotDescribed() throws IOException {
        Set<String> routing = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SERVER)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Pattern.compile("\\broutes?\\s*\\.\\s*(get|post|put|patch|delete|head|addHttpHandler|sse|ws)\\(")
                        .matcher(Files.readString(file))
                        .find()) {
                    routing.add(file.getFileName().toString());
                }
            }
        }

        // The dashboard's files, and a server to measure against.
        assertThat(routing).containsExactlyInAnyOrder("Routes.java", "Pages.java", "BareServer.java");
        assertThat(Files.readString(SERVER.resolve("Routes.java"))).doesNotContain("routes.get(");
    }

    @Test
    void aClientIsToldWhereTheSchedulerIs() {
        List<String> urls = new ArrayList<>();
        description.path("servers").forEach(it -> urls.add(it.path("url").asText()));

        assertThat(urls)
                .as("what begins with a slash is appended to it")
                .containsExactly(".", "{scheme}://{host}:{port}")
                .noneMatch(it -> it.endsWith("/"));
    }

    private static Path source(String message) throws IOException {
        try (Stream<Path> wire = Files.walk(WIRE);
                Stream<Path> server = Files.walk(SERVER)) {
            return Stream.concat(wire, server)
                    .filter(it -> it.endsWith(message + ".java"))
                    .findFirst()
                    .orElse(WIRE.resolve("package-info.java"));
        }
    }

    /** The Javadoc of a message names the words of a closed set; so must its schema. */
    @Test
    void everyClosedSetOfWordsIsAnEnum() throws IOException {
        int closed = 0;
        for (Map.Entry<String, JsonNode> schema :
                description.path("components").path("schemas").properties()) {
            Path source = source(schema.getKey());
            for (Map.Entry<String, Set<String>> words :
                    wordsByProperty(Files.readString(source)).entrySet()) {
                JsonNode property = schema.getValue().path("properties").path(words.getKey());
                JsonNode told = property.has("propertyNames") ? property.path("propertyNames") : property;
                Set<String> listed = new TreeSet<>();
                told.path("enum").forEach(it -> listed.add(it.asText()));
                assertThat(listed).as("%s.%s", schema.getKey(), words.getKey()).isEqualTo(words.getValue());
                closed++;
            }
        }
        assertThat(closed).isGreaterThan(6);
    }

    private static Set<String> wordsIn(String javadoc) {
        Set<String> words = new TreeSet<>();
        Matcher word = Pattern.compile("\\{@code ([a-z-]+)}").matcher(javadoc);
        while (word.find()) {
            words.add(word.group(1));
        }
        return words;
    }

    /** A property with two words or more in code is one of these. */
    private static Map<String, Set<String>> wordsByProperty(String source) {
        Map<String, Set<String>> found = new TreeMap<>();
        Matcher parameter = Pattern.compile("@param (\\w+) (.*?)(?=\\n \\* @|\\n \\*/)", Pattern.DOTALL)
                .matcher(source);
        while (parameter.find()) {
            Set<String> words = wordsIn(parameter.group(2));
            if (words.size() > 1) {
                found.put(parameter.group(1), words);
            }
        }
        return found;
    }

    @Test
    void theStreamOfEventsIsDescribedByItsEvents() {
        JsonNode content = operations
                .get("get /v1/jobs/{id}/events")
                .path("responses")
                .path("200")
                .path("content");

        assertThat(content.path("application/json").path("schema").path("$ref").asText())
                .endsWith("/EventPage");
        assertThat(content.path("text/event-stream")
                        .path("schema")
                        .path("items")
                        .path("$ref")
                        .asText())
                .endsWith("/ServerSentEvent");
        JsonNode event = description.path("components").path("schemas").path("ServerSentEvent");
        assertThat(event.path("properties")
                        .path("data")
                        .path("contentSchema")
                        .path("$ref")
                        .asText())
                .endsWith("/EventMessage");
        assertThat(event.path("properties").path("event").path("enum").toString())
                .contains("heartbeat", "grant");
    }

    /** A generated client accepts every type that is described, and can read the page only. */
    @Test
    void aClientThatTakesBothGetsAPageOfEvents() throws Exception {
        String job = client.register("both", "both").id();

        assertThat(client.accepting("application/json, text/event-stream", "/v1/jobs/%s/events?wait=0".formatted(job))
                        .headers()
                        .firstValue("Content-Type"))
                .contains("application/json");
    }

    @Test
    void anAnswerWithoutBodyHasNoContentType() throws Exception {
        Scheduler generous =
                Scheduler.start(SchedulerOptions.of(Generous.ALWAYS).offering(Generous.PATIENT), TimeSource.system());
        try (generous) {
            Client caller = new Client(generous.uri());
            String job = caller.register("silent", "silent").id();
            String window = caller.next("window", job, 0).window().id();

            var answer = caller.post(
                    "/v1/windows/%s/signals".formatted(window),
                    "{\"job\":\"%s\",\"interested\":false,\"atoms\":0,\"usefulSeconds\":0,\"totalSeconds\":0,\"because\":\"no\"}"
                            .formatted(job));

            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.headers().firstValue("Content-Type")).isEmpty();
        }
    }
}
