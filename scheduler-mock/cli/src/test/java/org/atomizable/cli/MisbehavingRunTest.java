package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.atomizable.core.worker.StoreOpening;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MisbehavingRunTest {

    @TempDir
    Path directory;

    @AfterAll
    static void letGo() {
        EndlessJob.LET_GO.countDown();
    }

    /** Its windows are much longer than a first look may take: a start takes long on a busy machine. A job that is known is not looked at first. */
    private CommandRun run(String launcher, Class<?> job) throws Exception {
        try (SmallCluster cluster =
                SmallCluster.of(directory.resolve(launcher), Duration.ofSeconds(60), Duration.ofSeconds(70))) {
            return cluster.run("--launcher", launcher, "--first-look-limit", "8", job.getName());
        }
    }

    @Test
    void anAtomThatNeverEndsEndsTheRunWithItsNameInEitherLauncher() throws Exception {
        for (String launcher : List.of("inprocess", "process")) {
            CommandRun ended = run(launcher, EndlessJob.class);

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out())
                    .contains(
                            "failed (STUCK)",
                            "atom 0 had not ended after ",
                            "it is at org.atomizable.cli.EndlessJob.run(EndlessJob.java:",
                            "--first-look-limit");
        }
    }

    @Test
    void aJobThatCallsSystemExitEndsTheRunWithTheLineThatCalledItAndItsLastWords() throws Exception {
        CommandRun ended = run("process", ExitingJob.class);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains(
                        "failed (JOB_EXITED)",
                        "System.exit(6) was called at org.atomizable.cli.ExitingJob.run(ExitingJob.java:",
                        "no licence, good bye",
                        StoreOpening.in(directory.resolve("process/store"), "exiting")
                                .open()
                                .latest()
                                .map(it -> "Its last good checkpoint, before atom %s, is kept".formatted(it.nextAtom()))
                                .orElse("No atom of it was committed"));
    }
}
