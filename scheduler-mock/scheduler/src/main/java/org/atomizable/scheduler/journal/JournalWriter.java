package org.atomizable.scheduler.journal;

import java.util.List;

/** Writes to a journal in the order in which it is told, and does what must come after that after that. */
public interface JournalWriter extends AutoCloseable {

    /** Something that was submitted. */
    @FunctionalInterface
    interface Submitted {

        /**
         * Waits until it is written.
         *
         * @throws JournalException if that takes too long; it may be written yet
         */
        void await() throws JournalException, InterruptedException;
    }

    /**
     * Takes changes. Returns at once, or once they are written.
     *
     * @param changes may be none
     * @param afterwards done once they and all before them are written, and after all that was to be done after those; must not
     *     throw
     */
    Submitted submit(List<Change> changes, Runnable afterwards);

    /** Tells whether nothing can be written at present. */
    boolean stuck();

    /** Writes what is left, if it can be written, and stops. */
    @Override
    void close();

    /** Returns one that writes at once, on the thread that submits; for journals that take no time. */
    static JournalWriter atOnce(Journal journal) {
        return new JournalWriter() {
            @Override
            public Submitted submit(List<Change> changes, Runnable afterwards) {
                try {
                    if (!changes.isEmpty()) {
                        journal.write(changes);
                    }
                    afterwards.run();
                    return () -> {};
                } catch (JournalException failed) {
                    return () -> {
                        throw failed;
                    };
                }
            }

            @Override
            public boolean stuck() {
                return false;
            }

            @Override
            public void close() {}
        };
    }
}
