package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColocateCommandTest {

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    void everyPairIsMeasuredInRealProcessesAndWritten() throws Exception {
        Path out = folder.resolve("matrix.json");
        CommandRun run = CommandRun.of(
                "colocate",
                "measure",
                "sum",
                "sum:atoms=500",
                "--window",
                "0.2",
                "--rounds",
                "2",
                "--hold-out",
                "1",
                "--json",
                "--out",
                out);
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode matrix = run.json();
        assertThat(matrix.get("measured")).hasSize(4).allSatisfy(it -> {
            assertThat(it.get("throughput").asDouble()).isPositive();
            assertThat(it.get("low").asDouble())
                    .isLessThanOrEqualTo(it.get("throughput").asDouble());
            assertThat(it.get("samples").asInt()).isEqualTo(2);
        });
        assertThat(matrix.get("predicted")).isEmpty();
        assertThat(matrix.get("heldOut").get("pairs").asInt()).isEqualTo(1);
        assertThat(Files.readString(out)).isEqualTo(run.out());
    }

    @Test
    void aJobThatFailsIsNamedWithWhatItSaid() {
        CommandRun run = CommandRun.of("colocate", "measure", "sum:throw-at=0", "--window", "0.1", "--rounds", "1");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("job sum:throw-at=0 ended", "profile run")
                .doesNotContain("\tat ");
    }

    /** The second of two processes does not get the file. */
    @Test
    @Tag("slow")
    void jobsThatCannotRunTogetherAreLeftOutWithTheReason() throws Exception {
        String alone = "sum:lock=" + folder.resolve("device");
        CommandRun run =
                CommandRun.of("colocate", "measure", alone, "sum", "--window", "0.1", "--rounds", "2", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode matrix = run.json();
        assertThat(matrix.get("excluded")).singleElement().satisfies(it -> {
            assertThat(it.get("jobs")).extracting(JsonNode::asText).containsExactly(alone, alone);
            assertThat(it.get("reason").asText())
                    .contains("ended with exit code 1")
                    .contains("somebody else has device");
        });
        assertThat(matrix.get("measured").findValuesAsText("samples")).containsExactly("2", "2", "2");
        assertThat(matrix.get("predicted")).isEmpty();
    }

    @Test
    void anUnknownJobIsNamedWithThoseThatAreKnown() {
        CommandRun run = CommandRun.of("colocate", "measure", "nonsense", "--window", "0.1");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("job nonsense cannot be created", "Known jobs are", "sum", "--class-path")
                .doesNotContain("\tat ");
    }

    @Test
    void aBudgetThatIsTooSmallIsRefused() {
        CommandRun tooSmall = CommandRun.of("colocate", "measure", "sum", "--budget", "3.9", "--window", "2");
        assertThat(tooSmall.code()).isEqualTo(1);
        assertThat(tooSmall.err()).contains("--budget 3.9", "--window 2.0", "over 4.0 seconds");
        // Enough for what is counted, but not for the start of a process.
        CommandRun over = CommandRun.of("colocate", "measure", "sum", "--budget", "0.002", "--window", "0.001");
        assertThat(over.code()).isEqualTo(1);
        assertThat(over.err()).contains("--budget 0.002", "as processes take time to start");
    }

    @Test
    void whatIsWrongIsNamedWithTheRemedy() {
        assertThat(CommandRun.of("colocate", "measure", "sum", "--rounds", "0").err())
                .contains("--rounds 1 or more");
        assertThat(CommandRun.of("colocate", "measure", "sum:fast").err()).contains("no name=value: fast");
        assertThat(CommandRun.of("colocate").err()).contains("measure");
    }
}
