package org.atomizable.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The alert rules that are shipped beside the Grafana file. */
class AlertRulesTest {

    private static final Path DOCS = Path.of("../../docs").toAbsolutePath().normalize();
    private static final Pattern METRIC = Pattern.compile("atomizable_\\w+");

    private static List<JsonNode> rules;

    @BeforeAll
    static void read() throws IOException {
        rules = new ArrayList<>();
        new YAMLMapper()
                .readTree(DOCS.resolve("alerts.yml").toFile())
                .path("groups")
                .forEach(group -> group.path("rules").forEach(rules::add));
    }

    private static Set<String> found(Pattern what, String text) {
        Set<String> all = new TreeSet<>();
        Matcher matcher = what.matcher(text);
        while (matcher.find()) {
            all.add(matcher.group());
        }
        return all;
    }

    @Test
    void everyAlertSaysWhatIsWrongAndWhatToDo() {
        assertThat(rules).hasSizeGreaterThan(10).allSatisfy(rule -> {
            assertThat(rule.path("alert").asText()).matches("Atomizable[A-Z]\\w+");
            assertThat(rule.path("labels").path("severity").asText()).isIn("page", "ticket");
            assertThat(rule.path("annotations").path("summary").asText()).endsWith(".");
            assertThat(rule.path("annotations").path("description").asText()).hasSizeGreaterThan(40);
        });
    }

    @Test
    void alertsAskOnlyForMetricsThatAreDocumented() throws IOException {
        Set<String> documented = found(METRIC, Files.readString(DOCS.resolve("reference/metrics.md")));
        Set<String> asked = new TreeSet<>();
        rules.forEach(rule -> found(METRIC, rule.path("expr").asText())
                .forEach(it -> asked.add(it.replaceFirst("_(bucket|count)$", ""))));

        assertThat(documented).containsAll(asked);
        assertThat(asked).hasSizeGreaterThan(10);
    }

    @Test
    void everyAlertIsDocumentedAndTested() throws IOException {
        Pattern name = Pattern.compile("\\bAtomizable[A-Z]\\w+");
        Set<String> names = new TreeSet<>();
        rules.forEach(rule -> names.add(rule.path("alert").asText()));

        assertThat(found(name, Files.readString(DOCS.resolve("operations.md")))).isEqualTo(names);
        // Once where it must not fire, once where it must.
        String tests = Files.readString(DOCS.resolve("alerts.test.yml"));
        assertThat(found(
                        Pattern.compile("(?<=alertname: )Atomizable\\w+(?=, eval_time: 50m, exp_alerts: \\[])"), tests))
                .isEqualTo(names);
        assertThat(found(Pattern.compile("(?<=alertname=\")Atomizable\\w+(?=\"}', value: 1)"), tests))
                .isEqualTo(names);
    }

    @Test
    void prometheusAcceptsTheRulesAndTheyFireAsTheyMust() throws Exception {
        Path promtool = promtool();

        run(promtool, "check", "rules", "alerts.yml");
        run(promtool, "test", "rules", "alerts.test.yml");
    }

    private static void run(Path program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(DOCS.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }

    /** A build needs a JDK only; CI has promtool as well. */
    private static Path promtool() {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path program = Path.of(directory, "promtool");
            if (!directory.isEmpty() && Files.isExecutable(program)) {
                return program;
            }
        }
        String missing =
                "promtool is not installed (Debian: apt-get install prometheus): the alert rules are not tested";
        assertThat(System.getenv("CI")).as(missing).isNotEqualTo("true");
        System.out.println("Left out: " + missing);
        assumeTrue(false, missing);
        throw new IllegalStateException("not reached");
    }
}
