package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Slurm cluster of three virtual nodes on this machine, made by {@code .ci/slurm-cluster}. With SLURM_ROOT and SLURM_BIND in the environment it
 * is the Slurm in there.
 */
final class TestCluster implements AutoCloseable {

    /** Set where the cluster must be there, as in CI. */
    private static final String REQUIRED = "ATOMIZABLE_SLURM_TESTS";

    /** The MIG device that the driver of all nodes lists to all jobs; the real devices are like /dev/null. */
    static final String MIG_DEVICE = "MIG-0a3f21c4-5d1e-5b77-9f0e-2f4c6a81b9d0";

    private final Path directory;

    private TestCluster(Path directory) {
        this.directory = directory;
    }

    static TestCluster start(Path directory) throws Exception {
        TestCluster cluster = new TestCluster(directory);
        if (!Files.isExecutable(Path.of("/usr/sbin/slurmctld"))
                || !System.getProperty("user.name").equals("root")) {
            return missing("Slurm is not installed, or this user is not root: no test with a real cluster."
                    + " On Debian: apt-get install slurmctld slurmd slurm-client munge");
        }
        cluster.script("start");
        cluster.installDriver();
        return cluster;
    }

    private void installDriver() throws IOException {
        Path command = Files.createDirectory(directory.resolve("driver")).resolve("nvidia-smi");
        Files.writeString(command, """
                #!/bin/sh
                echo "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-9c2d7a10-44f3-10ee-0b8a-3d99b6ac1f20)"
                echo "  MIG 1g.10gb     Device  0: (UUID: %s)"
                """.formatted(MIG_DEVICE));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static TestCluster missing(String reason) {
        System.out.println(reason);
        assertThat(System.getenv(REQUIRED)).as(reason).isNull();
        return abort(reason);
    }

    /** Returns the variables with which programs find this cluster and its clients. */
    Map<String, String> environment() {
        return Map.of(
                "SLURM_CONF",
                directory.resolve("slurm.conf").toString(),
                "PATH",
                "%s/driver:%s/bin:%s".formatted(directory, directory, System.getenv("PATH")));
    }

    void script(String action, String... more) throws Exception {
        Path script = Path.of("").toAbsolutePath();
        while (!Files.exists(script.resolve(".ci/slurm-cluster"))) {
            script = script.getParent();
        }
        List<String> command =
                new ArrayList<>(List.of(script.resolve(".ci/slurm-cluster").toString(), action, directory.toString()));
        command.addAll(List.of(more));
        assertThat(call(command)).as(action).isZero();
    }

    /** Runs a program as a user of the cluster would; returns its exit code. */
    int call(List<String> command) throws Exception {
        return begin(command, ProcessBuilder.Redirect.INHERIT).waitFor();
    }

    /** Starts {@code atomizable} as a user of the cluster would. */
    Process atomizable(ProcessBuilder.Redirect output, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Datomizable.log=text",
                "-cp",
                System.getProperty("java.class.path"),
                "org.atomizable.cli.Main"));
        command.addAll(arguments);
        return begin(command, output);
    }

    private Process begin(List<String> command, ProcessBuilder.Redirect output) throws IOException {
        // A builder looks for programs on the PATH of this JVM, where clients of another version may be; env looks on
        // the cluster's.
        List<String> found = new ArrayList<>(List.of("/usr/bin/env"));
        found.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(found).redirectErrorStream(true).redirectOutput(output);
        builder.environment().putAll(environment());
        return builder.start();
    }

    /** Returns what a command prints. */
    String output(String... command) throws Exception {
        Path file = Files.createTempFile(directory, "output", ".txt");
        Process process = begin(List.of(command), ProcessBuilder.Redirect.to(file.toFile()));
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return Files.readString(file);
    }

    @Override
    public void close() throws Exception {
        script("stop");
    }
}
