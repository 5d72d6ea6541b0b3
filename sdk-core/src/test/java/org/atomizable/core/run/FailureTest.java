package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.subjob.FailureKind;
import org.junit.jupiter.api.Test;

class FailureTest {

    private static final AtomizableException OURS = new CheckpointException("the disk is full", "Free some space");

    @Test
    void ourOwnExceptionsSpeakForThemselves() {
        assertThat(Failure.describe(OURS)).isEqualTo(OURS.getMessage()).contains("the disk is full", "Free some space");
        assertThat(Failure.describe(new IOException("wrapped for the interface", OURS)))
                .isEqualTo(OURS.getMessage());
    }

    @Test
    void thoseOfAJobAreNamedWithTheirPlaceInOneLine() {
        assertThat(Failure.describe(new IllegalStateException("atom 7 is cursed")))
                .startsWith("IllegalStateException: atom 7 is cursed (at ")
                .contains("FailureTest")
                .doesNotContain("\n");
        assertThat(Failure.describe(new IllegalStateException())).startsWith("IllegalStateException (at ");
        assertThat(Failure.describe(new IOException("disk", new IllegalStateException("other"))))
                .startsWith("IOException: disk (at ");
    }

    @Test
    void oneWithoutATraceIsStillNamed() {
        IllegalStateException without = new IllegalStateException("cursed");
        without.setStackTrace(new StackTraceElement[0]);
        assertThat(Failure.describe(without)).isEqualTo("IllegalStateException: cursed");
    }

    @Test
    void whatTheWorkersOwnProcessLacksIsToldWithWhatRaisesIt() {
        for (Throwable shortage : List.of(
                new OutOfMemoryError("Java heap space"),
                new OutOfMemoryError("unable to create native thread: possibly"))) {
            assertThat(Failure.shortage(shortage)).isEqualTo(FailureKind.JOB);
            assertThat(Failure.describe(shortage)).contains("not of the slice's", "-Xmx", "ulimit -u");
        }
        assertThat(Failure.describe(new OutOfMemoryError("Java heap space")))
                .contains(
                        "has %s MiB at the most".formatted(Runtime.getRuntime().maxMemory() >> 20));
        assertThat(Failure.shortage(new OutOfMemoryError("CUDA out of memory"))).isEqualTo(FailureKind.OUT_OF_MEMORY);
        assertThat(Failure.describe(new FileSystemException("a", null, "Too many open files")))
                .contains("Too many open files (at ", "ulimit -n");
        for (String full : List.of(
                "/dev/shm/torch_12: No space left on device",
                "unable to write to file </torch_12> in shared memory",
                "could not unlink the shared memory file /torch_12",
                "DataLoader worker (pid 7) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory")) {
            assertThat(Failure.describe(new IllegalStateException(full))).contains(full, "--shm-size");
        }
        for (String none : List.of(
                "Cannot run program \"/bin/sh\": error=11, Resource temporarily unavailable",
                "sh: fork: retry: Resource temporarily unavailable",
                "RuntimeError: can't start new thread")) {
            assertThat(Failure.describe(new IllegalStateException(none))).contains(none, "ulimit -u");
        }
        for (String other : List.of("No space left on device", "a shared memory of things", "too many cooks")) {
            assertThat(Failure.describe(new IllegalStateException(other))).doesNotContain("--shm-size", "ulimit");
        }
    }
}
