package org.atomizable.core.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.core.report.Reports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gateways, proxies, firewalls, login pages and other programs answer in the scheduler's place. */
class ForeignAnswersTest {

    private static final ReportMessage REPORT = Reports.handBack(0, "not used");
    private static final String REFUSAL = """
        {"type":"urn:atomizable:problem:grant-lost","title":"grant lost","status":404,"detail":"it is over"}\
        """;

    private final VirtualTime time = VirtualTime.create();
    private final MockWebServer server = new MockWebServer();
    private final List<String> absences = new ArrayList<>();
    private SchedulerClient client;

    @BeforeEach
    void start() throws Exception {
        server.start();
        client = client(Backoff.PATIENT);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private SchedulerClient client(Backoff backoff) {
        SchedulerClient made = SchedulerClient.of(server.url("/").uri(), backoff, time);
        made.tellAbsence(new AbsenceListener() {
            @Override
            public void absent(Duration absence, String why) {
                absences.add(why);
            }

            @Override
            public void back(Duration absence) {
                absences.add("back");
            }
        });
        return made;
    }

    private static MockResponse page(int status, String type, String body) {
        return new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", type)
                .addHeader("Server", "nginx")
                .body(body)
                .build();
    }

    private static MockResponse ours(int status, String body) {
        return page(status, status < 400 ? "application/json" : "application/problem+json", body);
    }

    private static Stream<MockResponse> anybody() {
        return Stream.of(
                page(404, "text/plain", "404 page not found"),
                page(401, "text/html", "<html>Authorization required"),
                page(403, "text/html", "<html>Forbidden by your administrator"),
                page(400, "text/plain", ""),
                page(500, "text/html", "<html>Internal error"),
                page(200, "text/html", "<html><form>Log in"),
                page(200, "text/plain", "OK"),
                page(200, "application/json", "<html>Log in"),
                page(200, "application/json", ""),
                page(409, "application/json", """
                    {"type":"about:blank","title":"Not Found","status":404,"detail":"no route"}\
                    """),
                page(404, "application/json", "{\"message\":\"no Route matched with those values\"}"),
                page(404, "application/json", "null"),
                page(404, "application/json", "[]"),
                new MockResponse.Builder()
                        .code(301)
                        .addHeader("Location", "https://login.example/")
                        .build(),
                new MockResponse.Builder()
                        .code(307)
                        .addHeader("Location", "/elsewhere")
                        .build());
    }

    @ParameterizedTest
    @MethodSource("anybody")
    void anAnswerOfSomebodyElseIsAnAbsence(MockResponse foreign) throws Exception {
        for (int i = 0; i < 30; i++) {
            server.enqueue(foreign);
        }
        server.enqueue(ours(200, SchedulerClientTest.VIEW));

        assertThat(client.register(SchedulerClientTest.REGISTRATION, "key-1").id())
                .isEqualTo("j1");
        assertThat(absences)
                .hasSizeGreaterThan(1)
                .endsWith("back")
                .first()
                .asString()
                .startsWith("HTTP " + foreign.getCode());
    }

    /** What the call answers is not read, but who answers is looked at. */
    @ParameterizedTest
    @MethodSource("anybody")
    void aReportIsRepeatedUntilTheSchedulerTakesIt(MockResponse foreign) throws Exception {
        if (foreign.getCode() == 200 && "0".equals(foreign.getHeaders().get("Content-Length"))) {
            // So a scheduler may answer, too.
            return;
        }
        server.enqueue(foreign);
        server.enqueue(foreign);
        server.enqueue(new MockResponse.Builder().code(204).build());

        client.report("g1", REPORT);
        assertThat(server.getRequestCount()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("anybody")
    void whoIsToldToGiveUpDoesSoAndSaysWhoAnswered(MockResponse foreign) {
        for (int i = 0; i < 100; i++) {
            server.enqueue(foreign);
        }

        assertThatThrownBy(() -> client(Backoff.PATIENT.givingUpAfter(Duration.ofSeconds(60)))
                        .register(SchedulerClientTest.REGISTRATION, "key-1"))
                .isInstanceOf(SchedulerUnreachableException.class)
                .hasMessageContaining("the answer is not of a scheduler");
    }

    @Test
    void theMessageTellsWhoSeemsToAnswer() {
        server.enqueue(page(404, "text/plain", "404 page\n\033[31m not found"));
        server.enqueue(new MockResponse.Builder()
                .code(302)
                .addHeader("Location", "https://login.example/")
                .build());
        SchedulerClient hasty = client(new Backoff(Duration.ZERO, Duration.ZERO, 1));

        assertThatThrownBy(hasty::cluster).hasMessageContaining("""
            HTTP 404, and the answer is not of a scheduler (Server: nginx; it begins "404 page [31m not found")\
            """);
        assertThatThrownBy(hasty::cluster).hasMessageContaining("(Location: https://login.example/; it is empty)");
    }

    @Test
    void anAnswerWithoutAnEndIsNotReadFurtherThanAnyOfAScheduler() {
        server.enqueue(page(200, "application/json", " ".repeat((64 << 20) + 1)));
        SchedulerClient hasty = client(new Backoff(Duration.ZERO, Duration.ZERO, 1));

        assertThatThrownBy(hasty::cluster)
                .hasMessageContaining(
                        "the answer is not of a scheduler (Server: nginx; it has not ended after 64.00MiB)");
    }

    /** The longest poll takes 20 s; a byte now and then keeps the time limit of a read from passing. */
    @Test
    void anAnswerThatDripsIsNotWaitedForForEver() {
        assertThat(SchedulerClient.builder().build().callTimeoutMillis()).isBetween(40_000, 120_000);
    }

    @Test
    void aRefusalOfTheSchedulerIsFinal() {
        server.enqueue(page(404, "text/plain", "404 page not found"));
        server.enqueue(ours(404, REFUSAL));

        assertThatThrownBy(() -> client.report("g1", REPORT))
                .isInstanceOf(SchedulerRefusedException.class)
                .hasMessageContaining("it is over");
        assertThat(server.getRequestCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("anybody")
    void aStreamOutlastsAnswersOfOthersAndPushesAgainLater(MockResponse foreign) throws Exception {
        server.enqueue(foreign);
        for (int i = 0; i < 30; i++) {
            server.enqueue(foreign);
        }
        server.enqueue(ours(200, "{\"events\":[" + SchedulerClientTest.event(1) + "]}"));
        Heard heard = new Heard() {
            @Override
            public void on(EventMessage told) {
                super.on(told);
                if (told.id() == 1) {
                    time.advance(Duration.ofMinutes(1));
                    String next = "id: 2\nevent: revoked\ndata: " + SchedulerClientTest.event(2) + "\n\n";
                    server.enqueue(page(200, "text/event-stream", next));
                }
            }
        };
        try (var listening = client.events("j1", heard)) {
            assertThat(heard.next(2)).containsExactly("g1", "g2");
        }
    }

    @Test
    void whereStreamsAreHeldBackEventsAreFetched() throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return "text/event-stream".equals(request.getHeaders().get("Accept"))
                        ? page(200, "text/event-stream", "x")
                                .newBuilder()
                                .onResponseBody(SocketEffect.Stall.INSTANCE)
                                .build()
                        : ours(200, "{\"events\":[" + SchedulerClientTest.event(1) + "]}");
            }
        });
        Heard heard = new Heard();
        Http http = new Http(new OkHttpClient(), server.url("/"), Optional.empty(), Backoff.PATIENT, time);
        EventStream stream = new EventStream(http, "j1", heard, Duration.ofMillis(50));
        stream.start();
        try {
            assertThat(heard.next()).isEqualTo("g1");
        } finally {
            stream.close();
        }
    }
}
