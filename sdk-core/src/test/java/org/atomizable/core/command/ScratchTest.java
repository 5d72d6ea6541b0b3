package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.api.spi.WorkerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where commands write for a while, and what is left there by processes that are dead. */
class ScratchTest {

    @TempDir
    Path directory;

    private Path place(String name, String lock) throws IOException {
        Path place = Files.createDirectories(directory.resolve("atomizable-state-" + name));
        Files.writeString(place.resolve("lock"), lock);
        Files.writeString(Files.createDirectory(place.resolve("state")).resolve("large"), "x");
        return place;
    }

    @Test
    void aStateWhoseProgramAndAllBesideItAreDeadIsDeleted() throws Exception {
        // The number of the guardian belongs to another process by now: to this one.
        Path dead = place("dead-0", "no-such-mark " + ProcessHandle.current().pid());
        Path alive = place("alive-0", "my-mark 1");
        try (LifeLock held = LifeLock.take(alive.resolve("lock")).orElseThrow()) {
            StatePlace.sweep(directory);
            assertThat(held.text()).isEqualTo("my-mark 1");
        }
        assertThat(dead.resolve("state")).doesNotExist();
        assertThat(dead.resolve("lock")).isEmptyFile();
        assertThat(alive.resolve("state/large")).exists();
    }

    @Test
    void aDirectoryThatIsGoneIsNotTheJobsFault() {
        System.setProperty("atomizable.scratch", directory.resolve("gone").toString());
        try {
            assertThatThrownBy(Guardian::start)
                    .hasMessageContainingAll("gone", "--scratch")
                    .hasCauseInstanceOf(WorkerException.class);
        } finally {
            System.clearProperty("atomizable.scratch");
        }
    }

    @Test
    void theDirectoryIsTheOneThatWasNamed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> CommandFactory.scratchIn(file))
                .hasMessageContainingAll(file.toString(), "no directory");
        try {
            CommandFactory.scratchIn(directory);
            try (Guardian guardian = Guardian.start()) {
                assertThat(guardian.scratch()).hasParent(directory);
            }
            assertThat(Ending.of(7, "did not end", "; its last lines: \"tee: No space left on device\""))
                    .hasMessageContainingAll("exit code 7", directory.toString(), "--scratch")
                    .as("it may have room again, so the job is not given up")
                    .hasCauseInstanceOf(WorkerException.class);
            assertThat(Ending.of(7, "did not end", "; it printed nothing"))
                    .hasMessageContaining("Correct the program")
                    .hasNoCause();
            assertThat(Scratch.unwritable(new IOException("No space left on device")))
                    .hasMessageContainingAll(directory.toString(), "--scratch")
                    .hasRootCauseInstanceOf(WorkerException.class);
        } finally {
            System.clearProperty("atomizable.scratch");
        }
    }

    /** A program that goes elsewhere (cd, chdir) finds what it was given all the same. */
    @Test
    void aRelativeDirectoryIsToldToProgramsAsAnAbsoluteOne() throws Exception {
        Path relative = Path.of("").toAbsolutePath().relativize(directory.toAbsolutePath());
        String before = System.getProperty("java.io.tmpdir");
        assertThat(relative).isRelative();
        try {
            CommandFactory.scratchIn(relative);
            try (Guardian guardian = Guardian.start()) {
                assertThat(guardian.scratch()).isAbsolute();
                assertThat(guardian.scratch().getParent()).isEqualTo(directory.toAbsolutePath());
            }
            System.clearProperty("atomizable.scratch");
            // As of TMPDIR=scratch.
            System.setProperty("java.io.tmpdir", relative.toString());
            try (Guardian guardian = Guardian.start()) {
                assertThat(guardian.scratch()).isAbsolute();
                assertThat(Files.isSameFile(guardian.scratch().getParent(), directory))
                        .isTrue();
            }
        } finally {
            System.clearProperty("atomizable.scratch");
            System.setProperty("java.io.tmpdir", before);
        }
    }
}
