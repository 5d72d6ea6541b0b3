package org.atomizable.scheduler.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite's own library. Its driver unpacks it into a file and deletes that at the end of the process, which a killed process does not
 * reach. Here the file goes as soon as the library is loaded.
 */
final class SqliteLibrary {

    private static final String DIRECTORY = "org.sqlite.tmpdir";

    private static boolean loaded;

    private SqliteLibrary() {}

    /** Loads it, if it is not loaded. */
    static synchronized void load() throws JournalException {
        if (loaded || System.getProperty(DIRECTORY) != null) {
            // What a person has named is that person's.
            return;
        }
        String base = System.getProperty("java.io.tmpdir", "/tmp");
        try {
            Path directory = Files.createTempDirectory(Path.of(base), "atomizable-sqlite-");
            System.setProperty(DIRECTORY, directory.toString());
            try {
                SQLiteJDBCLoader.initialize();
                loaded = true;
            } finally {
                System.clearProperty(DIRECTORY);
                remove(directory);
            }
        } catch (Exception failed) {
            throw new JournalException(
                    "SQLite's library cannot be loaded from %s: %s".formatted(base, failed.getMessage()),
                    "Name a directory with 2 MB of room from which libraries may be loaded: -Djava.io.tmpdir=DIRECTORY",
                    failed);
        }
    }

    /** Where a loaded file cannot be deleted, the driver does so at the end. */
    private static void remove(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path each : files) {
                Files.delete(each);
            }
            Files.delete(directory);
        } catch (IOException | UncheckedIOException inUse) {
            // See above.
        }
    }
}
