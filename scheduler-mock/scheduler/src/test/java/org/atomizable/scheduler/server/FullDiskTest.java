package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReservationRequest;
import org.atomizable.api.wire.ReservationView;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.AuditLog;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.market.OneSlice;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call that changes something, sent while the journal's file cannot be written, and what is there afterwards. Another program's
 * lock stands for the full disk: the scheduler meets both in the same place.
 */
@Tag("slow")
class FullDiskTest {

    private interface Asked {
        HttpResponse<String> by(Client client) throws Exception;
    }

    @TempDir
    Path directory;

    private static CompletableFuture<HttpResponse<String>> begun(Client client, Asked call) {
        CompletableFuture<HttpResponse<String>> answer = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        answer.complete(call.by(client));
                    } catch (Exception failed) {
                        answer.completeExceptionally(failed);
                    }
                })
                .start();
        return answer;
    }

    private static JobRegistration registration(String name) {
        return new JobRegistration(name, "sja", null, 0, null, 1000L, 0);
    }

    @Test
    void whatIsRefusedLeavesNothingAndWhatIsDoneIsInTheAuditLog() throws Exception {
        Path file = directory.resolve("journal.db");
        String tenantToken;
        String operatorToken;
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            AccessTokens access = new AccessTokens(journal, TimeSource.system());
            tenantToken = access.create("red", Role.TENANT);
            operatorToken = access.create("ops", Role.OPERATOR);
        }
        Instant now = TimeSource.system().now();
        Interval never = new Interval(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("1990-01-02T00:00:00Z"));
        try (Scheduler scheduler = Scheduler.start(
                SchedulerOptions.of(new OneSlice(never)).keptIn(file).accessedBy(AccessMode.BY_TOKEN),
                TimeSource.system())) {
            Client tenant = new Client(scheduler.uri(), Optional.of(tenantToken));
            Client operator = new Client(scheduler.uri(), Optional.of(operatorToken));
            String withdrawn = tenant.register("old", "k0").id();
            ReservationRequest first =
                    new ReservationRequest(OneSlice.SLICE.id(), "fan", now.plusSeconds(600), now.plusSeconds(700));
            String cancelled = reserved(operator, first);
            ReservationRequest second =
                    new ReservationRequest(OneSlice.SLICE.id(), "psu", now.plusSeconds(1600), now.plusSeconds(1700));
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            try (var other = DriverManager.getConnection("jdbc:sqlite:" + file);
                    var lock = other.createStatement()) {
                lock.execute("BEGIN IMMEDIATE");
                answers.add(begun(tenant, it -> it.post("/v1/jobs", registration("keyed"), "Idempotency-Key", "k1")));
                answers.add(begun(tenant, it -> it.post("/v1/jobs", registration("unkeyed"))));
                answers.add(begun(tenant, it -> it.delete("/v1/jobs/" + withdrawn)));
                answers.add(begun(operator, it -> it.post("/v1/reservations", second)));
                answers.add(begun(operator, it -> it.delete("/v1/reservations/" + cancelled)));
                for (CompletableFuture<HttpResponse<String>> each : answers) {
                    HttpResponse<String> answer = each.get(60, TimeUnit.SECONDS);
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                    assertThat(answer.body()).contains("urn:atomizable:problem:not-written");
                    assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
                }
                lock.execute("ROLLBACK");
            }
            HttpResponse<String> keyed =
                    untilWritten(tenant, it -> it.post("/v1/jobs", registration("keyed"), "Idempotency-Key", "k1"));
            assertThat(keyed.statusCode()).isEqualTo(201);
            Map<String, String> states = new HashMap<>();
            for (JsonNode job :
                    new ObjectMapper().readTree(tenant.get("/v1/jobs").body())) {
                assertThat(states.put(
                                job.path("name").asText(), job.path("state").asText()))
                        .as("one job of each name")
                        .isNull();
            }
            assertThat(states)
                    .containsAllEntriesOf(Map.of("keyed", "waiting", "old", "withdrawn"))
                    .doesNotContainEntry("unkeyed", "waiting");
            assertThat(operator.get("/v1/reservations").body()).isEqualTo("[]");
            assertEveryJobHasItsEntry(
                    file, tenant.read(keyed.body(), JobView.class).id(), states.size());
        }
    }

    private static String reserved(Client operator, ReservationRequest request) throws Exception {
        return operator.read(operator.post("/v1/reservations", request).body(), ReservationView.class)
                .id();
    }

    private static HttpResponse<String> untilWritten(Client client, Asked call) throws Exception {
        HttpResponse<String> answer = call.by(client);
        for (int round = 0; round < 1000 && answer.statusCode() == 503; round++) {
            TimeSource.system().sleep(Duration.ofMillis(20));
            answer = call.by(client);
        }
        return answer;
    }

    private static void assertEveryJobHasItsEntry(Path file, String keyed, int jobs) throws Exception {
        try (SqliteJournal journal = SqliteJournal.visit(file, TimeSource.system())) {
            List<AuditLog.Entry> log = AuditLog.read(journal);
            assertThat(log)
                    .filteredOn(it -> it.did().equals("registered"))
                    .extracting(AuditLog.Entry::to)
                    .contains("job %s of red".formatted(keyed))
                    .doesNotHaveDuplicates()
                    .hasSize(jobs);
        }
    }
}
