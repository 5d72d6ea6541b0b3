package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.atomizable.scheduler.server.connection.Tls;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.relay.Call;
import org.atomizable.testkit.relay.Intermediary;
import org.atomizable.testkit.relay.Relay;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command judges real schedulers, which are as quick as the suite of the testkit has them, and a real agent. */
class ConformanceCommandTest {

    private static final OfferRules OFFERS = OfferRules.DEFAULT
            .withLengths(Duration.ofMillis(500), Duration.ofSeconds(6))
            .withAnswers(Duration.ofSeconds(2));
    private static final LeaseRules LEASES = new LeaseRules(Duration.ofMillis(2500), Duration.ofMillis(100));

    @TempDir
    Path directory;

    private static SchedulerOptions options() throws AtomizableException {
        return SchedulerOptions.of(new AlwaysFree(
                        SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb").slices()))
                .offering(OFFERS)
                .leasing(LEASES);
    }

    /** Starts one with TLS, and returns what its owner gives to tenants: a certificate and a token in files. */
    private Scheduler guarded() throws Exception {
        Certified made = Certified.in(directory);
        Path journal = directory.resolve("journal.db");
        try (SqliteJournal opened = SqliteJournal.open(journal, TimeSource.system())) {
            String token = new AccessTokens(opened, TimeSource.system()).create("red", Role.TENANT);
            Files.writeString(directory.resolve("token"), token);
        }
        return Scheduler.start(
                options().keptIn(journal).accessedBy(AccessMode.BY_TOKEN.with(new Tls(made.certificate(), made.key()))),
                TimeSource.system());
    }

    @Test
    @Tag("slow")
    void theReferenceSchedulerBehindTlsAndTokensPassesInTheDocumentedShape() throws Exception {
        try (Scheduler scheduler = guarded()) {
            CommandRun run = CommandRun.of(
                    "conformance",
                    "--json",
                    "--url",
                    scheduler.uri(),
                    "--ca",
                    directory.resolve("server.pem"),
                    "--token-file",
                    directory.resolve("token"));

            assertThat(run.code()).as(run.out() + run.err()).isZero();
            JsonNode judgement = run.json();
            assertThat(names(judgement)).containsExactlyInAnyOrder("of", "passed", "failed", "notTried", "rules");
            assertThat(judgement.path("of").asText()).isEqualTo(scheduler.uri().toString());
            int rules = ProtocolRule.of(ProtocolRule.Side.SCHEDULER).size();
            assertThat(judgement.path("rules")).hasSize(rules).allSatisfy(it -> {
                assertThat(names(it)).containsExactlyInAnyOrder("rule", "statement", "outcome", "why");
                assertThat(it.path("outcome").asText()).isEqualTo("passed");
            });
            assertThat(judgement.path("passed").asInt()).isEqualTo(rules);
        }
    }

    private static Set<String> names(JsonNode object) {
        return object.properties().stream().map(it -> it.getKey()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Registers the same job twice. */
    private static final class Forgetful implements Intermediary {
        @Override
        public Reply answer(Call call, Scheduler scheduler) throws IOException, InterruptedException {
            return scheduler.send(
                    call.route().equals("/v1/jobs") && call.method().equals("POST")
                            ? call.withHeader(
                                    "Idempotency-Key", UUID.randomUUID().toString())
                            : call);
        }
    }

    @Test
    @Tag("slow")
    void aSchedulerThatBreaksARuleFailsByItsName() throws Exception {
        try (Scheduler scheduler = Scheduler.start(options(), TimeSource.system());
                Relay wrong = Relay.before(scheduler.uri(), new Forgetful())) {
            CommandRun run = CommandRun.of("conformance", "--url", wrong.uri());

            assertThat(run.code()).isEqualTo(1);
            assertThat(run.out().lines().filter(it -> it.startsWith("failed")))
                    .as(run.out())
                    .singleElement()
                    .asString()
                    .contains(ProtocolRule.SAME_KEY_SAME_JOB.word(), "the same key brought job");
            assertThat(run.out()).containsPattern("26 rules passed, 1 failed, 0 not tried\\R$");
        }
    }

    @Test
    @Tag("slow")
    void theProjectsAgentPasses() throws Exception {
        String agent = CommandRun.inAnotherJvmOfTheShell(
                SmallCluster.arguments("{url}", directory, "--launcher", "inprocess", "-p", "atoms=100000000", "sum"));

        CommandRun run = CommandRun.of("conformance", "--json", "--agent", "exec " + agent);

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.json().path("rules"))
                .hasSize(ProtocolRule.of(ProtocolRule.Side.AGENT).size())
                .allSatisfy(it -> assertThat(it.path("outcome").asText()).isEqualTo("passed"));
    }

    @Test
    @Tag("slow")
    void aSchedulerThatAsksForATokenOrAnotherAuthorityIsNotJudged() throws Exception {
        try (Scheduler scheduler = guarded()) {
            assertRefused(
                    CommandRun.of("conformance", "--url", scheduler.uri(), "--ca", directory.resolve("server.pem")),
                    "answers 401 to a call without a token",
                    "--token-file");
            assertRefused(CommandRun.of("conformance", "--url", scheduler.uri()), "TLS", "--ca");
        }
    }

    @Test
    void anAddressWhereNobodyAnswersIsNamedWithWhatToDo() throws IOException {
        int free;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = taken.getLocalPort();
        }
        String url = "http://127.0.0.1:" + free;
        assertRefused(
                CommandRun.of("conformance", "--url", url),
                url,
                "does not answer: the connection was refused",
                "Check the address");
    }

    @Test
    void whatIsNoAddressAndNoAgentIsRefused() {
        assertRefused(
                2, CommandRun.of("conformance", "--url", "localhost:8080"), "no HTTP address", "http://127.0.0.1");
        assertRefused(2, CommandRun.of("conformance", "--agent", "my-agent"), "my-agent", "{url}");
        assertThat(CommandRun.of("conformance").code()).isEqualTo(2);
        assertThat(CommandRun.of("conformance", "--url", "http://a", "--agent", "b {url}")
                        .code())
                .isEqualTo(2);
    }

    private static void assertRefused(CommandRun run, String... told) {
        assertRefused(1, run, told);
    }

    private static void assertRefused(int code, CommandRun run, String... told) {
        assertThat(run.code()).isEqualTo(code);
        assertThat(run.err()).contains(told).doesNotContain("\tat ", "bug in the program");
        assertThat(run.out()).doesNotContain("passed");
    }
}
