package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteLibraryTest {

    @TempDir
    Path directory;

    private Process child(Path temporary) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        SqliteJournalTest.Endless.class.getName(),
                        directory.resolve("journal.db").toString())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void aKilledProcessLeavesNoFileOfTheLibrary() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        Process writer = child(temporary);
        assertThat(writer.inputReader().readLine()).isEqualTo("1");
        writer.toHandle().destroyForcibly();
        writer.waitFor();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatCannotHoldTheLibraryIsNamed() throws Exception {
        Process writer = child(directory.resolve("not-there"));

        List<String> said = writer.inputReader().lines().toList();

        assertThat(writer.waitFor()).isNotZero();
        assertThat(said)
                .anySatisfy(line -> assertThat(line)
                        .contains("SQLite's native library cannot be loaded", "not-there", "set TMPDIR"));
    }
}
