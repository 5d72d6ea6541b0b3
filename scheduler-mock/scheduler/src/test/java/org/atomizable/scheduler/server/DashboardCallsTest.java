package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DashboardCallsTest {

    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    Path directory;

    private Scheduler scheduler;
    private Client red;
    private Client blue;
    private Client viewer;
    private Client operator;

    @BeforeEach
    void start() throws Exception {
        Path journal = directory.resolve("journal.db");
        String redToken;
        String blueToken;
        String viewerToken;
        String operatorToken;
        try (SqliteJournal opened = SqliteJournal.open(journal, TimeSource.system())) {
            AccessTokens tokens = new AccessTokens(opened, TimeSource.system());
            redToken = tokens.create("red", Role.TENANT);
            blueToken = tokens.create("blue", Role.TENANT);
            viewerToken = tokens.create("wall", Role.VIEWER);
            operatorToken = tokens.create("ops", Role.OPERATOR);
        }
        scheduler = Scheduler.start(
                Generous.options().keptIn(journal).accessedBy(AccessMode.BY_TOKEN), TimeSource.system());
        red = new Client(scheduler.uri(), Optional.of(redToken));
        blue = new Client(scheduler.uri(), Optional.of(blueToken));
        viewer = new Client(scheduler.uri(), Optional.of(viewerToken));
        operator = new Client(scheduler.uri(), Optional.of(operatorToken));
    }

    @AfterEach
    void stop() {
        scheduler.close();
    }

    private JsonNode ask(Client who, String path) throws Exception {
        HttpResponse<String> answer = who.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body());
    }

    private static List<String> names(JsonNode page) {
        return StreamSupport.stream(page.path("jobs").spliterator(), false)
                .map(it -> it.path("name").asText())
                .toList();
    }

    private GrantIssued granted(String job) throws Exception {
        WindowOffered window = red.next("window", job, 0).window();
        red.post("/v1/windows/%s/signals".formatted(window.id()), new SignalMessage(job, true, 10, 2, 3, "it fits"));
        return red.next("grant", job, 0).grant();
    }

    /** Lets a job run a subjob that reports failure. */
    private GrantIssued failedOnce(String job) throws Exception {
        GrantIssued grant = granted(job);
        red.post("/v1/grants/%s/accept".formatted(grant.id()), new AcceptMessage(7, 10, 1 << 20, "max", 20, 3));
        red.post(
                "/v1/grants/%s/report".formatted(grant.id()),
                new ReportMessage("failed", "out-of-memory", "CUDA said no", 7, 0.1, 2, 0.1, 2.2, 1 << 20));
        return grant;
    }

    @Test
    void jobsAreSortedFilteredAndPaged() throws Exception {
        for (String name : List.of("cherry", "apple", "banana", "apricot")) {
            red.register(name, name);
        }
        assertThat(names(ask(viewer, "/v1/dashboard/jobs?sort=name")))
                .containsExactly("apple", "apricot", "banana", "cherry");
        assertThat(names(ask(viewer, "/v1/dashboard/jobs"))).containsExactly("cherry", "apple", "banana", "apricot");
        JsonNode second = ask(viewer, "/v1/dashboard/jobs?sort=name&descending=1&size=3&page=1");
        assertThat(names(second)).containsExactly("apple");
        assertThat(second.path("total").asInt()).isEqualTo(4);
        assertThat(names(ask(viewer, "/v1/dashboard/jobs?search=AP&sort=name"))).containsExactly("apple", "apricot");
        assertThat(ask(viewer, "/v1/dashboard/jobs?size=3&page=900")
                        .path("page")
                        .asInt())
                .as("a page beyond the end is the last one")
                .isEqualTo(1);
        assertThat(viewer.problem(viewer.get("/v1/dashboard/jobs?sort=colour")).type())
                .isEqualTo("urn:atomizable:problem:malformed-query");
    }

    @Test
    void jobsThatAreOverAreApartFromThoseThatWait() throws Exception {
        red.register("stays", "stays");
        red.delete("/v1/jobs/" + red.register("goes", "goes").id());
        assertThat(names(ask(viewer, "/v1/dashboard/jobs"))).containsExactly("stays");
        assertThat(names(ask(viewer, "/v1/dashboard/jobs?show=withdrawn"))).containsExactly("goes");
        JsonNode counts = ask(viewer, "/v1/dashboard").path("jobs");
        assertThat(counts.path("waiting").asInt()).isEqualTo(1);
        assertThat(counts.path("withdrawn").asInt()).isEqualTo(1);
    }

    @Test
    void jobsThatAreNamedStayInThatOrder() throws Exception {
        String first = red.register("first", "1").id();
        String second = red.register("second", "2").id();
        red.delete("/v1/jobs/" + second);
        assertThat(names(ask(viewer, "/v1/dashboard/jobs?ids=%s,%s,gone".formatted(second, first))))
                .containsExactly("second", "first");
    }

    @Test
    void aTenantSeesAndCountsItsOwnOnly() throws Exception {
        String job = red.register("secret-name", "k").id();
        failedOnce(job);
        assertThat(names(ask(blue, "/v1/dashboard/jobs?show=all"))).isEmpty();
        assertThat(blue.get("/v1/dashboard/jobs/" + job).statusCode()).isEqualTo(404);
        JsonNode news = ask(blue, "/v1/dashboard");
        assertThat(news.toString()).doesNotContain("secret-name").doesNotContain(job);
        assertThat(news.path("jobs").path("waiting").asInt()).isZero();
        assertThat(ask(blue, "/v1/dashboard/shares").toString()).doesNotContain(job);
        assertThat(ask(red, "/v1/dashboard/shares").toString()).contains(job);
    }

    @Test
    void aJobsPageTellsItsSubjobsAndWhyItWaits() throws Exception {
        String job = red.register("unlucky", "k").id();
        GrantIssued grant = failedOnce(job);
        JsonNode story = ask(viewer, "/v1/dashboard/jobs/" + job);
        JsonNode subjob = story.path("subjobs").get(0);
        assertThat(subjob.path("grant").asText()).isEqualTo(grant.id());
        assertThat(subjob.path("outcome").asText()).isEqualTo("failed");
        assertThat(subjob.path("why").asText()).isEqualTo("out-of-memory");
        assertThat(subjob.path("message").asText()).isEqualTo("CUDA said no");
        assertThat(subjob.path("firstAtom").asLong()).isEqualTo(7);
        assertThat(story.path("failures").asInt()).isEqualTo(1);
        assertThat(story.path("waitsBecause").asText()).startsWith("Its last subjob is over");
        assertThat(story.path("answer").path("window").asText()).isEqualTo(grant.window());
    }

    @Test
    void aJobsPageTellsOnWhichEvidenceItsBoundsRest() throws Exception {
        String job = red.register("told", "k").id();
        String accept = "/v1/grants/%s/accept".formatted(granted(job).id());
        AcceptMessage told = new AcceptMessage(7, 10, 1 << 20, "declared", 0, 3, "order statistic");
        assertThat(red.post(accept, told).statusCode()).isEqualTo(204);
        assertThat(red.post(accept, new AcceptMessage(7, 10, 1 << 20, "declared", 0, 3))
                        .statusCode())
                .as("the same subjob, from an agent that does not tell")
                .isEqualTo(204);

        JsonNode subjob =
                ask(viewer, "/v1/dashboard/jobs/" + job).path("subjobs").get(0);

        assertThat(subjob.path("memoryBound").path("method").asText()).isEqualTo("declared");
        assertThat(subjob.path("memoryBound").path("assurance").asText()).isEqualTo("declared");
        assertThat(subjob.path("timeBound").path("method").asText()).isEqualTo("order statistic");
        assertThat(subjob.path("timeBound").path("assurance").asText()).isEqualTo("proved");
    }

    @Test
    void anAgentThatTellsNoTimeMethodIsShownWithoutOne() throws Exception {
        String job = red.register("silent", "k").id();
        failedOnce(job);
        JsonNode subjob =
                ask(viewer, "/v1/dashboard/jobs/" + job).path("subjobs").get(0);
        assertThat(subjob.path("memoryBound").path("assurance").asText()).isEqualTo("long-run");
        assertThat(subjob.path("timeBound").isNull()).isTrue();
    }

    @Test
    void aMethodThatIsTooLongIsRefused() throws Exception {
        String accept = "/v1/grants/%s/accept"
                .formatted(granted(red.register("long", "k").id()).id());
        String text = "x".repeat(AcceptMessage.LONGEST_METHOD);
        HttpResponse<String> memory = red.post(accept, new AcceptMessage(7, 10, 1, text + "x", 0, 3, null));
        assertThat(red.problem(memory).detail()).contains("\"memoryMethod\"").doesNotContain(text);
        HttpResponse<String> time = red.post(accept, new AcceptMessage(7, 10, 1, "max", 0, 3, text + "x"));
        assertThat(time.statusCode()).isEqualTo(422);
        assertThat(red.problem(time).detail()).contains("\"timeMethod\"").doesNotContain(text);
        assertThat(red.post(accept, new AcceptMessage(7, 10, 1, text, 0, 3, text))
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void whoMayNotWithdrawIsToldSoAndRefused() throws Exception {
        String job = red.register("mine", "k").id();
        String path = "/v1/dashboard/jobs/" + job;
        assertThat(ask(viewer, path).path("mayWithdraw").asBoolean()).isFalse();
        assertThat(viewer.delete("/v1/jobs/" + job).statusCode()).isEqualTo(403);
        assertThat(ask(red, path).path("mayWithdraw").asBoolean()).isTrue();
        assertThat(ask(operator, path).path("mayWithdraw").asBoolean()).isTrue();
        operator.delete("/v1/jobs/" + job);
        assertThat(ask(operator, path).path("mayWithdraw").asBoolean())
                .as("what is over cannot be withdrawn")
                .isFalse();
    }

    @Test
    void aReaderIsSentWhatIsNewAndAStrangerEverything() throws Exception {
        JsonNode first = ask(viewer, "/v1/dashboard");
        assertThat(first.path("whole").asBoolean()).isTrue();
        assertThat(first.path("slices").size()).isPositive();
        long cursor = first.path("cursor").asLong();
        JsonNode second = ask(viewer, "/v1/dashboard?after=" + cursor);
        assertThat(second.path("whole").asBoolean()).isFalse();
        assertThat(second.path("slices").isNull()).isTrue();
        assertThat(ask(viewer, "/v1/dashboard?after=" + (cursor + 1_000_000_000L))
                        .path("whole")
                        .asBoolean())
                .as("a cursor that this scheduler never gave")
                .isTrue();
    }

    @Test
    void largeAnswersAreCompressedForClientsThatAcceptIt() throws Exception {
        try (Scheduler open = Scheduler.start(SchedulerOptions.of(Generous.ALWAYS), TimeSource.system())) {
            Client plain = new Client(open.uri());
            for (int i = 0; i < 20; i++) {
                plain.register("job-" + i, "k" + i);
            }
            assertThat(encoding(open.uri(), "gzip, deflate")).contains("gzip");
            assertThat(encoding(open.uri(), "gzip;q=0")).isEmpty();
            assertThat(encoding(open.uri(), "identity")).isEmpty();
            HttpResponse<byte[]> packed = asked(open.uri(), "/v1/dashboard/jobs", "gzip");
            JsonNode page = json.readTree(new GZIPInputStream(new ByteArrayInputStream(packed.body())));
            assertThat(page.path("total").asInt()).isEqualTo(20);
            HttpResponse<byte[]> style = asked(open.uri(), "/dashboard.css", "gzip");
            assertThat(new GZIPInputStream(new ByteArrayInputStream(style.body())).readAllBytes())
                    .isEqualTo(asked(open.uri(), "/dashboard.css", "identity").body());
        }
    }

    private static Optional<String> encoding(URI server, String accepted) throws Exception {
        return asked(server, "/v1/dashboard/jobs", accepted).headers().firstValue("Content-Encoding");
    }

    private static HttpResponse<byte[]> asked(URI server, String path, String accepted) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.resolve(path))
                                .header("Accept-Encoding", accepted)
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<String> reported(String job, String metric, String value, String log) throws Exception {
        GrantIssued grant = granted(job);
        red.post("/v1/grants/%s/accept".formatted(grant.id()), new AcceptMessage(0, 10, 1 << 20, "max", 20, 3));
        return red.post("/v1/grants/%s/report".formatted(grant.id()), """
                {"outcome":"yielded","why":"time","message":"half \\ud83d","nextAtom":10,"restoreSeconds":0,"usefulSeconds":2,
                "checkpointSeconds":0,"totalSeconds":2,"peakBytes":1,"metricName":%s,"metricValue":%s,"log":%s}
                """.formatted(metric, value, log));
    }

    @Test
    void aJobsPageTellsItsMetricAndTheEndOfItsLogToThoseWhoMaySeeTheJob() throws Exception {
        String job = red.register("talks", "k").id();
        assertThat(reported(job, "\"loss\"", "0.25", "\"\\u001b[31mred\\u001b[0m <b>\\u202ex \\ud83d\\nlast\"")
                        .statusCode())
                .isEqualTo(204);
        for (Client who : List.of(red, viewer, operator)) {
            JsonNode story = ask(who, "/v1/dashboard/jobs/" + job);
            assertThat(story.path("metric").path("name").asText()).isEqualTo("loss");
            JsonNode point = story.path("metric").path("points").get(0);
            assertThat(point.path("value").asDouble()).isEqualTo(0.25);
            assertThat(point.path("nextAtom").asLong()).isEqualTo(10);
            assertThat(story.path("log").path("text").asText()).isEqualTo("red <b>x \ufffd\nlast");
        }
        assertThat(blue.get("/v1/dashboard/jobs/" + job).statusCode()).isEqualTo(404);
        assertThat(blue.get("/v1/dashboard/jobs/" + job).body()).doesNotContain("last", "loss");
    }

    @Test
    void aReportWhoseMetricIsNoneIsRefusedAndOneOfAnOlderAgentIsTaken() throws Exception {
        String job = red.register("odd", "k").id();
        GrantIssued grant = granted(job);
        red.post("/v1/grants/%s/accept".formatted(grant.id()), new AcceptMessage(0, 10, 1 << 20, "max", 20, 3));
        String path = "/v1/grants/%s/report".formatted(grant.id());
        String start = """
                {"outcome":"yielded","why":"","message":"","nextAtom":10,"restoreSeconds":0,"usefulSeconds":2,\
                "checkpointSeconds":0,"totalSeconds":2,"peakBytes":1\
                """;
        HttpResponse<String> infinite = red.post(path, start + ",\"metricName\":\"loss\",\"metricValue\":1e999}");
        assertThat(infinite.statusCode()).as(infinite.body()).isEqualTo(422);
        assertThat(red.post(path, start + ",\"metricName\":\"loss\"}").statusCode())
                .isEqualTo(422);
        assertThat(red.post(path, start + "}").statusCode()).isEqualTo(204);
        JsonNode story = ask(viewer, "/v1/dashboard/jobs/" + job);
        assertThat(story.path("metric").isNull()).isTrue();
        assertThat(story.path("log").isNull()).isTrue();
    }
}
