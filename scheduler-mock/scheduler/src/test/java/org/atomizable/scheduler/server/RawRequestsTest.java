package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests byte by byte, as no well-behaved library sends them. */
@Timeout(600)
class RawRequestsTest {

    private static final int PACE_MILLIS = 20;

    private final VirtualTime time = VirtualTime.create();
    private Scheduler scheduler;

    @BeforeEach
    void start() throws AtomizableException {
        scheduler = Scheduler.start(SchedulerOptions.of(Generous.ALWAYS), time);
    }

    @AfterEach
    void stop() {
        scheduler.close();
    }

    private Socket connected() throws IOException {
        return new Socket(scheduler.uri().getHost(), scheduler.uri().getPort());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private String answer(String request) throws IOException {
        try (Socket socket = connected()) {
            socket.setSoTimeout(30_000);
            send(socket, request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aBareLineFeedIsRefusedWhereverItEndsALine() throws Exception {
        for (String request : List.of(
                "GET /v1/jobs HTTP/1.1\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /v1/jobs HTTP/1.1\r\nHost: localhost\nConnection: close\r\n\r\n",
                "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\n",
                "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-A: b\nX-C: d\r\nConnection: close\r\n\r\n",
                "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-A: b\rX-C: d\r\nConnection: close\r\n\r\n")) {
            String answer = answer(request);
            assertThat(answer).as(request).startsWith("HTTP/1.1 400 ").contains("application/problem+json");
        }
        String chunked =
                "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertThat(answer(chunked + "2\n{}\r\n0\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aHeaderThatMustComeOnceIsRefusedIfItComesTwice() throws Exception {
        for (String name : List.of("Authorization", "Idempotency-Key", "Last-Event-ID")) {
            String answer =
                    answer("GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\n%s: a\r\n%s: b\r\nConnection: close\r\n\r\n"
                            .formatted(name, name.toLowerCase(Locale.ROOT)));
            assertThat(answer)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("urn:atomizable:problem:doubled-header")
                    .contains(name);
        }
        assertThat(answer("GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(answer("GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aTransferEncodingOtherThanChunkedIsRefusedAndNothingBehindItIsRead() throws Exception {
        String request = "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
        String hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        for (String coding : List.of(
                "identity, chunked",
                "identity",
                "chunked, chunked",
                "gzip, chunked",
                "gzip,chunked",
                "chunked, identity",
                "chunked;q=1",
                "\"chunked\"",
                "xchunked",
                ", chunked",
                "chunked\r\nTransfer-Encoding: chunked",
                "chunked\r\nTransfer-Encoding: identity",
                "identity\r\ntransfer-encoding: chunked",
                "chunked\r\nContent-Length: 2")) {
            String answer = answer(request.formatted("Transfer-Encoding: " + coding) + hidden);

            assertThat(answer)
                    .as(coding)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("urn:atomizable:problem:malformed-request")
                    .containsOnlyOnce("HTTP/1.1");
        }
        assertThat(answer(request.formatted("Transfer-Encoding: chunked\r\nConnection: close")))
                .contains("urn:atomizable:problem:malformed-body");
    }

    /** Returns how many bytes could be sent, a byte a second, until the server closed the connection. */
    private int cutOffAfter(Socket socket, String trickled) throws IOException {
        socket.setSoTimeout(PACE_MILLIS);
        InputStream in = socket.getInputStream();
        for (int sent = 0; sent < trickled.length(); sent++) {
            time.advance(Duration.ofSeconds(1));
            try {
                send(socket, trickled.substring(sent, sent + 1));
                while (true) {
                    if (in.read() < 0) {
                        return sent;
                    }
                }
            } catch (SocketTimeoutException open) {
                // It waits for more.
            } catch (IOException reset) {
                return sent;
            }
        }
        return Integer.MAX_VALUE;
    }

    @Test
    void trickledHeadersAreCutOff() throws Exception {
        String headers = "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(400);
        try (Socket socket = connected()) {
            assertThat(cutOffAfter(socket, headers)).isLessThan(200);
        }
    }

    @Test
    void theHeadersOfALaterRequestAreCutOffToo() throws Exception {
        try (Socket socket = connected()) {
            socket.setSoTimeout(30_000);
            send(socket, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            assertThat(cutOffAfter(socket, "GET /v1/jobs HTTP/1.1\r\nX-Long: " + "x".repeat(400)))
                    .isLessThan(200);
        }
    }

    @Test
    void aTrickledBodyIsCutOff() throws Exception {
        try (Socket socket = connected()) {
            send(socket, "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{");
            assertThat(cutOffAfter(socket, "x".repeat(400))).isLessThan(200);
        }
        try (Socket socket = connected()) {
            send(socket, "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1ff\r\n");
            assertThat(cutOffAfter(socket, "x".repeat(400))).as("chunked").isLessThan(200);
        }
    }

    @Test
    void whoIsOnlyQuietOrListensIsNotCutOff() throws Exception {
        Client caller = new Client(scheduler.uri());
        String job = caller.register("red", "k1").id();
        try (Socket quiet = connected();
                Socket later = connected();
                Socket stream = connected()) {
            send(
                    stream,
                    "GET /v1/jobs/%s/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
                            .formatted(job));
            stream.setSoTimeout(30_000);
            assertThat(stream.getInputStream().read()).isEqualTo('H');
            send(later, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            later.setSoTimeout(30_000);
            assertThat(later.getInputStream().read()).isEqualTo('H');

            time.advance(Duration.ofMinutes(2));

            for (Socket each : List.of(quiet, later)) {
                send(each, "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                each.setSoTimeout(30_000);
                assertThat(new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .contains("red");
            }
            assertThat(stream.getInputStream().read()).isEqualTo('T');
        }
    }
}
