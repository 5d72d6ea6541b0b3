package org.atomizable.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.client.Credentials;
import org.atomizable.core.client.Token;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.Secrets;
import org.atomizable.testkit.conformance.AgentConformance;
import org.atomizable.testkit.conformance.SchedulerConformance;
import org.atomizable.testkit.conformance.Verdict;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable conformance}. */
@Command(
        name = "conformance",
        mixinStandardHelpOptions = true,
        description = {
            "Finds out whether a scheduler or an agent keeps the protocol, and prints a verdict for each of "
                    + "its rules. The exit code is 1 if a rule is broken.",
            "With --url, it plays scenarios with jobs of its own; the scheduler needs a free slice, and "
                    + "windows longer than a lease's patience and shorter than a minute.",
            "With --agent, it starts a scheduler that follows a script, and the command, whose job must have "
                    + "minutes of work in short atoms."
        })
final class ConformanceCommand implements Callable<Integer> {

    private static final String PLACE = "{url}";

    /** One verdict, for machines. */
    record RuleVerdict(String rule, String statement, String outcome, String why) {}

    /** All of them. */
    record Judgement(String of, long passed, long failed, long notTried, List<RuleVerdict> rules) {}

    @Mixin
    private CredentialOptions credentials = new CredentialOptions();

    @ArgGroup(multiplicity = "1")
    private Judged side = new Judged();

    /** The side under test. */
    static final class Judged {
        @Option(
                names = "--url",
                required = true,
                paramLabel = "URL",
                description = "The scheduler, such as http://127.0.0.1:8080.")
        private @Nullable URI url;

        @Option(
                names = "--agent",
                required = true,
                paramLabel = "COMMAND",
                description = "A command for sh that runs an agent; {url} in it stands for the scheduler's address.")
        private @Nullable String agent;
    }

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        PrintStream progress = json ? System.err : System.out;
        Consumer<String> step = name -> progress.println("step " + name);
        String of = String.valueOf(side.agent == null ? side.url : side.agent);
        List<Verdict> verdicts = side.agent == null ? ofScheduler(step) : ofAgent(side.agent, step);
        System.out.print(json ? text(judgement(of, verdicts)) : table(verdicts));
        // A suite that could try nothing has shown nothing.
        boolean kept = count(verdicts, Verdict.Outcome.FAILED) == 0 && count(verdicts, Verdict.Outcome.PASSED) > 0;
        return kept ? 0 : 1;
    }

    private List<Verdict> ofScheduler(Consumer<String> step) throws AtomizableException, InterruptedException {
        URI scheduler = scheduler();
        Credentials shown = credentials.credentials();
        HttpClient.Builder http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                // The scheduler is judged, and no proxy on the way.
                .proxy(HttpClient.Builder.NO_PROXY);
        shown.context().ifPresent(http::sslContext);
        try {
            return new SchedulerConformance(
                            scheduler, shown.token().map(Token::text), http.build(), TimeSource.system())
                    .run(step);
        } catch (SSLException untrusted) {
            throw new AtomizableException(
                    "scheduler %s and this program agree on no TLS: %s".formatted(scheduler, untrusted.getMessage()),
                    "Name the certificate of its signer with --ca, and the scheduler as its certificate does",
                    untrusted);
        } catch (IOException unreachable) {
            throw new AtomizableException(
                    "scheduler %s does not answer: %s".formatted(scheduler, why(unreachable)),
                    "Check the address and that the scheduler runs",
                    unreachable);
        }
    }

    /** Such exceptions often have no message. */
    private static String why(IOException unreachable) {
        for (Throwable each = unreachable; each != null; each = each.getCause()) {
            if (each instanceof UnresolvedAddressException) {
                return "no such host is known here";
            }
        }
        if (unreachable.getMessage() != null) {
            return unreachable.getMessage();
        }
        return unreachable instanceof ConnectException ? "the connection was refused" : "the connection was closed";
    }

    private static List<Verdict> ofAgent(String command, Consumer<String> step) throws Exception {
        if (!command.contains(PLACE)) {
            throw new IllegalArgumentException(
                    "--agent \"%s\" has no %s, where the scheduler's address would stand".formatted(command, PLACE));
        }
        return new AgentConformance(TimeSource.system()).run(scheduler -> started(command, scheduler), step);
    }

    private static AutoCloseable started(String command, URI scheduler) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command.replace(PLACE, scheduler.toString()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                // Why it did not start is said there.
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        // The scheduler that judges it asks for none.
        Secrets.removeFrom(builder.environment());
        Process agent = builder.start();
        return () -> {
            agent.descendants().forEach(ProcessHandle::destroy);
            agent.destroy();
            agent.waitFor();
        };
    }

    private URI scheduler() {
        URI url = side.url;
        if (url == null
                || url.getHost() == null
                || !String.valueOf(url.getScheme()).matches("https?")) {
            throw new IllegalArgumentException(
                    "--url \"%s\" is no HTTP address; write it as http://127.0.0.1:8080".formatted(url));
        }
        return url;
    }

    private static String text(Judgement judgement) throws IOException {
        return WireJson.mapper().writeValueAsString(judgement) + System.lineSeparator();
    }

    private static Judgement judgement(String of, List<Verdict> verdicts) {
        return new Judgement(
                of,
                count(verdicts, Verdict.Outcome.PASSED),
                count(verdicts, Verdict.Outcome.FAILED),
                count(verdicts, Verdict.Outcome.NOT_TRIED),
                verdicts.stream()
                        .map(it -> new RuleVerdict(
                                it.rule().word(),
                                it.rule().statement(),
                                it.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                                it.why()))
                        .toList());
    }

    private static String table(List<Verdict> verdicts) {
        StringBuilder text = new StringBuilder();
        for (Verdict each : verdicts) {
            text.append("%-9s %-31s %s%n"
                    .formatted(
                            each.outcome().word(),
                            each.rule().word(),
                            each.why().isEmpty() ? each.rule().statement() : each.why()));
        }
        text.append("%s passed, %s failed, %s not tried%n"
                .formatted(
                        Counted.of(count(verdicts, Verdict.Outcome.PASSED), "rule"),
                        count(verdicts, Verdict.Outcome.FAILED),
                        count(verdicts, Verdict.Outcome.NOT_TRIED)));
        return text.toString();
    }

    private static long count(List<Verdict> verdicts, Verdict.Outcome outcome) {
        return verdicts.stream().filter(it -> it.outcome() == outcome).count();
    }
}
