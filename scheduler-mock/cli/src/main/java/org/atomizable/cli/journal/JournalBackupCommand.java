package org.atomizable.cli.journal;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.journal.SqliteJournal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable journal backup}. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        description = {
            "Copies a journal as it is now, whole, while the scheduler goes on.",
            "To go back to a copy, stop the scheduler, put the copy in the journal's place, remove FILE-wal "
                    + "and FILE-shm, and start the scheduler."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class JournalBackupCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The scheduler's journal.")
    private Path file;

    @Option(names = "--to", required = true, paramLabel = "COPY", description = "The copy; it must not exist yet.")
    private Path copy;

    @Override
    public Integer call() throws Exception {
        try (Board board = Board.onStandardError();
                SqliteJournal journal = SqliteJournal.visit(file, TimeSource.system())) {
            board.showing("copying " + file);
            journal.backUp(copy);
        }
        System.out.println("copied to " + copy);
        return 0;
    }
}
