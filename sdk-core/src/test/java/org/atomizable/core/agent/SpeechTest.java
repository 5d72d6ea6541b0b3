package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.agent.grant.HeldGrant;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
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

    private boolean goesOnAfter(String type, String body) throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            for (int i = 0; i < 10; i++) {
                server.enqueue(new MockResponse.Builder()
                        .code(404)
                        .addHeader("Content-Type", type)
                        .body(body)
                        .build());
            }
            try (SchedulerClient client = SchedulerClient.of(server.url("/").uri(), Backoff.PATIENT, time)) {
                return new Speech("j1", client, Mode.SJA).beat(held);
            }
        }
    }
}
