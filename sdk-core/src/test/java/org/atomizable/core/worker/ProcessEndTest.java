package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.junit.jupiter.api.Test;

class ProcessEndTest {

    private static WorkerException ended(int code, Optional<String> exits, boolean ready, long oomKills, String words) {
        return new ProcessEnd(code, exits, ready, oomKills, words, Path.of("worker.log")).exception();
    }

    @Test
    void aProcessThatNeverBeganIsNotTheJobsFault() {
        WorkerException end = ended(1, Optional.empty(), false, 0, "Could not reserve enough space for object heap");

        assertThat(end.kind()).isEqualTo(FailureKind.WORKER_LOST);
        assertThat(end).hasMessageContainingAll("before it was ready", "Could not reserve", "worker.log");
    }

    @Test
    void whoIsKilledBeforeItIsReadyIsToldNoMistakeOfTheJob() {
        WorkerException end = ended(137, Optional.empty(), false, 0, "");

        assertThat(end.kind()).isEqualTo(FailureKind.WORKER_LOST);
        assertThat(end).hasMessageContaining("from outside with SIGKILL").hasMessageNotContaining("last lines name");
    }

    @Test
    void theOutOfMemoryKillerIsNamedWhereTheKernelCountedAKill() {
        WorkerException suspected = ended(137, Optional.empty(), true, 1, "");
        WorkerException unknown = ended(137, Optional.empty(), true, 0, "");

        assertThat(suspected).hasMessageContaining("the kernel's out-of-memory killer struck 1 times");
        assertThat(unknown).hasMessageContaining("from outside with SIGKILL");
        assertThat(List.of(suspected.kind(), unknown.kind())).containsOnly(FailureKind.WORKER_LOST);
    }

    @Test
    void aJvmThatEndsItselfForWantOfHeapNeedsNoLargerSlice() {
        WorkerException end =
                ended(3, Optional.empty(), true, 0, "Terminating due to java.lang.OutOfMemoryError: Java heap space");

        assertThat(end.kind()).isEqualTo(FailureKind.JOB);
        assertThat(end).hasMessageContaining("ran out of heap");
    }

    @Test
    void aJvmThatMayHaveNoThreadsSaysWhichLimitToRaise() {
        for (String words : List.of(
                "java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory",
                "[0.005s][warning][os,thread] Failed to start thread \"GC Thread#0\" - pthread_create failed (EAGAIN) for")) {
            WorkerException end = ended(1, Optional.empty(), false, 0, words);

            assertThat(end.kind()).isEqualTo(FailureKind.WORKER_LOST);
            assertThat(end).hasMessageContainingAll("before it was ready", "ulimit -u");
        }
    }

    @Test
    void shutdownHooksThatDoNotEndAreTold() {
        WorkerException end = ended(137, Optional.of("a.Job.run(Job.java:3)"), true, 0, "");

        assertThat(end.kind()).isEqualTo(FailureKind.JOB_EXITED);
        assertThat(end).hasMessageContainingAll("System.exit", "a.Job.run(Job.java:3)", "hooks did not end");
    }

    @Test
    void aCrashOfNativeCodeIsTheJobsOwnFault() {
        WorkerException end = ended(139, Optional.empty(), true, 0, "");

        assertThat(end.kind()).isEqualTo(FailureKind.JOB_EXITED);
        assertThat(end).hasMessageContainingAll("SIGSEGV", "hs_err_pid");
        assertThat(ended(135, Optional.empty(), true, 0, ""))
                .as("what a full /dev/shm ends a process with")
                .hasMessageContainingAll("SIGBUS", "/dev/shm", "--shm-size", "hs_err_pid");
    }

    @Test
    void theKernelsCountOfOutOfMemoryKillsIsRead() {
        assertThat(OomKills.in(List.of("nr_free_pages 12", "oom_kill 3", "oom_kill_x 4")))
                .isEqualTo(3);
        assertThat(OomKills.in(List.of("nr_free_pages 12"))).isZero();
    }
}
