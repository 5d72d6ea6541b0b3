package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Window;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.report.Reports;
import org.junit.jupiter.api.Test;

class SpeechTest {

    private final VirtualTime time = VirtualTime.create();
    private final HeldGrant held = new HeldGrant(Slices.grant(10), 0, time);

    @Test
    void aGatewayThatKnowsNoSuchPageTakesNoGrantAway() throws Exception {
        assertThat(goesOnAfter("text/plain", "404 page not found")).isTrue();
    }

    @Test
    void theSchedulerMayTakeItAway() throws Exception {
        assertThat(goesOnAfter("application/problem+json", """
            {"type":"urn:atomizable:problem:unknown-grant","title":"unknown grant","status":404,"detail":"it is over"}\
            """)).isFalse();
    }

    @Test
    void anAnswerThatComesAfterTheDecisionIsKnownToBeLate() throws Exception {
        Window window = Slices.window(10, Slices.NOW, Duration.ofSeconds(10));
        Answer answer = new Answer.Silence("too short");
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(answer(204, "application/json", ""));
            server.enqueue(answer(409, "application/problem+json", """
                {"type":"urn:atomizable:problem:window-cleared","title":"window cleared","status":409,"detail":"too late"}\
                """));
            try (SchedulerClient client = SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT, time)) {
                Speech speech = new Speech("j1", client, Mode.SJA, true);
                assertThat(speech.answer(window, answer, Optional.empty(), AgentOptions.DEFAULT))
                        .isTrue();
                assertThat(speech.answer(window, answer, Optional.empty(), AgentOptions.DEFAULT))
                        .isFalse();
            }
        }
    }

    @Test
    void aReportHasTheEndOfTheLogUnlessTheAgentKeepsIt() throws Exception {
        assertThat(reported(true)).contains("\"log\":\"last words\"");
        assertThat(reported(false)).doesNotContain("log", "last words");
    }

    /** A scheduler that has started since keeps its slice until it knows. */
    @Test
    void thatASubjobOfARevokedGrantHasStoppedIsSaidOnceAndNeedsNoAnswer() throws Exception {
        held.revoke("scheduler-away");
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(answer(409, "application/problem+json", """
                {"type":"urn:atomizable:problem:grant-lost","title":"grant lost","status":409,"detail":"it was revoked"}\
                """));
            try (SchedulerClient client = SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT, time)) {
                boolean heard = new Speech("j1", client, Mode.SJA, true).reportStopped(held, 7, held.seen());
                assertThat(heard).as("its report counts").isFalse();
            }
            assertThat(server.takeRequest().getBody().utf8()).contains("\"outcome\":\"handed-back\"", "\"nextAtom\":7");
            assertThat(server.getRequestCount()).isEqualTo(1);
        }
    }

    private String reported(boolean tellsLog) throws Exception {
        held.servedBy(new Talking());
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(answer(204, "application/json", ""));
            try (SchedulerClient client = SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT, time)) {
                new Speech("j1", client, Mode.SJA, tellsLog).reportEnd(held, Reports.handBack(0, "not used"));
            }
            return server.takeRequest().getBody().utf8();
        }
    }

    /** A worker that has printed something. */
    private static final class Talking implements Worker {

        @Override
        public Optional<String> printed() {
            return Optional.of("\u001b[31mlast words\u001b[0m\n");
        }

        @Override
        public Report run(Subjob subjob, Progress progress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void yieldSoon() {}

        @Override
        public void kill() {}

        @Override
        public void close() {}
    }

    private static MockResponse answer(int status, String type, String body) {
        return new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", type)
                .body(body)
                .build();
    }

    private boolean goesOnAfter(String type, String body) throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            for (int i = 0; i < 10; i++) {
                server.enqueue(answer(404, type, body));
            }
            try (SchedulerClient client = SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT, time)) {
                return new Speech("j1", client, Mode.SJA, true).beat(held);
            }
        }
    }
}
