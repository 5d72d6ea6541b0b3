package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs of another user, who may have a few processes and threads only. Needs a superuser, whom no such limit holds back. */
@Tag("slow")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitOfProcessesTest {

    /** Of nobody else, so that only these threads count; it may read and write what this user may. */
    private static final int USER = 54321;

    private static final List<String> AS_ANOTHER = List.of(
            "setpriv",
            "--reuid=" + USER,
            "--clear-groups",
            "--inh-caps=-all,+dac_override",
            "--ambient-caps=-all,+dac_override",
            "--bounding-set=-all,+dac_override");

    private static final int MOST_SECONDS = 300;

    /** Found by the first test, and the same for all. */
    private static int leastThreads;

    @TempDir
    private Path directory;

    private record Ended(int code, String printed) {}

    private Ended ended(List<String> command) throws Exception {
        Path printed = directory.resolve("printed");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                    .as("%s ended; it printed: %s", command, Files.readString(printed))
                    .isTrue();
            return new Ended(process.exitValue(), Files.readString(printed));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            for (ProcessHandle left : ProcessHandle.allProcesses()
                    .filter(LimitOfProcessesTest::counts)
                    .toList()) {
                // A worker whose parent has ended would take threads from the next one.
                left.destroyForcibly();
                left.onExit().get(MOST_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean counts(ProcessHandle process) {
        try {
            return Files.getAttribute(Path.of("/proc", Long.toString(process.pid())), "unix:uid")
                    .equals(USER);
        } catch (IOException gone) {
            return false;
        }
    }

    /** Runs a command line in a JVM that has as few threads of its own as a JVM can have. */
    private Ended limited(int limit, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(AS_ANOTHER);
        command.addAll(List.of("prlimit", "--nproc=" + limit));
        command.addAll(CommandRun.inAnotherJvm(arguments));
        return ended(command);
    }

    private boolean mayBeAnother() throws Exception {
        List<String> command = new ArrayList<>(AS_ANOTHER);
        command.addAll(List.of("prlimit", "--nproc=5", "true"));
        try {
            return ended(command).code() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** Returns how many threads a command line needs that does nothing. With no more, the JVM itself starts at one time and not at another. */
    private int least() throws Exception {
        assumeTrue(mayBeAnother(), "this user may not become another one with setpriv and prlimit");
        if (leastThreads == 0) {
            int least = 8;
            while (limited(least, "--version").code() != 0) {
                least++;
            }
            leastThreads = least;
        }
        return leastThreads;
    }

    @Test
    void aRunWhoseWorkersMayStartNoThreadsEndsWhenThatRepeatsAndNamesTheLimit() throws Exception {
        try (SmallCluster cluster = SmallCluster.of(directory, Duration.ofSeconds(60), Duration.ofSeconds(70))) {
            int limit = least() + 8;
            Ended ended = limited(limit, cluster.arguments("sum"));
            while (ended.printed().contains("atomizable: unable to create native thread")) {
                limit++;
                ended = limited(limit, cluster.arguments("sum"));
            }

            assertThat(ended.printed())
                    .as("with %s threads", limit)
                    .contains("no worker could be started", "failed (WORKER_LOST): 6 times in a row", "ulimit -u");
            assertThat(ended.code()).isEqualTo(1);
        }
    }

    @Test
    void aRunThatMayStartNoMoreThreadsEndsAndNamesTheLimit() throws Exception {
        int least = least();
        try (SmallCluster cluster = SmallCluster.of(directory, Duration.ofSeconds(60), Duration.ofSeconds(70))) {
            for (int limit = least + 1; limit < least + 8; limit += 2) {
                Ended ended = limited(limit, cluster.arguments("sum"));

                assertThat(ended.printed())
                        .as("with %s threads, %s for nothing", limit, least)
                        .contains("atomizable: unable to create native thread", "ulimit -u", "run it again to go on");
                assertThat(ended.code()).isEqualTo(1);
            }
        }
    }

    @Test
    void aSchedulerThatMayStartNoMoreThreadsEndsAndNamesTheLimit() throws Exception {
        int least = least();
        for (int limit = least + 1; limit < least + 6; limit += 2) {
            Ended ended = limited(limit, "scheduler", "--port=0", "--no-tokens", "--gpus=sim:A100-80GB*1");

            assertThat(ended.printed())
                    .as("with %s threads, %s for nothing", limit, least)
                    .contains("atomizable: unable to create native thread", "ulimit -u");
            assertThat(ended.code()).isEqualTo(1);
        }
    }
}
