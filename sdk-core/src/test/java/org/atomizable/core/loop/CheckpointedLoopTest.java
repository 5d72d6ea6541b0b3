package org.atomizable.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that run alone, with checkpoints. */
class CheckpointedLoopTest {

    private static final String PROPERTY = "atomizable.checkpoints";

    @TempDir
    Path directory;

    @BeforeEach
    void clear() {
        Loops.RESULTS.clear();
        System.clearProperty(PROPERTY);
    }

    @AfterEach
    void unset() {
        System.clearProperty(PROPERTY);
    }

    /** A loop that fails in the turns that it is told to. */
    private static double failing(List<Long> failsIn, List<Long> turns) {
        try (Run run = Atomizable.loop(JobSpec.of("failing", 30))) {
            double[] sum = run.state("sum", new double[1]);
            run.unsaved(failsIn);
            run.unsaved(turns);
            for (long step : run) {
                turns.add(step);
                sum[0] = sum[0] * 0.9 + Math.sin(step);
                if (failsIn.remove(step)) {
                    throw new IllegalStateException("turn " + step);
                }
            }
            return run.finished() ? sum[0] : Double.NaN;
        }
    }

    @Test
    void aProgramThatFailsGoesOnFromItsLastCheckpointToTheSameBits() {
        double straight = failing(new ArrayList<>(), new ArrayList<>());
        System.setProperty(PROPERTY, directory.toString());
        List<Long> fails = new ArrayList<>(List.of(7L, 19L));
        List<Long> turns = new ArrayList<>();
        while (!fails.isEmpty()) {
            assertThatThrownBy(() -> failing(fails, turns)).hasMessageContaining("turn ");
        }

        assertThat(failing(fails, turns)).isEqualTo(straight);
        assertThat(turns).endsWith(29L);
        assertThat(turns.stream().filter(it -> it == 0).count())
                .as("begun anew")
                .isEqualTo(1);

        List<Long> again = new ArrayList<>();
        assertThat(failing(fails, again)).as("a finished program").isEqualTo(straight);
        assertThat(again).isEmpty();
    }

    @Test
    void aLoopThatCarriesWhatItDidNotRegisterIsRefused() {
        System.setProperty(PROPERTY, directory.toString());

        assertThatThrownBy(() -> WrongLoops.BestValue.main(new String[0]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("the local variable best", "WrongLoops.java:")
                .hasNoCause();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aStoreOfAnotherJobIsRefused() throws Exception {
        Checkpoints.in(directory, "other").close();
        System.setProperty(PROPERTY, directory.toString());

        assertThatThrownBy(() -> failing(new ArrayList<>(), new ArrayList<>()))
                .hasMessageContainingAll("other", "failing");
    }

    @Tag("slow")
    @Test
    void aProcessThatIsKilledGoesOnToTheSameBits() throws Exception {
        assertThat(run("straight.txt", false, List.of())).isZero();
        List<String> kills = List.of("how=kill", "happened=" + directory.resolve("happened"), "at=17");

        assertThat(run("cut.txt", true, kills)).isEqualTo(128 + 9);
        assertThat(run("cut.txt", true, kills)).isZero();

        assertThat(directory.resolve("cut.txt")).hasSameTextualContentAs(directory.resolve("straight.txt"));
        assertThat(directory.resolve("store")).isNotEmptyDirectory();
    }

    private int run(String out, boolean checkpoints, List<String> more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WalkProgram.class.getName(),
                "out=" + directory.resolve(out)));
        command.addAll(more);
        ProcessBuilder process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        if (checkpoints) {
            process.environment()
                    .put(
                            "ATOMIZABLE_CHECKPOINTS",
                            Files.createDirectories(directory.resolve("store")).toString());
        }
        return process.start().waitFor();
    }
}
