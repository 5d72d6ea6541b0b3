package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.atomizable.cli.demo.DemoCommand;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("slow")
class DemoTest {

    @TempDir
    Path directory;

    @Test
    void theQuickDemoKeepsEveryPromise() throws Exception {
        int code = new CommandLine(new DemoCommand()).execute("--quick", "--seed", "7", "--out", directory.toString());

        JsonNode report =
                new ObjectMapper().readTree(directory.resolve("report.json").toFile());
        assertThat(report.path("broken")).as("broken promises").isEmpty();
        assertThat(code).isZero();
        assertThat(report.path("ok").asBoolean()).isTrue();
        assertThat(report.path("jobs")).hasSize(3).allSatisfy(job -> {
            assertThat(job.path("exact").asBoolean()).isTrue();
            assertThat(job.path("sha256").asText())
                    .hasSize(64)
                    .isEqualTo(job.path("referenceSha256").asText());
        });
        // Each has passed through checkpoints; the fewer subjobs it takes, the better windows were filled.
        assertThat(report.path("jobs").get(0).path("subjobs").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(report.path("jobs").get(1).path("subjobs").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(report.path("windows").path("overrun").asInt(-1)).isZero();
        assertThat(report.path("memory").path("violations").asInt(-1)).isZero();
        assertThat(Files.readAllLines(directory.resolve("windows.log")).stream()
                        .filter(it -> it.contains(" s offered; wanted by: ")))
                .as("a line for each window")
                .hasSize(report.path("windows").path("offered").asInt(-1));
        assertThat(report.path("slices")).hasSize(3);
        assertThat(ImageIO.read(directory.resolve("timeline.png").toFile()).getWidth())
                .isGreaterThan(800);
        assertThat(ImageIO.read(directory.resolve("memory.png").toFile()).getWidth())
                .isGreaterThan(800);
        assertThat(directory.toFile().list()).noneMatch(it -> it.startsWith("checkpoints-"));
    }
}
