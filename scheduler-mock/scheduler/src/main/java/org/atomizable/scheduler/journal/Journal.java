package org.atomizable.scheduler.journal;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows that outlive the scheduler. Safe for use by several threads. */
public interface Journal extends AutoCloseable {

    /** The key in {@link Table#META} by which a copy is known. */
    String COPIED = "copied";

    /** Returns every row of a table, in the order in which they were first written. */
    Map<String, String> all(Table table) throws JournalException;

    /** Writes all of it or nothing; it is there to stay when this returns. */
    void write(List<Change> changes) throws JournalException;

    /**
     * The start of a scheduler.
     *
     * @param life see {@code Incarnation}
     * @param token after which its tokens begin
     */
    record Start(long life, long token) {

        /** Before the first one. */
        public static final Start NONE = new Start(0, 0);
    }

    /** Returns the last start that was recorded outside of the rows; older rows do not change it. */
    default Optional<Start> lastStart() {
        return Optional.empty();
    }

    /** Tells whether starts are recorded outside of the rows, so that one that is missing is missing. */
    default boolean remembersStarts() {
        return false;
    }

    /** Records a start outside of the rows, where that is possible. */
    default void started(Start start) throws JournalException {}

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
