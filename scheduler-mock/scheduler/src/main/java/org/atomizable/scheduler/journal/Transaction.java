package org.atomizable.scheduler.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * All or nothing. It takes the lock for writing at once: one that begins by reading could not get it later if another program has
 * written meanwhile.
 */
final class Transaction {

    /** The work in a transaction. */
    @FunctionalInterface
    interface Work {
        void run() throws SQLException, JournalException;
    }

    private Transaction() {}

    static void run(Connection connection, Work work) throws SQLException, JournalException {
        execute(connection, "BEGIN IMMEDIATE");
        boolean done = false;
        try {
            work.run();
            execute(connection, "COMMIT");
            done = true;
        } finally {
            if (!done) {
                rollBack(connection);
            }
        }
    }

    private static void rollBack(Connection connection) {
        try {
            execute(connection, "ROLLBACK");
        } catch (SQLException doneAlready) {
            // SQLite itself rolls back where its disk fails.
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
