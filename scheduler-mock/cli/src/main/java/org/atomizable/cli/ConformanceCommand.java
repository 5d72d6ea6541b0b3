package org.atomizable.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.client.Credentials;
import org.atomizable.core.wire.WireJson;
import org.atomizable.testkit.conformance.SchedulerConformance;
import org.atomizable.testkit.conformance.Verdict;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable conformance}. */
@Command(
        name = "conformance",
        mixinStandardHelpOptions = true,
        description = {
            "Finds out whether a scheduler keeps the protocol: plays scenarios with jobs of its own, and prints a "
                    + "verdict for each rule. The exit code is 1 if a rule is broken.",
            "The scheduler needs a free slice, and windows that are longer than a lease's patience and shorter than a "
                    + "minute. To try the reference scheduler: atomizable scheduler --no-tokens --gpus "
                    + "sim:A100-80GB*1 --layout 7g.80gb --repartition"
        })
final class ConformanceCommand implements Callable<Integer> {

    /** One verdict, for machines. */
    record Judged(String rule, String statement, String outcome, String why) {}

    /** All of them. */
    record Judgement(String url, long passed, long failed, long notTried, List<Judged> rules) {}

    @Mixin
    private CredentialOptions credentials = new CredentialOptions();

    @Option(
            names = "--url",
            required = true,
            paramLabel = "URL",
            description = "The scheduler, such as http://127.0.0.1:8080.")
    private @Nullable URI url;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        URI scheduler = scheduler();
        PrintStream progress = json ? System.err : System.out;
        List<Verdict> verdicts;
        try {
            Credentials shown = credentials.credentials();
            HttpClient http = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    // The scheduler is judged, and no proxy on the way.
                    .proxy(HttpClient.Builder.NO_PROXY)
                    .build();
            verdicts = new SchedulerConformance(scheduler, shown.token(), http, TimeSource.system())
                    .run(scenario -> progress.println("scenario " + scenario));
        } catch (IOException unreachable) {
            throw new AtomizableException(
                    "scheduler %s does not answer: %s".formatted(scheduler, unreachable),
                    "Check the address and that the scheduler runs",
                    unreachable);
        }
        System.out.print(json ? text(judgement(scheduler, verdicts)) : table(verdicts));
        return count(verdicts, Verdict.Outcome.FAILED) > 0 ? 1 : 0;
    }

    private URI scheduler() {
        if (url == null || url.getHost() == null || !String.valueOf(url.getScheme()).matches("https?")) {
            throw new IllegalArgumentException(
                    "--url \"%s\" is no HTTP address; write it as http://127.0.0.1:8080".formatted(url));
        }
        return url;
    }

    private static String text(Judgement judgement) throws IOException {
        return WireJson.mapper().writeValueAsString(judgement) + System.lineSeparator();
    }

    private static Judgement judgement(URI scheduler, List<Verdict> verdicts) {
        return new Judgement(
                scheduler.toString(),
                count(verdicts, Verdict.Outcome.PASSED),
                count(verdicts, Verdict.Outcome.FAILED),
                count(verdicts, Verdict.Outcome.NOT_TRIED),
                verdicts.stream()
                        .map(it -> new Judged(
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
        text.append("%d rules passed, %d failed, %d not tried%n"
                .formatted(
                        count(verdicts, Verdict.Outcome.PASSED),
                        count(verdicts, Verdict.Outcome.FAILED),
                        count(verdicts, Verdict.Outcome.NOT_TRIED)));
        return text.toString();
    }

    private static long count(List<Verdict> verdicts, Verdict.Outcome outcome) {
        return verdicts.stream().filter(it -> it.outcome() == outcome).count();
    }
}
