package org.atomizable.scheduler.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Rows in SQLite's tables, each with a checksum over its table, its place, its key and its value: SQLite itself does not notice a bit
 * that changes on the disk within a row.
 */
final class Rows {

    private Rows() {}

    /** Returns every row, in the order in which they were first written. */
    static Map<String, String> read(Connection connection, Table table) throws SQLException, JournalException {
        Map<String, String> rows = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT id, key, value, checksum FROM %s ORDER BY id".formatted(table.sql()))) {
            while (result.next()) {
                String key = text(result, 2);
                String value = text(result, 3);
                if (result.getLong(4) != checksum(table, result.getLong(1), key, value)
                        || rows.put(key, value) != null) {
                    throw JournalException.changed(table, key);
                }
            }
            return rows;
        }
    }

    /** A changed row may have nothing where there was a text. */
    private static String text(ResultSet result, int column) throws SQLException {
        String text = result.getString(column);
        return text == null ? "" : text;
    }

    /** Must be called in a transaction in which no other thread writes. */
    static void write(Connection connection, Change change) throws SQLException {
        String table = change.table().sql();
        if (change.value().isEmpty()) {
            try (PreparedStatement statement =
                    connection.prepareStatement("DELETE FROM %s WHERE key = ?".formatted(table))) {
                statement.setString(1, change.key());
                statement.executeUpdate();
            }
            return;
        }
        String value = change.value().get();
        long id = place(connection, table, change.key());
        try (PreparedStatement statement = connection.prepareStatement(
                ("INSERT INTO %s (id, key, value, checksum) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET value ="
                                + " excluded.value, checksum = excluded.checksum")
                        .formatted(table))) {
            statement.setLong(1, id);
            statement.setString(2, change.key());
            statement.setString(3, value);
            statement.setLong(4, checksum(change.table(), id, change.key(), value));
            statement.executeUpdate();
        }
    }

    /** A row that is written again keeps its place; a new one comes after all others. */
    private static long place(Connection connection, String table, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT coalesce((SELECT id FROM %1$s WHERE key = ?), (SELECT max(id) FROM %1$s) + 1, 1)"
                        .formatted(table))) {
            statement.setString(1, key);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        }
    }

    /** Gives the rows of a journal from before there were checksums theirs. */
    static void addChecksums(Connection connection) throws SQLException {
        for (Table table : Table.values()) {
            try (Statement statement = connection.createStatement();
                    PreparedStatement update = connection.prepareStatement(
                            "UPDATE %s SET checksum = ? WHERE id = ?".formatted(table.sql()));
                    ResultSet result = statement.executeQuery("SELECT id, key, value FROM %s".formatted(table.sql()))) {
                while (result.next()) {
                    long id = result.getLong(1);
                    update.setLong(1, checksum(table, id, text(result, 2), text(result, 3)));
                    update.setLong(2, id);
                    update.addBatch();
                }
                update.executeBatch();
            }
        }
    }

    private static long checksum(Table table, long id, String key, String value) {
        CRC32C sum = new CRC32C();
        byte[] begin = (table.sql() + " " + id + " ").getBytes(StandardCharsets.UTF_8);
        byte[] name = key.getBytes(StandardCharsets.UTF_8);
        sum.update(begin);
        // So that no byte of the key can be one of the value.
        sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, name.length));
        sum.update(name);
        sum.update(value.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }
}
