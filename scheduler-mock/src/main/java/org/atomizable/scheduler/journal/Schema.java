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
            List.of(table("access"), table("audit"), table("reservation")));

    private Schema() {}

    static int newest() {
        return STEPS.size();
    }

    /** Brings a file up to date, in one transaction. */
    static void migrate(Connection connection, String file) throws SQLException, JournalException {
        int version = number(connection, "PRAGMA user_version");
        int application = number(connection, "PRAGMA application_id");
        boolean fresh = version == 0 && number(connection, "SELECT count(*) FROM sqlite_master") == 0;
        if (!fresh && application != APPLICATION) {
            throw new JournalException(
                    "%s is a database, but no journal of a scheduler".formatted(file), "Name another file");
        }
        if (version > newest()) {
            throw new JournalException(
                    "%s was written by a newer program (schema %d; this one knows %d)"
                            .formatted(file, version, newest()),
                    "Use the newer program, or a backup from before the update");
        }
        if (version == newest()) {
            return;
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (List<String> step : STEPS.subList(version, newest())) {
                for (String sql : step) {
                    statement.execute(sql);
                }
            }
            statement.execute("PRAGMA application_id = " + APPLICATION);
            statement.execute("PRAGMA user_version = " + newest());
            connection.commit();
        } catch (SQLException failed) {
            connection.rollback();
            throw failed;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    static int number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? result.getInt(1) : 0;
        }
    }

    /** Row ids keep the order in which keys came. */
    private static String table(String name) {
        return "CREATE TABLE %s (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL)"
                .formatted(name);
    }
}
