package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerLogTest {

    @TempDir
    Path directory;

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private Path file() {
        return directory.resolve("worker.log");
    }

    @Test
    void whatIsPrintedIsAppendedToWhatWasThere() throws Exception {
        Files.writeString(file(), "before\n");

        WorkerLog.open(file(), Bytes.of(1000)).pump(bytes("after\n"));

        assertThat(file()).hasContent("before\nafter\n");
        assertThat(directory.resolve("worker.log.1")).doesNotExist();
    }

    @Test
    void aFullLogIsRenamedAndTheOneRenamedBeforeIsCutWhichIsSaid() throws Exception {
        Files.writeString(file(), "a".repeat(900));
        Files.writeString(directory.resolve("worker.log.1"), "b".repeat(700));

        WorkerLog.open(file(), Bytes.of(1000)).pump(bytes("c".repeat(200)));

        assertThat(directory.resolve("worker.log.1")).hasContent("a".repeat(900));
        assertThat(Files.readString(file()))
                .startsWith("[atomizable] a log is limited to 1000 bytes")
                .contains("worker.log.1", "700 bytes before that were cut")
                .endsWith("c".repeat(200));
    }

    @Test
    void aJobIsReadOnWhileItsLogCannotBeWrittenAndTheLossIsSaidAfterwards() throws Exception {
        Path later = directory.resolve("not/yet/there.log");
        Files.createDirectories(later.getParent());
        WorkerLog log = WorkerLog.open(later, Bytes.of(1000));
        log.pump(bytes("first\n"));
        Files.delete(later);
        Files.delete(later.getParent());

        log.pump(bytes("lost line\n"));
        assertThat(log.lastWords()).endsWith("lost line");
        Files.createDirectories(later.getParent());
        log.pump(bytes("kept\n"));

        assertThat(Files.readString(later)).contains("10 bytes could not be written here", "kept");
    }

    @Test
    void whatWasPrintedBeforeASubjobIsNotOfIt() throws Exception {
        WorkerLog log = WorkerLog.open(file(), Bytes.mebi(1));
        log.pump(bytes("of the job before\n"));
        log.begin();
        assertThat(log.sinceBegun()).isEmpty();
        log.pump(bytes("of this one\n"));
        assertThat(log.sinceBegun()).isEqualTo("of this one\n");
    }

    @Test
    void whatIsCutBeginsWithAWord() throws Exception {
        WorkerLog log = WorkerLog.open(file(), Bytes.mebi(1));
        log.begin();
        log.pump(bytes("secret".repeat(100) + " word" + "\nline".repeat(815)));
        assertThat(log.sinceBegun()).startsWith(" word\nline").doesNotContain("secret");
    }

    @Test
    void theLastWordsAreTheLastFewLinesOnOne() throws Exception {
        WorkerLog log = WorkerLog.open(file(), Bytes.mebi(1));

        log.pump(bytes("x".repeat(10_000) + "\nfirst\n\n  second\t\u001b[31m\n" + "y".repeat(400) + "\n"));

        assertThat(log.lastWords())
                .contains("first | second")
                .endsWith("y".repeat(300) + "...")
                .hasSizeLessThan(4096);
    }
}
