package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class NativeJobTest {

    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), Bytes.gibi(19));

    @TempDir
    Path directory;

    private Path pidFile() {
        return directory.resolve("pid");
    }

    @AfterEach
    void endTheProcessThatTheJobStarted() throws Exception {
        long pid = Long.parseLong(Files.readString(pidFile()).strip());
        assertThat(ProcessHandle.of(pid)).isPresent();
        ProcessHandle.of(pid).get().destroy();
    }

    private ChildProcesses pool() {
        return new ChildProcesses(directory.resolve("logs"), List.of(), TimeSource.system());
    }

    private Worker worker(ChildProcesses pool, String then) throws Exception {
        return pool.launcherFor(
                        new NamedJob(
                                NativeJob.class.getName(),
                                Map.of("then", then, "pid-file", pidFile().toString())),
                        StoreOpening.in(directory.resolve("store"), "native"),
                        1.0)
                .launch(SLICE);
    }

    @Test
    void whatNativeCodeWritesToDescriptorOneGoesToTheLogAndNotIntoTheProtocol() throws Exception {
        try (ChildProcesses pool = pool();
                Worker worker = worker(pool, "nothing")) {
            assertThat(worker.run(
                                    MeasuredJob.subjob(
                                            SLICE, 20, TimeSource.system().now()),
                                    (next, memory) -> {})
                            .outcome())
                    .isEqualTo(new Outcome.Finished(20));
        }

        assertThat(Files.readString(directory.resolve("logs/worker-s.log"))).contains("native output of atom 7\n");
    }

    /** A process that native code started holds copies of all descriptors, and must not hold up whoever waits. */
    @Test
    @Timeout(600)
    void anExitOfNativeCodeIsToldAtOnceThoughAProcessItStartedLivesOn() throws Exception {
        try (ChildProcesses pool = pool();
                Worker worker = worker(pool, "exit")) {
            WorkerException exited = catchThrowableOfType(
                    WorkerException.class,
                    () -> worker.run(
                            MeasuredJob.subjob(SLICE, 20, TimeSource.system().now()), (next, memory) -> {}));

            assertThat(exited.kind()).isEqualTo(FailureKind.JOB_EXITED);
            assertThat(exited).hasMessageContainingAll("exit code 4", "exit(4)", "native output of atom 5");
        }
    }
}
