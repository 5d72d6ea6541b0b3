package org.atomizable.core.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.core.wire.WireJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerClientTest {

    static final JobRegistration REGISTRATION = new JobRegistration("walk", "sja", null, 0, null, 10L, 0);
    static final String VIEW = """
            {"id":"j1","name":"walk","mode":"sja","tenant":"nobody","state":"waiting","priority":0,"totalAtoms":10,"nextAtom":0,\
            "registered":"2026-01-01T00:00:00Z","reliability":1,"newestToken":0}""";

    private final VirtualTime time = VirtualTime.create();
    private final MockWebServer server = new MockWebServer();
    private SchedulerClient client;

    @BeforeEach
    void start() throws Exception {
        server.start();
        client = SchedulerClient.of(server.url("/").uri(), Backoff.DEFAULT, time);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static MockResponse json(int status, String body) {
        return new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json")
                .body(body)
                .build();
    }

    @Test
    void aCallThatFailsOnTheWayIsRepeatedUnderTheSameKey() throws Exception {
        server.enqueue(json(503, ""));
        server.enqueue(json(500, ""));
        server.enqueue(json(200, VIEW));

        assertThat(client.register(REGISTRATION, "key-1").id()).isEqualTo("j1");

        assertThat(List.of(server.takeRequest(), server.takeRequest(), server.takeRequest()))
                .extracting(it -> it.getHeaders().get("Idempotency-Key"))
                .containsOnly("key-1");
    }

    @Test
    void aRefusalIsNotRepeatedAndTellsTheProblem() {
        server.enqueue(json(409, """
                {"type":"urn:atomizable:problem:stale-token","title":"stale token","status":409,"detail":"token 3 is old"}"""));

        assertThatThrownBy(() -> client.heartbeat("g1", new HeartbeatMessage(1, 1)))
                .isInstanceOfSatisfying(
                        SchedulerRefusedException.class,
                        it -> assertThat(it.problem().type()).endsWith("stale-token"))
                .hasMessageContaining("token 3 is old");
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void aSchedulerThatIsNotThereIsATypedErrorAfterABoundedNumberOfAttempts() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        SchedulerClient lonely = SchedulerClient.of(URI.create("http://127.0.0.1:" + free), Backoff.DEFAULT, time);
        var began = time.now();

        assertThatThrownBy(lonely::cluster)
                .isInstanceOf(SchedulerUnreachableException.class)
                .hasMessageContaining("127.0.0.1:" + free)
                .hasMessageContaining("10 attempts over");
        assertThat(Duration.between(began, time.now())).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(1));
        lonely.close();
    }

    @Test
    void aPatientClientWaitsForAnAbsentSchedulerAndSaysSoAtGrowingTimes() throws Exception {
        List<String> said = new ArrayList<>();
        SchedulerClient patient = SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT, time);
        patient.tellAbsence(new AbsenceListener() {
            @Override
            public void absent(Duration absence, String why) {
                said.add("absent " + why);
            }

            @Override
            public void back(Duration absence) {
                said.add("back");
            }
        });
        for (int i = 0; i < 100; i++) {
            server.enqueue(json(503, ""));
        }
        server.enqueue(json(200, VIEW));
        var began = time.now();

        assertThat(patient.register(REGISTRATION, "key-1").id()).isEqualTo("j1");

        assertThat(Duration.between(began, time.now())).isGreaterThan(Duration.ofMinutes(3));
        assertThat(said)
                .hasSizeBetween(4, 10)
                .endsWith("back")
                .first()
                .asString()
                .contains("HTTP 503");
        patient.close();
    }

    @Test
    void aClientThatIsToldToGivesUpAfterThatTime() {
        SchedulerClient bounded =
                SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT.givingUpAfter(Duration.ofSeconds(60)), time);
        for (int i = 0; i < 100; i++) {
            server.enqueue(json(503, ""));
        }
        var began = time.now();

        assertThatThrownBy(() -> bounded.register(REGISTRATION, "key-1"))
                .isInstanceOf(SchedulerUnreachableException.class);
        assertThat(Duration.between(began, time.now())).isBetween(Duration.ofSeconds(55), Duration.ofSeconds(70));
        bounded.close();
    }

    @Test
    void aMessageThatSoonMeansNothingIsNotSentForEver() {
        SchedulerClient patient = SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT, time);
        for (int i = 0; i < 20; i++) {
            server.enqueue(json(503, ""));
        }
        assertThatThrownBy(() -> patient.heartbeat("g1", new HeartbeatMessage(1, 1)))
                .isInstanceOf(SchedulerUnreachableException.class);
        assertThat(server.getRequestCount()).isLessThan(10);
        patient.close();
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        assertThatThrownBy(() -> SchedulerClient.of(URI.create("ftp://x"), Backoff.DEFAULT, time))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no HTTP address");
        assertThatThrownBy(() -> SchedulerClient.of(URI.create("http://[fe80::1%25eth0]:80"), Backoff.DEFAULT, time))
                .hasMessageContaining("names a zone");
    }

    @Test
    void aBrokenStreamGoesOnBehindTheLastEventAndTellsNoneTwice() throws Exception {
        server.enqueue(stream(pushed(1) + pushed(2)));
        server.enqueue(stream(pushed(2) + pushed(3)));
        Heard heard = new Heard();

        try (var listening = client.events("j1", heard)) {
            assertThat(heard.next(3)).containsExactly("g1", "g2", "g3");
            RecordedRequest first = server.takeRequest();
            RecordedRequest second = server.takeRequest();
            assertThat(first.getHeaders().get("Last-Event-ID")).isEqualTo("0");
            assertThat(second.getHeaders().get("Last-Event-ID")).isEqualTo("2");
        }
    }

    @Test
    void whereNothingCanBePushedEventsAreFetchedByLongPolls() throws Exception {
        server.enqueue(json(406, ""));
        server.enqueue(json(200, "{\"events\":[" + event(1) + "," + event(2) + "]}"));
        server.enqueue(json(200, "{\"events\":[" + event(3) + "]}"));
        Heard heard = new Heard();

        try (var listening = client.events("j1", heard)) {
            assertThat(heard.next(3)).containsExactly("g1", "g2", "g3");
            server.takeRequest();
            assertThat(server.takeRequest().getUrl().queryParameter("after")).isEqualTo("0");
            assertThat(server.takeRequest().getUrl().queryParameter("after")).isEqualTo("2");
        }
    }

    @Test
    void aStreamThatIsRefusedIsLostWithItsReason() throws Exception {
        String problem = """
                {"type":"urn:atomizable:problem:no-such-job","title":"no such job","status":404,"detail":"no job j1"}""";
        server.enqueue(json(404, problem));
        server.enqueue(json(404, problem));
        Heard heard = new Heard();

        try (var listening = client.events("j1", heard)) {
            assertThat(heard.lost.poll(20, TimeUnit.SECONDS)).hasMessageContaining("no job j1");
        }
    }

    @Test
    void theEndOfAJobIsHeardAndAForgottenOneIsTold() throws Exception {
        server.enqueue(stream("id: 1\nevent: ended\ndata: "
                + WireJson.mapper()
                        .writeValueAsString(new EventMessage(
                                1, "ended", null, null, null, new JobEnded("withdrawn", "operator ops")))
                + "\n\n"));
        String problem = """
                {"type":"urn:atomizable:problem:job-forgotten","title":"job forgotten","status":410,"detail":"j1 is over"}""";
        server.enqueue(json(410, problem));
        server.enqueue(json(410, problem));
        Heard heard = new Heard();

        try (var listening = client.events("j1", heard)) {
            assertThat(heard.next()).isEqualTo("ended by operator ops");
            assertThat(heard.lost.poll(20, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            SchedulerRefusedException.class,
                            it -> assertThat(it.isForgottenJob()).isTrue());
        }
    }

    /** Returns an event as JSON. */
    static String event(long id) {
        try {
            return WireJson.mapper()
                    .writeValueAsString(
                            new EventMessage(id, "revoked", null, null, new GrantRevoked("g" + id, "overrun")));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String pushed(long id) {
        return "id: %s\nevent: revoked\ndata: %s\n\n".formatted(id, event(id));
    }

    private static MockResponse stream(String body) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(body)
                .build();
    }
}
