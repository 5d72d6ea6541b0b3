package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.Problem;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.TimelineEntry;
import org.atomizable.api.wire.TimelineView;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.atomizable.scheduler.server.connection.Bounds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerTest {

    private Scheduler scheduler;
    private Client caller;

    private static Scheduler start(int port) throws AtomizableException {
        return Scheduler.start(Generous.options().onPort(port), TimeSource.system());
    }

    @BeforeEach
    void start() throws AtomizableException {
        scheduler = start(0);
        caller = new Client(scheduler.uri());
    }

    @AfterEach
    void stop() {
        scheduler.close();
    }

    private static SignalMessage signal(String job, boolean interested) {
        return new SignalMessage(job, interested, interested ? 10 : 0, interested ? 2 : 0, interested ? 3 : 0, "so");
    }

    private static ReportMessage report(String outcome, long nextAtom) {
        return new ReportMessage(outcome, "time", "", nextAtom, 0.1, 2, 0.1, 2.2, 1 << 20);
    }

    private GrantIssued granted(String job) throws Exception {
        WindowOffered window = caller.next("window", job, 0).window();
        assertThat(caller.post("/v1/windows/%s/signals".formatted(window.id()), signal(job, true))
                        .statusCode())
                .isEqualTo(204);
        return caller.next("grant", job, 0).grant();
    }

    @Test
    void aJobGoesFromItsRegistrationToItsEnd() throws Exception {
        JobView job = caller.register("red", "k1");
        assertThat(job.state()).isEqualTo("waiting");
        GrantIssued grant = granted(job.id());
        assertThat(grant.token()).isEqualTo(job.newestToken() + 1);
        String path = "/v1/grants/" + grant.id();
        assertThat(caller.post(path + "/accept", new AcceptMessage(0, 10, 1 << 20, "max", 20, 3))
                        .statusCode())
                .isEqualTo(204);
        assertThat(caller.post(path + "/heartbeat", new HeartbeatMessage(5, 1 << 20))
                        .statusCode())
                .isEqualTo(204);
        assertThat(caller.read(caller.get("/v1/jobs/" + job.id()).body(), JobView.class)
                        .state())
                .isEqualTo("running");
        assertThat(caller.post(path + "/report", report("finished", 1000)).statusCode())
                .isEqualTo(204);
        JobView end = caller.read(caller.get("/v1/jobs/" + job.id()).body(), JobView.class);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.nextAtom()).isEqualTo(1000);
        assertThat(end.newestToken()).isEqualTo(grant.token());
        assertThat(scheduler.timeline(
                        job.registered().minusSeconds(1), TimeSource.system().now()))
                .extracting(TimelineEntry::kind)
                .contains("window", "subjob");
    }

    @Test
    void theSameKeyRegistersOnce() throws Exception {
        assertThat(caller.register("red", "k1").id())
                .isEqualTo(caller.register("red", "k1").id());
        assertThat(caller.read(caller.get("/v1/jobs").body(), JobView[].class)).hasSize(1);
    }

    @Test
    void aRepeatedMessageIsAnsweredAlikeWithAKeyAndWithout() throws Exception {
        String job = caller.register("red", "k1").id();
        String path = "/v1/grants/" + granted(job).id();
        for (String message : List.of("/accept", "/report")) {
            Record body =
                    message.equals("/accept") ? new AcceptMessage(0, 10, 1 << 20, "max", 20, 3) : report("yielded", 10);
            List<Integer> answers = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                answers.add(caller.post(path + message, body).statusCode());
                answers.add(caller.post(path + message, body, "Idempotency-Key", "k")
                        .statusCode());
            }
            assertThat(answers).containsOnly(204);
        }
        assertThat(scheduler.statistics().granted()).isEqualTo(1);
    }

    @Test
    void aRefusalIsRepeatedUnderItsKeyToo() throws Exception {
        String job = caller.register("red", "k1").id();
        String path = "/v1/grants/" + granted(job).id() + "/report";
        caller.delete("/v1/jobs/" + job);
        HttpResponse<String> first = caller.post(path, report("yielded", 1), "Idempotency-Key", "k");
        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(caller.post(path, report("yielded", 1), "Idempotency-Key", "k")
                        .body())
                .isEqualTo(first.body());
        HttpResponse<String> other = caller.post(path, report("yielded", 2), "Idempotency-Key", "k");
        assertThat(caller.problem(other).type()).isEqualTo("urn:atomizable:problem:key-used-otherwise");
    }

    @Test
    void aSecondReportThatContradictsTheFirstIsRefused() throws Exception {
        String path = "/v1/grants/" + granted(caller.register("red", "k1").id()).id() + "/report";
        caller.post(path, report("yielded", 10));
        HttpResponse<String> second = caller.post(path, report("finished", 1000));
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(caller.problem(second).type()).isEqualTo("urn:atomizable:problem:contradiction");
    }

    @Test
    void aStreamThatIsResumedLosesNothingAndDoublesNothing() throws Exception {
        String job = caller.register("red", "k1").id();
        // Each silence makes the scheduler offer the window anew: a stream of events without end.
        CompletableFuture<List<EventMessage>> first = CompletableFuture.supplyAsync(() -> stream(job, 0, 3));
        silences(job, 0, 5);
        List<EventMessage> before = first.get();
        CompletableFuture<List<EventMessage>> second =
                CompletableFuture.supplyAsync(() -> stream(job, before.get(2).id(), 5));
        silences(job, 5, 10);
        List<EventMessage> all =
                Stream.concat(before.stream(), second.get().stream()).toList();
        assertThat(all)
                .extracting(EventMessage::id)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 8).boxed().toList());
        assertThat(caller.poll(job, 0, 0)).startsWith(all.toArray(EventMessage[]::new));
    }

    private List<EventMessage> stream(String job, long after, int events) {
        try {
            return caller.stream(job, after, events);
        } catch (Exception failed) {
            throw new AssertionError("the stream broke", failed);
        }
    }

    private void silences(String job, long from, long to) throws Exception {
        for (long event = from; event < to; event++) {
            WindowOffered window = caller.next("window", job, event).window();
            caller.post("/v1/windows/%s/signals".formatted(window.id()), signal(job, false));
        }
    }

    @Test
    void aLongPollWaitsForAnEventAndGivesUpAfterItsTime() throws Exception {
        String job = caller.register("red", "k1").id();
        long first = caller.next("window", job, 0).id();
        assertThat(caller.poll(job, first, 1)).isEmpty();
        CompletableFuture<List<EventMessage>> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return caller.poll(job, first, 30);
            } catch (Exception failed) {
                throw new AssertionError("the poll broke", failed);
            }
        });
        granted(job);
        assertThat(waiting.get()).extracting(EventMessage::type).containsExactly("grant");
    }

    @Test
    @Tag("slow")
    void noMoreStreamsAreOpenedThanTheBoundAndOtherCallsGoOn() throws Exception {
        String job = caller.register("red", "k1").id();
        long first = caller.next("window", job, 0).id();
        String poll = "/v1/jobs/%s/events?after=%s".formatted(job, first);
        List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
        CompletableFuture<HttpResponse<String>> refused = new CompletableFuture<>();
        // So quickly, one after another, that the first still waits when the last comes.
        for (int i = 0; i < 2 * Bounds.STREAMS; i++) {
            CompletableFuture<HttpResponse<String>> waiting = caller.begin(poll + "&wait=60");
            waiting.thenAccept(it ->
                    Optional.of(it).filter(answer -> answer.statusCode() != 200).ifPresent(refused::complete));
            polls.add(waiting);
        }
        assertThat(caller.problem(refused.get()).type()).isEqualTo("urn:atomizable:problem:too-many-streams");
        assertThat(caller.get("/healthz").statusCode()).isEqualTo(200);
        scheduler.close();
        long turnedAway = 0;
        for (CompletableFuture<HttpResponse<String>> each : polls) {
            turnedAway += each.handle((answer, ended) -> answer != null && answer.statusCode() == 503)
                            .get()
                    ? 1
                    : 0;
        }
        assertThat(turnedAway).isBetween(1L, (long) Bounds.STREAMS);
    }

    @Test
    void bodiesThatAreNotTheMessageAreRefusedWithoutATrace() throws Exception {
        String good =
                "{\"name\":\"red\",\"mode\":\"sja\",\"priority\":0,\"deadline\":null,\"totalAtoms\":9,\"nextAtom\":0";
        for (String body : List.of(
                "",
                "null",
                "[]",
                "{",
                "\"text\"",
                good + ",\"colour\":\"red\"}",
                good + ",\"name\":\"twice\"}",
                good + "} trailing",
                good.replace("0,\"deadline", "\"0\",\"deadline") + "}",
                good.replace("\"priority\":0", "\"priority\":0.5") + "}",
                good.replace("\"mode\":\"sja\",", "") + "}",
                good.replace(",\"nextAtom\":0", "") + "}",
                good.replace("null", "\"tomorrow\"") + "}",
                "[".repeat(1000))) {
            HttpResponse<String> response = caller.post("/v1/jobs", body);
            assertThat(response.statusCode()).as(body).isEqualTo(400);
            Problem problem = caller.problem(response);
            assertThat(problem.type()).isEqualTo("urn:atomizable:problem:malformed-body");
            assertThat(problem.detail()).doesNotContain("Exception", "org.", "com.", "\tat ");
        }
        assertThat(caller.post("/v1/jobs", good + "}").statusCode()).isEqualTo(201);
    }

    @Test
    void aPropertyThatIsThereTwiceIsNamed() throws Exception {
        HttpResponse<String> response =
                caller.post("/v1/jobs", "{\"name\":\"red\",\"mode\":\"sja\",\"name\":\"blue\"}");
        assertThat(caller.problem(response).detail()).contains("\"name\" is there twice");
    }

    @Test
    void anUnknownPropertyIsNamed() throws Exception {
        HttpResponse<String> response =
                caller.post("/v1/grants/g/heartbeat", "{\"nextAtom\":1,\"memoryBytes\":1,\"x\":1}");
        assertThat(caller.problem(response).detail()).contains("\"x\"");
    }

    @Test
    void valuesThatMakeNoSenseAreRefused() throws Exception {
        String path = "/v1/grants/" + granted(caller.register("red", "k1").id()).id();
        assertThat(Stream.of(
                                new AcceptMessage(0, 10, -1, "max", 20, 3),
                                new AcceptMessage(0, 10, 1, "max", 20, -3),
                                new AcceptMessage(0, 10, 1, "max", 20, 1e18))
                        .map(body -> status(path + "/accept", body)))
                .containsOnly(422);
        assertThat(status(path + "/report", report("exploded", 1))).isEqualTo(422);
        assertThat(status(path + "/report", report("yielded", -1))).isEqualTo(422);
        assertThat(status(path + "/report", report("yielded", 1001))).isEqualTo(422);
    }

    private int status(String path, Record body) {
        try {
            return caller.post(path, body).statusCode();
        } catch (Exception failed) {
            throw new AssertionError("the call broke", failed);
        }
    }

    @Test
    void aBodyBeyondTheBoundIsRefused() throws Exception {
        HttpResponse<String> response = caller.post("/v1/jobs", " ".repeat(Bounds.BODY + 1));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(caller.problem(response).type()).isEqualTo("urn:atomizable:problem:body-too-large");
    }

    @Test
    void whatThereIsNotIsAProblemToo() throws Exception {
        assertThat(caller.problem(caller.get("/v1/nothing")).status()).isEqualTo(404);
        assertThat(caller.problem(caller.delete("/v1/cluster")).status()).isEqualTo(405);
        assertThat(caller.problem(caller.get("/v1/jobs/none")).type()).isEqualTo("urn:atomizable:problem:unknown-job");
        assertThat(caller.problem(caller.get("/v1/jobs/none/events")).status()).isEqualTo(404);
        String job = caller.register("red", "k1").id();
        assertThat(caller.problem(caller.get("/v1/jobs/%s/events?after=x".formatted(job)))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void evenARequestThatIsNoHttpIsAnsweredWithAProblem() throws Exception {
        try (Socket socket =
                new Socket(scheduler.uri().getHost(), scheduler.uri().getPort())) {
            String request = "GET /v1/jobs/%zz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .contains("urn:atomizable:problem:malformed-request")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void aJobCanBeTakenBack() throws Exception {
        String job = caller.register("red", "k1").id();
        GrantIssued grant = granted(job);
        assertThat(caller.read(caller.delete("/v1/jobs/" + job).body(), JobView.class)
                        .state())
                .isEqualTo("withdrawn");
        assertThat(caller.delete("/v1/jobs/" + job).statusCode()).isEqualTo(200);
        assertThat(caller.next("revoked", job, 0).revoked().why()).isEqualTo("withdrawn");
        assertThat(caller.post("/v1/grants/%s/report".formatted(grant.id()), report("yielded", 1))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void tooMuchMemoryIsToldToTheHolderAndInItsEvents() throws Exception {
        String job = caller.register("red", "k1").id();
        GrantIssued grant = granted(job);
        HttpResponse<String> response = caller.post(
                "/v1/grants/%s/heartbeat".formatted(grant.id()), new HeartbeatMessage(1, grant.capacityBytes() + 1));
        assertThat(caller.problem(response).type()).isEqualTo("urn:atomizable:problem:grant-lost");
        assertThat(caller.next("revoked", job, 0).revoked().why()).isEqualTo("out-of-memory");
    }

    @Test
    void theClusterAndItsTimeCanBeLookedAt() throws Exception {
        assertThat(caller.get("/healthz").statusCode()).isEqualTo(200);
        ClusterView cluster = caller.read(caller.get("/v1/cluster").body(), ClusterView.class);
        assertThat(cluster.slices()).isEqualTo(scheduler.slices());
        // Windows of ten minutes that everybody finds too short grow.
        assertThat(cluster.longestWindowSeconds()).isEqualTo(64 * 600);
        assertThat(cluster.possible()).isEmpty();
        caller.next("window", caller.register("red", "k1").id(), 0);
        TimelineView timeline = caller.read(caller.get("/v1/timeline").body(), TimelineView.class);
        assertThat(timeline.entries()).extracting(TimelineEntry::kind).contains("window");
    }

    @Test
    void aPortInUseIsNamedWithARemedy() {
        int port = scheduler.uri().getPort();
        assertThatThrownBy(() -> start(port))
                .isInstanceOf(ListenException.class)
                .hasMessageContaining(String.valueOf(port))
                .hasMessageContaining("Choose another port");
    }

    @Test
    void anAddressThatIsNotHereIsNoPortInUse(@TempDir Path directory) {
        SchedulerOptions options = SchedulerOptions.of(Generous.ALWAYS)
                .accessedBy(AccessMode.BY_TOKEN)
                .keptIn(directory.resolve("journal.db"));
        assertThatThrownBy(() -> Scheduler.start(options.onHost("192.0.2.1"), TimeSource.system()))
                .isInstanceOf(ListenException.class)
                .hasMessageContainingAll("192.0.2.1", "does not have the address");
        assertThatThrownBy(() -> Scheduler.start(options.onHost("gpu-box.invalid"), TimeSource.system()))
                .isInstanceOf(ListenException.class)
                .hasMessageContainingAll("gpu-box.invalid", "no such host");
    }

    @Test
    void anAddressOfIpv6MayHaveBrackets() throws Exception {
        SchedulerOptions options = SchedulerOptions.of(Generous.ALWAYS).onHost("[::1]");
        try (Scheduler other = Scheduler.start(options, TimeSource.system())) {
            assertThat(other.uri()).asString().startsWith("http://[::1]:");
        }
    }

    @Test
    void clientsThatHangUpInTheMiddleHurtNobody() throws Exception {
        String job = caller.register("red", "k1").id();
        for (String accept : List.of("text/event-stream", "application/json")) {
            for (int i = 0; i < 20; i++) {
                try (Socket socket =
                        new Socket(scheduler.uri().getHost(), scheduler.uri().getPort())) {
                    String request =
                            "GET /v1/jobs/%s/events?after=0&wait=30 HTTP/1.1\r\nHost: here\r\nAccept: %s\r\n\r\n"
                                    .formatted(job, accept);
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                    // Closed with a reset, so that the server's next write fails.
                    socket.setSoLinger(true, 0);
                }
            }
        }
        granted(job);
        assertThat(stream(job, 0, 2)).extracting(EventMessage::type).containsExactly("window", "grant");
    }

    @Test
    void closingEndsTheStreams() throws Exception {
        String job = caller.register("red", "k1").id();
        try (InputStream stream = caller.opened(job)) {
            // Once something came, the server holds the stream.
            assertThat(stream.read()).isNotNegative();
            scheduler.close();
            assertThat(readToItsEnd(stream)).isTrue();
        }
    }

    private static boolean readToItsEnd(InputStream stream) {
        try {
            stream.readAllBytes();
            return true;
        } catch (IOException broken) {
            // Ended too, only less politely.
            return true;
        }
    }
}
