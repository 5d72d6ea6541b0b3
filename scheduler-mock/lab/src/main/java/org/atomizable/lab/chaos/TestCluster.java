package org.atomizable.lab.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.lab.process.JavaCommand;
import org.atomizable.lab.process.Offspring;

/** The scheduler's process and what can be done to it. Used by one thread. */
final class TestCluster implements AutoCloseable {

    private final Path directory;
    private final long seed;
    private final int port;
    private final Instant origin = TimeSource.system().now();
    private int lives;
    private Optional<Process> scheduler = Optional.empty();

    TestCluster(Path directory, long seed) throws IOException {
        this.directory = directory;
        this.seed = seed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        Files.writeString(clock(), "0");
    }

    int port() {
        return port;
    }

    Path journal() {
        return directory.resolve("journal.db");
    }

    /** Where the errors of simulated drivers are counted. */
    Path driverErrors() {
        return directory.resolve("driver-errors");
    }

    private Path clock() {
        return directory.resolve("clock");
    }

    /** Starts the scheduler and waits until it answers. */
    void startScheduler() throws IOException, InterruptedException, AtomizableException {
        Path said = directory.resolve("scheduler.out");
        Files.deleteIfExists(said);
        Process process = Offspring.start(new ProcessBuilder(java(
                        ChaosScheduler.class.getName(),
                        String.valueOf(port),
                        journal().toString(),
                        clock().toString(),
                        String.valueOf(seed),
                        origin.toString(),
                        driverErrors().toString(),
                        String.valueOf(lives++)))
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("scheduler.log").toFile())));
        scheduler = Optional.of(process);
        if (!Offspring.awaitLine(process, said)) {
            throw new AtomizableException("the scheduler did not start", "See " + directory.resolve("scheduler.log"));
        }
    }

    void killScheduler() throws InterruptedException {
        if (scheduler.isPresent()) {
            scheduler.get().destroyForcibly().waitFor();
        }
    }

    /** Has the kernel refuse whatever the scheduler writes to files; or not any more. Returns whether that could be done. */
    boolean fillDisk(boolean full) throws IOException, InterruptedException {
        try {
            Process limit = new ProcessBuilder(
                            "prlimit",
                            "--pid",
                            String.valueOf(scheduler.map(Process::pid).orElse(0L)),
                            "--fsize=" + (full ? "1:unlimited" : "unlimited"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return limit.waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    void setClockOff(Duration off) throws IOException {
        Files.writeString(clock(), String.valueOf(off.toMillis()));
    }

    /** Starts an agent of a job. */
    Process startAgent(ManagedProcess.ChaosJob job, int through, Path token) throws IOException {
        List<String> command = new ArrayList<>(java(
                JavaCommand.PROGRAM,
                "run",
                "--json",
                "--scheduler",
                "http://127.0.0.1:" + through,
                "--token-file",
                token.toString(),
                "--store",
                directory.resolve("stores").resolve(job.name()).toString(),
                "--profiles",
                directory.resolve("profiles").toString()));
        job.parameters().forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
        command.add(job.job());
        return Offspring.start(new ProcessBuilder(command)
                .redirectOutput(directory.resolve(job.name() + ".json").toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(job.name() + ".log").toFile())));
    }

    /** Returns what the newest agent of a job has printed. */
    String printed(ManagedProcess.ChaosJob job) throws IOException {
        return Files.readString(directory.resolve(job.name() + ".json"));
    }

    private static List<String> java(String main, String... arguments) {
        return JavaCommand.of(
                it -> !it.startsWith("-agentlib") && !it.startsWith("-javaagent"), List.of(), main, List.of(arguments));
    }

    @Override
    public void close() {
        scheduler.ifPresent(Process::destroyForcibly);
    }
}
