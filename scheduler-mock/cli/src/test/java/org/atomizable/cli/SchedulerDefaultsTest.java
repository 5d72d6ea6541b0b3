package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    void theCommandLineGoesBeforeTheEnvironmentAndThatBeforeTheFile() throws Exception {
        String config = file("port = 1\nno-tokens = true\n").toString();
        Map<String, String> environment = Map.of("ATOMIZABLE_SCHEDULER_PORT", "2");

        assertThat(port(environment, "--config", config, "--port", "3")).isEqualTo("3");
        assertThat(port(environment, "--config", config)).isEqualTo("2");
        assertThat(port(Map.of(), "--config=" + config)).isEqualTo("1");
        assertThat(port(Map.of("ATOMIZABLE_SCHEDULER_CONFIG", config))).isEqualTo("1");
        assertThat(port(Map.of())).isEqualTo("8080");
    }

    @Test
    void aFlagCanBeSetInTheFile() throws Exception {
        port(Map.of(), "--config", file("no-tokens = true").toString());

        boolean set = scheduler.getCommandSpec().findOption("--no-tokens").getValue();
        assertThat(set).isTrue();
    }

    @Test
    void whatIsNoOptionIsNamed() throws Exception {
        String config = file("prot = 1").toString();

        assertThatThrownBy(() -> port(Map.of(), "--config", config))
                .hasMessageContaining("sets \"prot\"")
                .hasMessageContaining("port");
        assertThat(CommandRun.of("scheduler", "--config", directory.resolve("none"))
                        .err())
                .contains("none cannot be read")
                .doesNotContain("\tat ");
    }
}
