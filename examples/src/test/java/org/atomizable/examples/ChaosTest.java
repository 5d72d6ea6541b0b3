package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Half a minute of the chaos that {@code atomizable chaos --minutes 5} brings for longer. */
@Tag("slow")
class ChaosTest {

    @TempDir
    Path directory;

    @Test
    void everyPromiseIsKeptThroughHalfAMinuteOfChaos() throws Exception {
        Path out = directory.resolve("report.json");
        Path err = directory.resolve("log");
        Process chaos = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:Tier4InvocationThreshold=50000",
                        "-XX:Tier4BackEdgeThreshold=400000",
                        "-XX:+UseSerialGC",
                        "-Datomizable.log=text",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.atomizable.cli.Main",
                        "chaos",
                        "--minutes",
                        "0.5",
                        "--atoms",
                        "150",
                        "--seed",
                        "7",
                        "--json",
                        "--dir",
                        directory.resolve("chaos").toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int code = chaos.waitFor();

        JsonNode report = new ObjectMapper().readTree(out.toFile());
        assertThat(code).as("%s%n%s", report, Files.readString(err)).isZero();
        assertThat(report.path("kept").asBoolean()).isTrue();
        assertThat(report.path("jobs").asInt())
                .isEqualTo(report.path("exact").asInt())
                .isPositive();
        assertThat(report.path("findings").path("reports").asInt()).isPositive();
        // Which ones comes with the seed, when they come with the machine.
        assertThat(report.path("faultsByKind").path("scheduler-killed").asInt()).isPositive();
        assertThat(report.path("faults").asInt()).isGreaterThan(5);
    }
}
