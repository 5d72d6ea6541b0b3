package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteLibraryTest {

    @TempDir
    Path directory;

    private List<String> command(Path temporary) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                SqliteJournalTest.Endless.class.getName(),
                directory.resolve("journal.db").toString());
    }

    private Process child(Path temporary) throws Exception {
        return new ProcessBuilder(command(temporary)).redirectErrorStream(true).start();
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

    /** Mounts in a namespace of its own, as a user who is its root may. */
    @ParameterizedTest
    @ValueSource(strings = {"noexec", "size=64k", "ro"})
    void whereTheLibraryCannotLieTheJournalIsNotToldDamaged(String mounted) throws Exception {
        List<String> alone = List.of("unshare", "--map-root-user", "--mount", "sh", "-c");
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        String mount = "mount -t tmpfs -o %s none '%s'".formatted(mounted, temporary);
        assumeTrue(canRun(alone, mount), "nothing can be mounted here, so " + mounted + " is not tried");
        Path file = directory.resolve("journal.db");
        SqliteJournal.open(file, TimeSource.system()).close();
        byte[] before = Files.readAllBytes(file);
        List<String> command = new ArrayList<>(alone);
        command.add(mount + " && exec \"$@\"");
        command.add("sh");
        command.addAll(command(temporary));

        Process writer = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(writer.waitFor()).isNotZero();
        assertThat(said)
                .contains("SQLite's native library cannot be loaded, so no journal was touched")
                .contains("unpacked into " + temporary, "not be mounted noexec", "set TMPDIR")
                .doesNotContain("put a backup in its place");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private static boolean canRun(List<String> alone, String line) throws Exception {
        List<String> command = new ArrayList<>(alone);
        command.add(line);
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}
