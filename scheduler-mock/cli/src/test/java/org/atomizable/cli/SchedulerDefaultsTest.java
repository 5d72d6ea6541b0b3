package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SchedulerDefaultsTest {

    @TempDir
    Path directory;

    private final CommandLine scheduler = new CommandLine(new SchedulerCommand());

    private Path file(String text) throws Exception {
        return Files.writeString(directory.resolve("scheduler.properties"), text);
    }

    private String port(Map<String, String> environment, String... arguments) {
        scheduler.setDefaultValueProvider(
                SchedulerDefaults.of(List.of(arguments), scheduler.getCommandSpec(), environment));
        CommandLine.ParseResult parsed = scheduler.parseArgs(arguments);
        int port = parsed.commandSpec().findOption("--port").getValue();
        return Integer.toString(port);
    }

    @Test
    void aFileMayBeginWithAByteOrderMarkAndHaveBlanksAtTheEndsOfLines() throws Exception {
        assertThat(port(
                        Map.of(),
                        "--config",
                        file("\uFEFFport = 7 \r\nno-tokens = true\r\n").toString()))
                .isEqualTo("7");
    }

    @Test
    void aFileInAnotherCodeIsRefusedWithTheLineUnlessACommentHasIt() throws Exception {
        Path comment = Files.write(
                directory.resolve("comment.properties"),
                "# gr\u00f6\u00dfe\nport = 7\n".getBytes(StandardCharsets.ISO_8859_1));
        Path value = Files.write(
                directory.resolve("value.properties"),
                "port = 7\njournal = gr\u00f6\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(port(Map.of(), "--config", comment.toString())).isEqualTo("7");
        assertThatThrownBy(() -> port(Map.of(), "--config", value.toString()))
                .hasMessageContainingAll("value.properties, line 2", "UTF-8");
    }

    @Test
    void aBackslashThatMakesATabAndAFileThatIsNotThereAreNamed() throws Exception {
        assertThatThrownBy(() -> port(
                        Map.of(),
                        "--config",
                        file("journal = C:\\new\\table.db\n").toString()))
                .hasMessageContainingAll("line 1", "\"journal\"", "control character");
        assertThatThrownBy(() ->
                        port(Map.of(), "--config", directory.resolve("none").toString()))
                .hasMessageContainingAll("none", "no such file");
    }

    @Test
    void theCommandLineGoesBeforeTheEnvironmentAndThatBeforeTheFile() throws Exception {
        String config = file("port = 1\nno-tokens = true\n").toString();
        Map<String, String> environment = Map.of("ATOMIZABLE_SCHEDULER_PORT", "2");

        assertThat(port(environment, "--config", config, "--port", "3")).isEqualTo("3");
        assertThat(port(environment, "--config", config)).isEqualTo("2");
        assertThat(port(Map.of(), "--config=" + config)).isEqualTo("1");
        assertThat(port(Map.of("ATOMIZABLE_SCHEDULER_CONFIG", config))).isEqualTo("1");
        assertThat(port(Map.of())).isEqualTo("8080");
    }

    /** As in a pod beside services that are called atomizable-scheduler and atomizable-scheduler-metrics. */
    @Test
    void theVariablesOfServicesOfKubernetesAreIgnored() throws Exception {
        Map<String, String> environment = Map.ofEntries(
                Map.entry("ATOMIZABLE_SCHEDULER_SERVICE_HOST", "10.96.0.7"),
                Map.entry("ATOMIZABLE_SCHEDULER_SERVICE_PORT", "8080"),
                Map.entry("ATOMIZABLE_SCHEDULER_SERVICE_PORT_HTTP", "8080"),
                Map.entry("ATOMIZABLE_SCHEDULER_PORT", "tcp://10.96.0.7:8080"),
                Map.entry("ATOMIZABLE_SCHEDULER_PORT_8080_TCP", "tcp://10.96.0.7:8080"),
                Map.entry("ATOMIZABLE_SCHEDULER_PORT_8080_TCP_PROTO", "tcp"),
                Map.entry("ATOMIZABLE_SCHEDULER_PORT_8080_TCP_PORT", "8080"),
                Map.entry("ATOMIZABLE_SCHEDULER_PORT_8080_TCP_ADDR", "10.96.0.7"),
                Map.entry("ATOMIZABLE_SCHEDULER_METRICS_SERVICE_HOST", "10.96.0.8"),
                Map.entry("ATOMIZABLE_SCHEDULER_METRICS_PORT", "udp://10.96.0.8:9090"),
                Map.entry("ATOMIZABLE_SCHEDULER_METRICS_PORT_9090_UDP_ADDR", "10.96.0.8"));

        assertThat(port(environment)).isEqualTo("8080");
        assertThat(port(environment, "--config", file("port = 1").toString())).isEqualTo("1");
    }

    @Test
    void aMessageSaysWhereABadValueIsFrom() throws Exception {
        Map<String, String> variable = Map.of("ATOMIZABLE_SCHEDULER_PORT", "http");
        assertThat(CommandRun.in(variable, "scheduler").err())
                .contains("'http' is not an int")
                .contains("the environment variable ATOMIZABLE_SCHEDULER_PORT sets --port to \"http\"");
        assertThat(CommandRun.in(Map.of("ATOMIZABLE_SCHEDULER_QUOTA", "red=x"), "scheduler")
                        .err())
                .contains("--quota of tenant red", "ATOMIZABLE_SCHEDULER_QUOTA sets --quota to \"red=x\"");
        assertThat(CommandRun.in(Map.of("ATOMIZABLE_SCHEDULER_LAMBDA", "2"), "scheduler")
                        .err())
                .contains("--lambda must lie in [0, 1], was 2.0", "ATOMIZABLE_SCHEDULER_LAMBDA sets --lambda to \"2\"");
        String config = file("# a comment \\\nno-tokens = \\\n  true\n\nlongest-window = 0\npolicy = none\n")
                .toString();
        assertThat(CommandRun.in(Map.of(), "scheduler", "--config", config).err())
                .contains("--longest-window must be 1 to 3600 seconds")
                .contains(config + ", line 5, sets --longest-window to \"0\"");
        assertThat(CommandRun.in(Map.of(), "scheduler", "--config", config, "--longest-window=9")
                        .err())
                .contains(config + ", line 6, sets --policy to \"none\"")
                .doesNotContain("line 5");
        assertThat(CommandRun.in(variable, "scheduler", "--port", "https").err())
                .contains("option '--port'", "'https' is not an int")
                .doesNotContain("environment");
    }

    /** Also of a short value, or of one part of it, which the rest of the message does not repeat. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "layout = 9g",
                "layout = 9g+1g.10gb",
                "gpus = x",
                "open-at-once = 0",
                "policy = z",
                "bid-clearing = z",
                "tenant = a=0",
                "quota = =1GiB",
                "credits = -1",
                "audience = 0",
                "trusted-proxy = x",
                "proxy-header = x",
                "read-only = true"
            })
    void aMessageNamesTheLineOfEveryBadValue(String line) throws Exception {
        String config = file("no-tokens = true\nport = 0\n" + line).toString();

        CommandRun ended = CommandRun.in(Map.of(), "scheduler", "--config", config);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(config + ", line 3, sets --" + line.split(" ")[0]);
    }

    @Test
    void aFileThatNamesAnotherOneIsRefused() throws Exception {
        String config = file("port = 1\nconfig = other").toString();

        assertThatThrownBy(() -> port(Map.of(), "--config", config))
                .hasMessageContaining(config + ", line 2, sets \"config\"")
                .hasMessageContaining("remove the line");
    }

    @Test
    void aFlagCanBeSetInTheFile() throws Exception {
        port(Map.of(), "--config", file("no-tokens = true").toString());

        boolean set = scheduler.getCommandSpec().findOption("--no-tokens").getValue();
        assertThat(set).isTrue();
    }

    /** The first quota would be lost without a word. */
    @Test
    void aFileThatSetsAnOptionTwiceIsRefusedAndOneLineTakesSeveralValues() throws Exception {
        String twice = file("quota = red=40GiB\nport = 7\nquota = blue=80GiB").toString();

        assertThatThrownBy(() -> port(Map.of(), "--config", twice))
                .hasMessageContaining(twice + ", line 3, sets \"quota\" again: " + twice + ", line 1 did so")
                .hasMessageContaining("in one, with commas between");
        port(Map.of(), "--config", file("quota = red=40GiB,blue=80GiB").toString());
        Map<String, String> quotas =
                scheduler.getCommandSpec().findOption("--quota").getValue();
        assertThat(quotas).isEqualTo(Map.of("red", "40GiB", "blue", "80GiB"));
    }

    @Test
    void whatIsNoOptionIsNamed() throws Exception {
        String config = file("prot = 1").toString();

        assertThatThrownBy(() -> port(Map.of(), "--config", config))
                .hasMessageContaining(config + ", line 1, sets \"prot\"")
                .hasMessageContaining("port");
        assertThatThrownBy(() -> port(Map.of("ATOMIZABLE_SCHEDULER_PROT", "1")))
                .hasMessageContaining("the environment variable ATOMIZABLE_SCHEDULER_PROT sets no option")
                .hasMessageContaining("ATOMIZABLE_SCHEDULER_PORT");
        assertThat(CommandRun.of("scheduler", "--config", directory.resolve("none"))
                        .err())
                .contains("none cannot be read")
                .doesNotContain("\tat ");
    }
}
