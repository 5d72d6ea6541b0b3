package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.ReservationRequest;
import org.atomizable.api.wire.ReservationView;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.AuditLog;
import org.atomizable.scheduler.access.Network;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.access.TrustedProxies;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.market.OneSlice;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.atomizable.scheduler.server.connection.Bounds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call, with every token that is not good for it. */
class TokensTest {

    private static final Set<Role> ALL = Set.of(Role.values());
    private static final Set<Role> TENANT = Set.of(Role.TENANT);

    /** Stated once more, so that a slip where calls are routed is noticed. */
    private static final Map<String, Set<Role>> RIGHTS = Map.ofEntries(
            Map.entry("post /v1/jobs", TENANT),
            Map.entry("get /v1/jobs", ALL),
            Map.entry("get /v1/jobs/{id}", ALL),
            Map.entry("delete /v1/jobs/{id}", Set.of(Role.TENANT, Role.OPERATOR)),
            Map.entry("get /v1/jobs/{id}/events", TENANT),
            Map.entry("post /v1/windows/{id}/signals", TENANT),
            Map.entry("post /v1/windows/{id}/bids", TENANT),
            Map.entry("get /v1/windows/{id}", ALL),
            Map.entry("post /v1/grants/{id}/accept", TENANT),
            Map.entry("post /v1/grants/{id}/heartbeat", TENANT),
            Map.entry("post /v1/grants/{id}/report", TENANT),
            Map.entry("get /v1/cluster", ALL),
            Map.entry("get /v1/timeline", ALL),
            Map.entry("get /v1/memory", ALL),
            Map.entry("get /v1/trend", ALL),
            Map.entry("get /v1/dashboard", ALL),
            Map.entry("get /v1/dashboard/shares", ALL),
            Map.entry("get /v1/dashboard/jobs", ALL),
            Map.entry("get /v1/dashboard/jobs/{id}", ALL),
            Map.entry("post /v1/reservations", Set.of(Role.OPERATOR)),
            Map.entry("get /v1/reservations", Set.of(Role.OPERATOR, Role.VIEWER)),
            Map.entry("delete /v1/reservations/{id}", Set.of(Role.OPERATOR)),
            Map.entry("get /metrics", Set.of(Role.OPERATOR, Role.VIEWER)));

    @TempDir
    Path directory;

    private final Map<Role, String> tokens = new EnumMap<>(Role.class);
    private String othersToken;
    private Scheduler scheduler;

