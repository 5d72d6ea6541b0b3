package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.OneSlice;
import org.junit.jupiter.api.Test;

class ReadinessTest {

    private final AtomicBoolean stuck = new AtomicBoolean();
    private final Readiness readiness = new Readiness(stuck::get);

    private String problem() {
        return catchThrowableOfType(ProblemException.class, readiness::require)
                .problem()
                .type();
    }

    @Test
    void aSchedulerIsNotReadyBeforeItHasRecovered() {
        assertThat(problem()).isEqualTo("urn:atomizable:problem:starting");
    }

    @Test
    void itIsReadyWhileItCanWriteItsJournal() {
        readiness.started();
        assertThatCode(readiness::require).doesNotThrowAnyException();

        stuck.set(true);
        assertThat(problem()).isEqualTo("urn:atomizable:problem:not-written");

        stuck.set(false);
        assertThatCode(readiness::require).doesNotThrowAnyException();
    }

    @Test
    void itIsNotReadyFromTheBeginningOfItsShutdown() {
        readiness.started();
        readiness.stopping();

        assertThat(problem()).isEqualTo("urn:atomizable:problem:shutting-down");
    }

    @Test
    void aRunningSchedulerSaysThatItLivesAndIsReadyWithoutAToken() throws Exception {
        Interval never = new Interval(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("1990-01-02T00:00:00Z"));
        try (Scheduler scheduler = Scheduler.start(SchedulerOptions.of(new OneSlice(never)), TimeSource.system())) {
            Client client = new Client(scheduler.uri());

            assertThat(client.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
            assertThat(client.get("/readyz").body()).isEqualTo("{\"status\":\"ready\"}");
        }
    }
}
