package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a real Slurm, whose links, nodes and controller are disturbed. */
@Tag("slow")
class SlurmClusterTest {

    private static final int ATOMS = 300;
    private static final long ATOMS_BEFORE_RESTART = 150;
    private static final Duration LOOK = Duration.ofMillis(500);

    @TempDir
    Path directory;

    private TestCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.start(directory.resolve("cluster"));
    }

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    private Process run() throws Exception {
        List<String> arguments = List.of(
                "run",
                SeededSteps.class.getName(),
                "--engine",
                "slurm",
                "--gres",
                "1g.10gb",
                "--link-time",
                "5",
                "--store",
                store().toString(),
                "--profiles",
                directory.resolve("profiles").toString(),
                "-p",
                "atoms=" + ATOMS);
        return cluster.atomizable(ProcessBuilder.Redirect.appendTo(log().toFile()), arguments);
    }

    private Path store() {
        return directory.resolve("checkpoints");
    }

    private Path log() {
        return directory.resolve("run.txt");
    }

    private long nextAtom() throws Exception {
        try (CheckpointStore store = Checkpoints.in(store(), "seeded")) {
            return store.latest().map(Checkpoint::nextAtom).orElse(0L);
        }
    }

    /** Waits for progress that must come; the whole test has a limit. */
    private void awaitAtom(long atom, Process view) throws Exception {
        while (nextAtom() < atom) {
            assertThat(view.isAlive()).as(Files.readString(log())).isTrue();
            TimeSource.system().sleep(LOOK);
        }
    }

    @Test
    void aJobEndsExactlyThoughALinkIsCancelledTheControllerRestartsAndItsViewIsKilled() throws Exception {
        Process view = run();
        awaitAtom(1, view);

        view.destroyForcibly().waitFor();
        String running = cluster.output("squeue", "--noheader", "--states=R", "--format=%i")
                .strip();
        assertThat(cluster.call(List.of("scancel", running))).isZero();
        Process again = run();
        awaitAtom(ATOMS_BEFORE_RESTART, again);
        cluster.script("restart-controller");

        assertThat(again.waitFor()).as(Files.readString(log())).isZero();
        try (CheckpointStore store = Checkpoints.in(store(), "seeded")) {
            Checkpoint last = store.latest().orElseThrow();
            assertThat(last.nextAtom()).isEqualTo(ATOMS);
            assertThat(last.state().longs("value")).containsExactly(SeededSteps.straight(0, ATOMS));
        }
        assertThat(cluster.output("squeue", "--noheader")).isBlank();
        assertThat(Files.readString(log())).contains("the chain goes on", "finished: 300 atoms");
        // Slurm named a number, and the driver one MIG device.
        try (Stream<Path> workers = Files.list(directory.resolve("checkpoints.logs"))) {
            assertThat(workers.map(it -> it.getFileName().toString()))
                    .isNotEmpty()
                    .allMatch(it -> it.matches("worker-n[1-3]\\." + TestCluster.MIG_DEVICE + "\\.log.*"));
        }
    }
}
