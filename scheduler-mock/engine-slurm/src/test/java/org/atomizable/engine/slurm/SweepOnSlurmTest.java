package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.Link;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs of a sweep on a real Slurm, whose view is killed. */
@Tag("slow")
class SweepOnSlurmTest {

    private static final int JOBS = 4;
    private static final int MOST_CHAINS = 2;
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

    private Process atomizable(String... arguments) throws Exception {
        return cluster.atomizable(ProcessBuilder.Redirect.appendTo(log().toFile()), List.of(arguments));
    }

    private Process sweep(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "sweep",
                SeededSteps.class.getName(),
                "seed=1.." + JOBS,
                "--engine",
                "slurm",
                "--gres",
                "1g.10gb",
                "--link-time",
                "5",
                "--max-chains",
                Integer.toString(MOST_CHAINS),
                "--stores",
                stores().toString(),
                "--profiles",
                directory.resolve("profiles").toString()));
        arguments.addAll(List.of(more));
        return atomizable(arguments.toArray(String[]::new));
    }

    private void slurm(String command, String name) throws Exception {
        Process process = atomizable(
                "slurm", command, name, "--store", stores().resolve(name).toString());
        assertThat(process.waitFor()).as(Files.readString(log())).isZero();
    }

    private Path stores() {
        return directory.resolve("checkpoints");
    }

    private Path log() {
        return directory.resolve("sweep.txt");
    }

    private long chains() throws Exception {
        return cluster.output("squeue", "--noheader", "--states=R,PD", "--format=%j")
                .lines()
                .distinct()
                .count();
    }

    @Test
    void theChainsGoOnWithoutAViewAndEachJobEndsExactly() throws Exception {
        assertThat(sweep("--detach").waitFor()).as(Files.readString(log())).isZero();
        // A link of another job begins the third one.
        while (!Files.exists(stores().resolve("seeded-seed-3.chain/links/000001/began.json"))) {
            TimeSource.system().sleep(LOOK);
        }
        Process view = sweep();
        assertThat(view.waitFor()).as(Files.readString(log())).isZero();

        for (int seed = 1; seed <= JOBS; seed++) {
            String name = "seeded-seed-" + seed;
            try (CheckpointStore store = Checkpoints.in(stores().resolve(name), name)) {
                Checkpoint last = store.latest().orElseThrow();
                assertThat(last.nextAtom()).isEqualTo(SeededSteps.ATOMS);
                assertThat(last.state().longs("value")).containsExactly(SeededSteps.straight(seed, SeededSteps.ATOMS));
            }
        }
        slurm("status", "seeded.sweep");
        assertThat(Files.readString(log())).contains("seeded-seed-4 finished");
        assertThat(chains()).isZero();
        for (int seed = 1; seed <= JOBS; seed++) {
            Instant began = began(seed);
            assertThat(IntStream.rangeClosed(1, JOBS).filter(it -> runs(it, began)))
                    .hasSizeLessThanOrEqualTo(MOST_CHAINS);
        }
    }

    private List<Link> links(int seed) {
        try {
            return Chain.at(stores().resolve("seeded-seed-%s.chain".formatted(seed)))
                    .links();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Instant began(int seed) throws IOException {
        return links(seed).get(0).began().orElseThrow().at();
    }

    private boolean runs(int seed, Instant at) {
        try {
            Instant ended = Instant.MIN;
            for (Link link : links(seed)) {
                ended = link.ended().map(Link.Ended::at).orElse(ended);
            }
            return !began(seed).isAfter(at) && ended.isAfter(at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aJobThatIsCancelledLeavesTheQueueAndSoDoesTheWholeSweep() throws Exception {
        assertThat(sweep("--detach", "--sbatch=--hold").waitFor())
                .as(Files.readString(log()))
                .isZero();
        assertThat(chains()).isEqualTo(MOST_CHAINS);

        slurm("cancel", "seeded-seed-2");
        assertThat(chains()).isEqualTo(1);
        slurm("status", "seeded.sweep");
        assertThat(Files.readString(log()))
                .contains("seeded-seed-1 runs: Slurm job", "seeded-seed-2 withdrawn", "seeded-seed-3 waits");

        slurm("cancel", "seeded.sweep");
        assertThat(chains()).isZero();
        slurm("status", "seeded.sweep");
        assertThat(Files.readString(log())).contains("seeded-seed-1 withdrawn", "seeded-seed-4 withdrawn");
    }
}
