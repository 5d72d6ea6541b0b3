package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class SqliteFileTest {

    private static JournalException told(SQLiteErrorCode code) {
        return SqliteFile.unreadable(Path.of("j.db"), new SQLiteException(code.message, code));
    }

    /** A full quota is an error of writing for SQLite, and its first write is that of the shared index. */
    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {
                "SQLITE_FULL",
                "SQLITE_IOERR_WRITE",
                "SQLITE_IOERR_SHMOPEN",
                "SQLITE_IOERR_SHMSIZE",
                "SQLITE_READONLY"
            })
    void aFileThatCannotBeWrittenIsNotToldToBeDamaged(SQLiteErrorCode code) {
        assertThat(told(code))
                .hasMessageContainingAll("raise the quota", "df -i", "put nothing in its place")
                .message()
                .doesNotContain("backup");
    }

    @Test
    void aDirectoryIsToldAsThat(@TempDir Path directory) {
        assertThatThrownBy(() -> SqliteFile.make(directory))
                .isInstanceOf(JournalException.class)
                .hasMessageContainingAll("is a directory", "Name a file");
    }

    @Test
    void aPathThatIsTooLongForSqliteIsToldAsThat(@TempDir Path directory) {
        Path deep = directory.resolve(("d".repeat(200) + "/").repeat(3)).resolve("j.db");
        assertThatThrownBy(() -> SqliteFile.connect(SqliteFile.make(deep)))
                .hasMessageContainingAll("SQLITE_CANTOPEN", "Name a shorter path", "500 bytes");
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {"SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_IOERR_READ"})
    void oneThatCannotBeReadIs(SQLiteErrorCode code) {
        assertThat(told(code)).hasMessageContaining("put a backup in its place");
    }
}
