package org.atomizable.scheduler.journal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The journal's tables, version by version. A step that was released is never changed; a new one is added. */
final class Schema {

    /** Marks a file as a journal of ours: "atom" in ASCII. */
    private static final int APPLICATION = 0x61746f6d;

    private static final List<List<String>> STEPS = List.of(
            List.of(table("meta"), table("job"), table("lease"), table("token"), table("tenant"), table("instance")),
            List.of(table("access"), table("audit"), table("reservation")),
            List.of(
                    checksum("meta"),
                    checksum("job"),
                    checksum("lease"),
                    checksum("token"),
                    checksum("tenant"),
                    checksum("instance"),
                    checksum("access"),
                    checksum("audit"),
                    checksum("reservation")),
            List.of(table("pressure"), checksum("pressure")));

    /** The step that adds checksums. */
    private static final int CHECKSUMS = 3;

    private Schema() {}

    static int newest() {
        return STEPS.size();
    }

    /** Brings a file up to date, in one transaction. Several programs may open an old or new file at one time. */
    static void migrate(Connection connection, String file) throws SQLException, JournalException {
        if (version(connection, file) == newest()) {
            return;
        }
        // Whoever comes second finds the work done.
        Transaction.run(connection, () -> bringUp(connection, version(connection, file)));
    }

    private static void bringUp(Connection connection, int version) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (List<String> step : STEPS.subList(version, newest())) {
                for (String sql : step) {
                    statement.execute(sql);
                }
            }
            if (version < CHECKSUMS) {
                Rows.addChecksums(connection);
            }
            statement.execute("PRAGMA application_id = " + APPLICATION);
            statement.execute("PRAGMA user_version = " + newest());
        }
    }

    /** Returns a file's version, 0 if there is nothing in it, and refuses what is no journal that can be read. */
    private static int version(Connection connection, String file) throws SQLException, JournalException {
        int version = number(connection, "PRAGMA user_version");
        int application = number(connection, "PRAGMA application_id");
        boolean fresh = version == 0 && number(connection, "SELECT count(*) FROM sqlite_master") == 0;
        if (!fresh && application != APPLICATION) {
            throw new JournalException(
                    "%s is a database, but no journal of a scheduler".formatted(file), "Name another file");
        }
        if (version > newest()) {
            throw new JournalException(
                    "%s was written by a newer program (schema %s; this one knows %s)"
                            .formatted(file, version, newest()),
                    "Use the newer program, or a backup from before the update");
        }
        return version;
    }

    static int number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? result.getInt(1) : 0;
        }
    }

    /** No row has this one, as no checksum is below 0. */
    private static String checksum(String name) {
        return "ALTER TABLE %s ADD COLUMN checksum INTEGER NOT NULL DEFAULT -1".formatted(name);
    }

    /** Row ids keep the order in which keys came. */
    private static String table(String name) {
        return "CREATE TABLE %s (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL)"
                .formatted(name);
    }
}
