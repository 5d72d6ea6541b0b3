package org.atomizable.scheduler.journal;

import java.util.List;
import java.util.Map;

/** Rows that outlive the scheduler. Safe for use by several threads. */
public interface Journal extends AutoCloseable {

    /** The key in {@link Table#META} by which a copy is known. */
    String COPIED = "copied";

    /** Returns every row of a table, in the order in which they were first written. */
    Map<String, String> all(Table table) throws JournalException;

    /** Writes all of it or nothing; it is there to stay when this returns. */
    void write(List<Change> changes) throws JournalException;

    /** Closes it; does nothing the second time. */
    @Override
    void close();

    /** Returns one that remembers nothing. */
    static Journal none() {
        return new Journal() {
            @Override
            public Map<String, String> all(Table table) {
                return Map.of();
            }

            @Override
            public void write(List<Change> changes) {}

            @Override
            public void close() {}
        };
    }
}
