package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference scheduler shares what a real Slurm has free beside rigid jobs. */
@Tag("slow")
class SharedSlurmTest {

    private static final int JOBS = 2;
    private static final Pattern ADDRESS = Pattern.compile("http://[^ ]+");
    private static final Pattern SUBJOB =
            Pattern.compile("JobName=atomizable-subjob-.* JobState=(\\w+) .*Comment=slice (n\\d)\\.1g\\.10gb\\.\\d ");

    @TempDir
    Path directory;

    private final List<Process> programs = new ArrayList<>();
    private TestCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.start(directory.resolve("cluster"));
    }

    @AfterEach
    void stop() throws Exception {
        for (Process program : programs) {
            program.destroy();
            program.waitFor();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    private Process atomizable(ProcessBuilder.Redirect output, String... arguments) throws Exception {
        Process process = cluster.atomizable(output, List.of(arguments));
        programs.add(process);
        return process;
    }

    /** Starts a scheduler; returns its address. */
    private String scheduler() throws Exception {
        Process scheduler = atomizable(
                ProcessBuilder.Redirect.PIPE,
                "scheduler",
                "--engine",
                "slurm",
                "--gres",
                "1g.10gb",
                "--port",
                "0",
                "--no-tokens",
                "--longest-window",
                "60");
        BufferedReader out = scheduler.inputReader();
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.append(line).append('\n');
            List<String> address =
                    ADDRESS.matcher(line).results().map(MatchResult::group).toList();
            if (!address.isEmpty()) {
                Thread rest = new Thread(() -> out.lines().forEach(ignored -> {}), "rest of the scheduler's output");
                rest.setDaemon(true);
                rest.start();
                return address.get(0);
            }
        }
        throw new AssertionError("no scheduler: " + said);
    }

    private Process job(int seed, String scheduler, String gres, String... further) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                SeededSteps.class.getName(),
                "-p",
                "seed=" + seed,
                "--tenant",
                "user-" + seed,
                "--scheduler",
                scheduler,
                "--engine",
                "slurm",
                "--gres",
                gres,
                "--store",
                store(seed).toString(),
                "--profiles",
                directory.resolve("profiles-" + seed).toString()));
        arguments.addAll(List.of(further));
        return atomizable(ProcessBuilder.Redirect.appendTo(log(seed).toFile()), arguments.toArray(String[]::new));
    }

    private Path store(int seed) {
        return directory.resolve("checkpoints/seeded-" + seed);
    }

    private Path log(int seed) {
        return directory.resolve("job-%s.txt".formatted(seed));
    }

    @Test
    void twoJobsRunInWhatRigidJobsLeaveAndEndExactly() throws Exception {
        // Each node keeps one slice, and backfill plans the last job behind the others.
        for (int node = 1; node <= 3; node++) {
            cluster.output(
                    "sbatch",
                    "--output=/dev/null",
                    "--nodelist=n" + node,
                    "--gres=gpu:1g.10gb:2",
                    "--time=6",
                    "--wrap=sleep 600");
        }
        cluster.output(
                "sbatch", "--output=/dev/null", "--nodes=3", "--gres=gpu:1g.10gb:3", "--time=9", "--wrap=sleep 600");

        String scheduler = scheduler();
        List<Process> jobs = new ArrayList<>();
        for (int seed = 1; seed <= JOBS; seed++) {
            jobs.add(job(seed, scheduler, "1g.10gb"));
        }

        for (int seed = 1; seed <= JOBS; seed++) {
            assertThat(jobs.get(seed - 1).waitFor())
                    .as(Files.readString(log(seed)))
                    .isZero();
            try (CheckpointStore store = Checkpoints.in(store(seed), "seeded")) {
                Checkpoint last = store.latest().orElseThrow();
                assertThat(last.nextAtom()).isEqualTo(SeededSteps.ATOMS);
                assertThat(last.state().longs("value")).containsExactly(SeededSteps.straight(seed, SeededSteps.ATOMS));
            }
        }
        String subjobs = cluster.output("scontrol", "--oneliner", "show", "jobs");
        assertThat(SUBJOB.matcher(subjobs).results().map(it -> it.group(1)))
                .as(subjobs)
                .hasSizeGreaterThanOrEqualTo(JOBS)
                .containsOnly("COMPLETED");

        Process wrong = job(3, scheduler, "2g.20gb");
        assertThat(wrong.waitFor()).isNotZero();
        assertThat(Files.readString(log(3))).contains("1g.10gb", "is not one of type 2g.20gb");
        Path said = directory.resolve("without-engine.txt");
        Process here = atomizable(
                ProcessBuilder.Redirect.to(said.toFile()),
                "run",
                SeededSteps.class.getName(),
                "--scheduler",
                scheduler,
                "--store",
                store(5).toString());
        assertThat(here.waitFor()).as(Files.readString(said)).isOne();
        assertThat(Files.readString(said)).contains("are those of slurm", "with --scheduler and --engine slurm");
        // Each subjob would be refused.
        for (String option : List.of("--partition=nope", "--constraint=nope", "--sbatch=--frobnicate")) {
            Process refused = job(4, scheduler, "1g.10gb", option);
            assertThat(refused.waitFor()).as(option).isOne();
        }
        assertThat(Files.readString(log(4))).contains("Invalid partition", "Invalid feature", "'--frobnicate'");
    }
}
