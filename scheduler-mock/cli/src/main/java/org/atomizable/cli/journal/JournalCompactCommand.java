package org.atomizable.cli.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.journal.SqliteJournal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code atomizable journal compact}. */
@Command(
        name = "compact",
        mixinStandardHelpOptions = true,
        description = "Returns the unused space of a journal to the disk. A scheduler does this, too, when it starts.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class JournalCompactCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The scheduler's journal.")
    private Path file;

    @Override
    public Integer call() throws Exception {
        try (SqliteJournal journal = SqliteJournal.visit(file, TimeSource.system())) {
            long before = Files.size(file);
            try (Board board = Board.onStandardError()) {
                board.showing("compacting " + file);
                journal.compact();
            }
            System.out.printf("%s, was %s%n", Bytes.of(Files.size(file)), Bytes.of(before));
        }
        return 0;
    }
}
