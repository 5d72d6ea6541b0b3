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

    /** Loads it, if it is not loaded; before any file is touched, as what is wrong with it is not wrong with a journal. */
    static synchronized void load() throws JournalException {
        if (loaded) {
            return;
        }
        try {
            if (System.getProperty(DIRECTORY) == null) {
                loadFromOwnDirectory();
            } else {
                // A directory that the user has named is left as it is.
                SQLiteJDBCLoader.initialize();
            }
            loaded = true;
        } catch (Exception | LinkageError failed) {
            throw new JournalException(
                    "SQLite's native library cannot be loaded, so no journal was touched: " + failed.getMessage(),
                    "It is unpacked into %s, which must have room and not be mounted noexec: set TMPDIR to another directory. On a system "
                                    .formatted(System.getProperty(DIRECTORY, base()))
                            + "without glibc or of another architecture, install SQLite for JDBC and name it by "
                            + "ATOMIZABLE_JAVA_OPTS=-Dorg.sqlite.lib.path=DIRECTORY",
                    failed);
        }
    }

    private static void loadFromOwnDirectory() throws Exception {
        Path directory = Files.createTempDirectory(Path.of(base()), "atomizable-sqlite-");
        System.setProperty(DIRECTORY, directory.toString());
        try {
            SQLiteJDBCLoader.initialize();
        } finally {
            System.clearProperty(DIRECTORY);
            remove(directory);
        }
    }

    private static String base() {
        return System.getProperty("java.io.tmpdir", "/tmp");
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
