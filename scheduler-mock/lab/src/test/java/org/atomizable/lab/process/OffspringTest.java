package org.atomizable.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, ended by real signals: nothing that they have started stays behind. */
@Tag("slow")
class OffspringTest {

    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    Path directory;

    private Process java(String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-Datomizable.log=text",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    private Process bench() throws IOException {
        return java("org.atomizable.cli.Main", "bench", "scheduler", "--quick");
    }

    /** Waits until the scheduler that a process has started says that it listens. */
    private ProcessHandle scheduler(Process parent) throws IOException, InterruptedException {
        while (!listens()) {
            assertThat(parent.waitFor(50, TimeUnit.MILLISECONDS))
                    .as(() -> "it has ended: " + read(directory.resolve("err")))
                    .isFalse();
        }
        return parent.children().findFirst().orElseThrow();
    }

    private boolean listens() throws IOException {
        try (Stream<Path> all = Files.find(directory, 2, (file, facts) -> file.endsWith("scheduler.out"))) {
            return all.anyMatch(it -> read(it).endsWith("\n"));
        } catch (UncheckedIOException vanished) {
            // The scheduler makes and removes files meanwhile: look again.
            return false;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            return "";
        }
    }

    private void endsWithItsParent(Process parent, Consumer<Process> signal) throws Exception {
        try {
            ProcessHandle child = scheduler(parent);
            assertThat(child.isAlive()).isTrue();

            signal.accept(parent);

            assertThat(parent.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            child.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(child.isAlive()).isFalse();
        } finally {
            parent.descendants().forEach(ProcessHandle::destroyForcibly);
            parent.destroyForcibly();
        }
    }

    @Test
    void aBenchThatIsTerminatedTakesItsSchedulerAndItsFilesWithIt() throws Exception {
        endsWithItsParent(bench(), Process::destroy);

        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).noneMatch(it -> it.getFileName().toString().startsWith("atomizable-bench-"));
        }
    }

    @Test
    void theSchedulerOfABenchThatIsKilledEndsByItself() throws Exception {
        endsWithItsParent(bench(), Process::destroyForcibly);
    }

    @Test
    void theSchedulerOfAChaosRunEndsWithIt() throws Exception {
        endsWithItsParent(java("org.atomizable.lab.chaos.TestClusterOnly", directory.toString()), Process::destroy);
    }
}