    @BeforeEach
    void start() throws AtomizableException {
        Path file = directory.resolve("journal.db");
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            AccessTokens access = new AccessTokens(journal, TimeSource.system());
            for (Role role : Role.values()) {
                tokens.put(role, access.create("our-" + role, role));
            }
            othersToken = access.create("others", Role.TENANT);
        }
        scheduler =
                Scheduler.start(Generous.options().keptIn(file).accessedBy(AccessMode.BY_TOKEN), TimeSource.system());
    }

    @AfterEach
    void stop() {
        scheduler.close();
    }

    private Client as(String token) {
        return new Client(scheduler.uri(), Optional.of(token));
    }

    private Client tenant() {
        return as(tokens.get(Role.TENANT));
    }

    /** Every operation of the server's own description that wants a token. */
    private List<String[]> operations() throws Exception {
        JsonNode paths = new ObjectMapper()
                .readTree(new Client(scheduler.uri()).get("/openapi.json").body())
                .path("paths");
        List<String[]> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : paths.properties()) {
            each.getValue().properties().stream()
                    .filter(operation -> !operation.getValue().has("security"))
                    .forEach(operation -> operations.add(new String[] {operation.getKey(), each.getKey()}));
        }
        return operations;
    }

    @Test
    void everyCallRefusesEveryRoleItIsNotFor() throws Exception {
        Set<String> seen = new HashSet<>();
        for (String[] operation : operations()) {
            String name = operation[0] + " " + operation[1];
            seen.add(name);
            String path = operation[1].replace("{id}", "x");
            String method = operation[0].toUpperCase(Locale.ROOT);
            for (Role role : Role.values()) {
                HttpResponse<String> answer =
                        as(tokens.get(role)).call(method, path, method.equals("POST") ? "{}" : "");
                if (RIGHTS.get(name).contains(role)) {
                    assertThat(answer.statusCode()).as("%s as %s", name, role).isNotIn(401, 403, 500);
                } else {
                    assertThat(answer.statusCode()).as("%s as %s", name, role).isEqualTo(403);
                    assertThat(answer.body()).contains("urn:atomizable:problem:not-your-role");
                }
            }
        }
        assertThat(seen).isEqualTo(RIGHTS.keySet());
    }

    @Test
    void everyCallRefusesWhoeverHasNoGoodToken() throws Exception {
        String good = tokens.get(Role.TENANT);
        String flipped = good.substring(0, good.length() - 1) + (good.endsWith("A") ? "B" : "A");
        for (String[] operation : operations()) {
            String method = operation[0].toUpperCase(Locale.ROOT);
            String path = operation[1].replace("{id}", "x");
            HttpResponse<String> none =
                    new Client(scheduler.uri()).call(method, path, method.equals("POST") ? "{}" : "");
            assertThat(none.statusCode()).as(method + " " + path).isEqualTo(401);
            assertThat(none.headers().firstValue("WWW-Authenticate"))
                    .hasValueSatisfying(it -> assertThat(it).startsWith("Bearer"));
        }
        for (String wrong : List.of(flipped, "atomizable_000000000000_" + "A".repeat(43), "x", good + "x")) {
            HttpResponse<String> answer = as(wrong).get("/v1/jobs");
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).contains("bad-token").doesNotContain(good);
        }
    }

    @Test
    void whoGuessesIsSlowedDown() throws Exception {
        int turnedAway = 0;
        try (Scheduler one = still(TrustedProxies.NONE)) {
            for (int i = 0; i < 2 * Bounds.BAD_TOKENS_AT_ONCE; i++) {
                String guess = String.format(Locale.ROOT, "atomizable_%012d_", i) + "A".repeat(43);
                int status = new Client(one.uri(), Optional.of(guess))
                        .get("/v1/jobs")
                        .statusCode();
                turnedAway += status == 429 ? 1 : 0;
            }
        }
        assertThat(turnedAway).isPositive();
    }

    /** A scheduler on time that stands still, so that no limit fills up again. */
    private Scheduler still(TrustedProxies proxies) throws AtomizableException {
        return Scheduler.start(
                SchedulerOptions.of(Generous.ALWAYS)
                        .keptIn(directory.resolve("still.db"))
                        .accessedBy(AccessMode.BY_TOKEN.behind(proxies)),
                VirtualTime.create());
    }

    private String stillToken() throws AtomizableException {
        try (SqliteJournal journal = SqliteJournal.visitOrMake(directory.resolve("still.db"), TimeSource.system())) {
            return new AccessTokens(journal, TimeSource.system()).create("red", Role.TENANT);
        }
    }

    private static HttpResponse<String> asked(Client client, String from) throws Exception {
        return client.call("GET", "/v1/jobs", "", "X-Forwarded-For", from);
    }

    @Test
    void aGoodTokenIsGoodWhateverOthersAtTheSameAddressHaveShown() throws Exception {
        String token = stillToken();
        try (Scheduler one = still(TrustedProxies.NONE)) {
            Client good = new Client(one.uri(), Optional.of(token));
            HttpResponse<String> turnedAway = good.get("/v1/jobs");
            for (String shown : List.of("x", "atomizable_000000000000_" + "A".repeat(43))) {
                Client bad = new Client(one.uri(), Optional.of(shown));
                for (int i = 0; i < Bounds.BAD_TOKENS_AT_ONCE; i++) {
                    turnedAway = bad.get("/v1/jobs");
                    assertThat(good.get("/v1/jobs").statusCode()).isEqualTo(200);
                }
            }
            assertThat(turnedAway.statusCode()).isEqualTo(429);
            assertThat(turnedAway.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(good.register("red", "k1").state()).isEqualTo("waiting");
        }
    }

    @Test
    void aProxysCallersAreToldApartIfItIsTrusted() throws Exception {
        TrustedProxies proxies =
                new TrustedProxies(List.of(Network.parse("127.0.0.0/8")), TrustedProxies.Header.X_FORWARDED_FOR);
        String token = stillToken();
        try (Scheduler one = still(proxies)) {
            Client bad = new Client(one.uri(), Optional.of("x"));
            for (int i = 0; i < Bounds.BAD_TOKENS_AT_ONCE; i++) {
                assertThat(asked(bad, "203.0.113.1").statusCode()).isEqualTo(401);
            }
            assertThat(asked(bad, "203.0.113.1").statusCode()).isEqualTo(429);
            assertThat(asked(bad, "203.0.113.2").statusCode()).isEqualTo(401);
            assertThat(asked(bad, "6.6.6.6, 203.0.113.1").statusCode())
                    .as("a made-up address before the true one")
                    .isEqualTo(429);
            assertThat(asked(new Client(one.uri(), Optional.of(token)), "203.0.113.1")
                            .statusCode())
                    .isEqualTo(200);
        }
        try (SqliteJournal journal = SqliteJournal.visit(directory.resolve("still.db"), TimeSource.system())) {
            assertThat(AuditLog.read(journal))
                    .extracting(AuditLog.Entry::who)
                    .containsExactly("somebody at 203.0.113.1", "somebody at 203.0.113.2");
        }
    }

    @Test
    void aProxyThatIsNotTrustedMakesUpNoAddresses() throws Exception {
        try (Scheduler one = still(TrustedProxies.NONE)) {
            Client bad = new Client(one.uri(), Optional.of("x"));
            for (int i = 0; i < Bounds.BAD_TOKENS_AT_ONCE; i++) {
                asked(bad, "203.0.113." + i);
            }
            assertThat(asked(bad, "203.0.113.200").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void aTenantSeesAndTouchesItsOwnOnly() throws Exception {
        Client ours = tenant();
        Client others = as(othersToken);
        JobView job = ours.register("red", "k1");
        assertThat(job.tenant()).isEqualTo("our-tenant");
        EventMessage offered = ours.next("window", job.id(), 0);
        String signals = "/v1/windows/%s/signals".formatted(offered.window().id());
        assertThat(others.post(signals, new SignalMessage(job.id(), true, 10, 2, 3, "so"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(ours.post(signals, new SignalMessage(job.id(), true, 10, 2, 3, "so"))
                        .statusCode())
                .isEqualTo(204);
        String grant = "/v1/grants/"
                + ours.next("grant", job.id(), offered.id()).grant().id();

        assertThat(others.get("/v1/jobs").body()).isEqualTo("[]");
        assertThat(others.get("/v1/memory").body()).isEqualTo("[]");
        assertThat(ours.get("/v1/memory").body()).contains(job.id());
        assertThat(others.get("/v1/jobs/" + job.id()).statusCode()).isEqualTo(404);
        assertThat(others.get("/v1/jobs/" + job.id() + "/events").statusCode()).isEqualTo(404);
        assertThat(others.delete("/v1/jobs/" + job.id()).statusCode()).isEqualTo(404);
        assertThat(others.post(grant + "/accept", new AcceptMessage(0, 10, 1 << 20, "max", 20, 3))
                        .statusCode())
                .isEqualTo(404);
        assertThat(others.post(grant + "/heartbeat", new HeartbeatMessage(0, Long.MAX_VALUE))
                        .statusCode())
                .isEqualTo(404);
        assertThat(others.post(
                                grant + "/report",
                                new ReportMessage("finished", "time", "", 1000, 0.1, 2, 0.1, 2.2, 1 << 20))
                        .statusCode())
                .isEqualTo(404);
        String window = "/v1/windows/" + offered.window().id();
        assertThat(ours.get(window).body()).contains("\"red\"", grant.substring("/v1/grants/".length()));
        assertThat(others.get(window).statusCode()).isEqualTo(404);
        assertThat(others.get("/v1/timeline").body()).doesNotContain("\"red\"").contains("another tenant's");
        assertThat(ours.get("/v1/timeline").body()).contains("\"red\"");

        // The same name and the same key are another job of another tenant's.
        JobView theirs = others.register("red", "k1");
        assertThat(theirs.id()).isNotEqualTo(job.id());
        assertThat(ours.read(ours.get("/v1/jobs/" + job.id()).body(), JobView.class)
                        .state())
                .isEqualTo("running");
        assertThat(as(tokens.get(Role.VIEWER)).get("/v1/jobs").body())
                .contains(job.id())
                .contains(theirs.id());
        assertThat(as(tokens.get(Role.OPERATOR))
                        .delete("/v1/jobs/" + theirs.id())
                        .statusCode())
                .isEqualTo(200);
    }

    /** Whoever counts ids upwards does not find out which there are. */
    @Test
    void whatIsAnothersIsRefusedInTheWordsForWhatIsNotThere() throws Exception {
        Client ours = tenant();
        Client others = as(othersToken);
        String job = ours.register("red", "k1").id();
        EventMessage offered = ours.next("window", job, 0);
        String window = offered.window().id();
        ours.post("/v1/windows/%s/signals".formatted(window), new SignalMessage(job, true, 10, 2, 3, "so"));
        String grant = ours.next("grant", job, offered.id()).grant().id();
        Map<String, String> calls = Map.of(
                "/v1/jobs/%s",
                job, "/v1/jobs/%s/events", job, "/v1/windows/%s", window, "/v1/grants/%s/heartbeat", grant);
        for (Map.Entry<String, String> call : calls.entrySet()) {
            String method = call.getKey().startsWith("/v1/grants") ? "POST" : "GET";
            String body = method.equals("POST") ? others.text(new HeartbeatMessage(0, 0)) : "";
            String there = others.call(method, call.getKey().formatted(call.getValue()), body)
                    .body();
            String nowhere = others.call(method, call.getKey().formatted("nowhere"), body)
                    .body();
            assertThat(there.replace(call.getValue(), "nowhere"))
                    .as(call.getKey())
                    .isEqualTo(nowhere);
        }
    }

    @Test
    void anOperatorKeepsASliceAndGivesItBack() throws Exception {
        Client operator = as(tokens.get(Role.OPERATOR));
        Instant now = TimeSource.system().now();
        ReservationRequest wanted =
                new ReservationRequest(OneSlice.SLICE.id(), "fan", now.minusSeconds(5), now.plusSeconds(600));
        HttpResponse<String> made = operator.post("/v1/reservations", wanted);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String id = operator.read(made.body(), ReservationView.class).id();

        assertThat(tenant().get("/v1/timeline").body()).contains("fan");
        assertThat(operator.post("/v1/reservations", new ReservationRequest("nowhere", "x", now, now.plusSeconds(9)))
                        .statusCode())
                .isEqualTo(422);
        assertThat(operator.post(
                                "/v1/reservations",
                                new ReservationRequest(OneSlice.SLICE.id(), "other", now, now.plusSeconds(9)))
                        .statusCode())
                .isEqualTo(409);
        assertThat(operator.delete("/v1/reservations/" + id).statusCode()).isEqualTo(200);
        assertThat(operator.delete("/v1/reservations/" + id).statusCode()).isEqualTo(404);
        assertThat(tenant().get("/v1/timeline").body()).doesNotContain("fan");
    }

    @Test
    void nobodyRegistersForAnother() throws Exception {
        HttpResponse<String> answer = tenant().post(
                        "/v1/jobs",
                        "{\"name\":\"x\",\"mode\":\"sja\",\"tenant\":\"others\",\"priority\":0,\"nextAtom\":0}");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("not-your-tenant");
    }

    @Test
    void aRevokedTokenIsGoodForNothingThoughTheSchedulerRuns() throws Exception {
        String token = tokens.get(Role.VIEWER);
        assertThat(as(token).get("/v1/jobs").statusCode()).isEqualTo(200);
        try (SqliteJournal journal = SqliteJournal.visit(directory.resolve("journal.db"), TimeSource.system())) {
            new AccessTokens(journal, TimeSource.system()).revoke(token.split("_")[1]);
        }
        int status = 200;
        TimeSource time = TimeSource.system();
        for (long began = time.nanos(); status == 200 && time.nanos() - began < 30e9; ) {
            status = as(token).get("/v1/jobs").statusCode();
        }
        assertThat(status).isEqualTo(401);
    }

    @Test
    void secretsAreNowhereOnDisk() throws Exception {
        tenant().register("red", "k1");
        as("atomizable_000000000000_" + "S".repeat(43)).get("/v1/jobs");
        scheduler.close();
        try (SqliteJournal journal = SqliteJournal.visit(directory.resolve("journal.db"), TimeSource.system())) {
            assertThat(AuditLog.read(journal))
                    .extracting(AuditLog.Entry::did)
                    .contains("registered", "was turned away");
        }
        for (Path file : Files.list(directory).toList()) {
            String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            for (String token : tokens.values()) {
                assertThat(bytes).doesNotContain(token.substring("atomizable_".length() + 13));
            }
            assertThat(bytes).doesNotContain("S".repeat(43));
        }
    }

    @Test
    void withoutTokensOnlyThisMachineIsListenedTo() {
        assertThatThrownBy(() ->
                        Scheduler.start(SchedulerOptions.of(Generous.ALWAYS).onHost("0.0.0.0"), TimeSource.system()))
                .hasMessageContaining("without tokens, every program that can reach 0.0.0.0");
        assertThatThrownBy(() -> Scheduler.start(
                        SchedulerOptions.of(Generous.ALWAYS).accessedBy(AccessMode.BY_TOKEN), TimeSource.system()))
                .hasMessageContaining("tokens are kept in a journal");
    }
}
