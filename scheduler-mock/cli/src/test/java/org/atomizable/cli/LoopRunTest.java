package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same program by {@code java} and by {@code atomizable run}. */
@Tag("slow")
class LoopRunTest {

    @TempDir
    Path directory;

    private static String straight() {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            LoopProgram.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(it -> it.startsWith("the sum is"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProgramRunInWindowsPrintsOnceWhatItPrintsAlone() throws Exception {
        try (SmallCluster cluster = SmallCluster.ofShortWindows(directory)) {
            CommandRun ended = cluster.run("--launcher", "inprocess", LoopProgram.class.getName());

            assertThat(ended.err().lines()).as("but how far it is").allMatch(it -> it.startsWith("after "));
            assertThat(ended.code()).isZero();
            assertThat(ended.out()).containsOnlyOnce(straight()).contains("loop finished: 3000 atoms", "sum = ");
        }
    }

    @Test
    void theOutcomeForMachinesHasNothingOfWhatTheProgramPrints() throws Exception {
        try (SmallCluster cluster = SmallCluster.ofShortWindows(directory)) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "--json", LoopProgram.class.getName());

            assertThat(ended.code()).isZero();
            assertThat(ended.json().get("metric").get("name").asText()).isEqualTo("sum");
            assertThat(ended.err()).contains(straight());
        }
    }
}
