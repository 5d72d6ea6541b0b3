package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler with a journal, stopped and started again on its port, and those who go on speaking with it. */
class SchedulerRestartTest {

    @TempDir
    Path directory;

    private Scheduler scheduler;
    private Client caller;

    private Scheduler start(int port) throws AtomizableException {
        return Scheduler.start(
                Generous.options().onPort(port).keptIn(directory.resolve("journal.db")), TimeSource.system());
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

    private void startAgain() throws AtomizableException {
        int port = scheduler.uri().getPort();
        scheduler.close();
        scheduler = start(port);
    }

    private JobView job(String id) throws Exception {
        return caller.read(caller.get("/v1/jobs/" + id).body(), JobView.class);
    }

    private void signal(EventMessage offered, String job) throws Exception {
        SignalMessage wants = new SignalMessage(job, true, 10, 2, 3, "so");
        assertThat(caller.post(
                                "/v1/windows/%s/signals"
                                        .formatted(offered.window().id()),
                                wants)
                        .statusCode())
                .isEqualTo(204);
    }

    private int accept(GrantIssued grant) throws Exception {
        return caller.post(
                        "/v1/grants/%s/accept".formatted(grant.id()), new AcceptMessage(0, 10, 1 << 20, "max", 20, 3))
                .statusCode();
    }

    private int report(GrantIssued grant, String outcome, long nextAtom) throws Exception {
        ReportMessage message = new ReportMessage(outcome, "time", "", nextAtom, 0.1, 2, 0.1, 2.2, 1 << 20);
        return caller.post("/v1/grants/%s/report".formatted(grant.id()), message)
                .statusCode();
    }

    @Test
    void aJobGoesOnAcrossRestarts() throws Exception {
        JobView job = caller.register("red", "k1");
        startAgain();
        assertThat(job(job.id()).state()).isEqualTo("waiting");
        assertThat(caller.register("red", "k1").id()).isEqualTo(job.id());

        EventMessage offered = caller.next("window", job.id(), 0);
        signal(offered, job.id());
        EventMessage granted = caller.next("grant", job.id(), offered.id());
        GrantIssued grant = granted.grant();
        startAgain();

        // Whoever asks for what came after is told again, as it may not have been heard.
        EventMessage again = caller.next("grant", job.id(), granted.id());
        assertThat(again.grant()).isEqualTo(grant);
        assertThat(again.id()).isGreaterThan(granted.id());
        assertThat(accept(grant)).isEqualTo(204);
        startAgain();

        assertThat(job(job.id()).state()).isEqualTo("running");
        assertThat(accept(grant)).as("the same again").isEqualTo(204);
        assertThat(report(grant, "yielded", 10)).isEqualTo(204);
        startAgain();

        assertThat(report(grant, "yielded", 10)).as("the same again").isEqualTo(204);
        assertThat(report(grant, "yielded", 11)).as("otherwise").isEqualTo(409);
        assertThat(job(job.id()).nextAtom()).isEqualTo(10);
        EventMessage next = caller.next("window", job.id(), again.id());
        signal(next, job.id());
        GrantIssued second = caller.next("grant", job.id(), next.id()).grant();
        assertThat(second.token()).isGreaterThan(grant.token());
        assertThat(second.id()).isNotEqualTo(grant.id());
        assertThat(report(second, "finished", 1000)).isEqualTo(204);
        startAgain();

        assertThat(job(job.id()).state()).isEqualTo("finished");
        assertThat(job(job.id()).newestToken()).isEqualTo(second.token());
    }

    private JobRegistration telling(Long newestToken) {
        return new JobRegistration("red", "sja", null, 0, null, 1000L, 0, newestToken);
    }

    @Test
    void tokensBeginAboveThatOfTheStoreButNotBeyondWhatAClockCanHaveBrought() throws Exception {
        long seen = TimeSource.system().now().plus(Duration.ofDays(9_999)).toEpochMilli();
        JobView job = caller.read(caller.post("/v1/jobs", telling(seen)).body(), JobView.class);
        assertThat(job.newestToken()).isEqualTo(seen);
        EventMessage last = granted(job.id(), 0);
        assertThat(last.grant().token()).isEqualTo(seen + 1);
        startAgain();

        assertThat(job(job.id()).newestToken()).isEqualTo(seen + 1);
        for (long nonsense : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, 999_999_999_999_999_999L}) {
            HttpResponse<String> refused = caller.post("/v1/jobs", telling(nonsense));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains(Long.toString(nonsense));
        }
        assertThat(job(job.id()).newestToken()).isEqualTo(seen + 1);
        assertThat(job(job.id()).state()).as("it was not replaced").isEqualTo("running");
    }

    private EventMessage granted(String job, long after) throws Exception {
        EventMessage offered = caller.next("window", job, after);
        signal(offered, job);
        return caller.next("grant", job, offered.id());
    }

    @Test
    void noTokenIsGivenTwiceThoughACopyWasPutBack() throws Exception {
        Path journal = directory.resolve("journal.db");
        Path copy = directory.resolve("copy.db");
        JobView job = caller.register("red", "k1");
        EventMessage last = granted(job.id(), 0);
        assertThat(report(last.grant(), "yielded", 10)).isEqualTo(204);
        try (SqliteJournal visitor = SqliteJournal.visit(journal, TimeSource.system())) {
            visitor.backUp(copy);
        }
        for (int i = 0; i < 5; i++) {
            last = granted(job.id(), last.id());
            assertThat(report(last.grant(), "yielded", 20)).isEqualTo(204);
        }
        int port = scheduler.uri().getPort();
        scheduler.close();
        Files.move(copy, journal, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(directory.resolve("journal.db-wal"));
        Files.deleteIfExists(directory.resolve("journal.db-shm"));
        scheduler = start(port);

        assertThat(job(job.id()).nextAtom()).isEqualTo(10);
        GrantIssued next = granted(job.id(), last.id()).grant();

        assertThat(next.token()).isGreaterThan(last.grant().token());
        assertThat(next.id()).isNotEqualTo(last.grant().id());
    }

    @Test
    void theEndOfAJobIsToldWithWhoDidItAlsoAfterARestart() throws Exception {
        JobView red = caller.register("red", "k1");
        JobView blue = caller.register("blue", "k2");
        JobView second = caller.register("blue", "k3");
        caller.delete("/v1/jobs/" + red.id());

        EventMessage end = caller.next("ended", red.id(), 0);
        assertThat(end.ended()).isEqualTo(new JobEnded("withdrawn", "a program that showed no token"));
        assertThat(caller.next("ended", blue.id(), 0).ended()).isEqualTo(new JobEnded("replaced", second.id()));
        startAgain();

        EventMessage again = caller.next("ended", red.id(), end.id());
        assertThat(again.ended()).isEqualTo(end.ended());
        assertThat(caller.next("ended", blue.id(), 0).ended()).isEqualTo(new JobEnded("replaced", second.id()));
    }

    @Test
    void twoSchedulersDoNotShareAJournal() {
        assertThatThrownBy(() -> start(0)).hasMessageContaining("another scheduler uses the journal");
    }
}
