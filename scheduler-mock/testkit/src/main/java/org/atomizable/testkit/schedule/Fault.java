package org.atomizable.testkit.schedule;

import java.util.Locale;

/**
 * Something that goes wrong in a window.
 *
 * @param kind what
 * @param at where: the number of the atom in its window, from 0; of {@link Kind#KILL_IN_CHECKPOINT} and {@link Kind#DAMAGE} the
 *     number of the byte, counted around where there are fewer; of {@link Kind#LOST_MESSAGE} the number of the message, likewise
 */
public record Fault(Kind kind, long at) {

    /** Kinds of faults. */
    public enum Kind {
        /** The worker's process is killed before an atom. */
        KILL,
        /** The worker's process is killed while it writes a checkpoint. */
        KILL_IN_CHECKPOINT,
        /** The worker's process is killed when its checkpoint is durable, before anybody knows. */
        KILL_AFTER_COMMIT,
        /** An atom does not get the memory that it asks for. */
        OUT_OF_MEMORY,
        /** An atom throws an exception. */
        EXCEPTION,
        /** The lease is revoked before an atom: the job stops there and commits. */
        REVOKED,
        /** The job is asked to give back memory before an atom. It need not be able to. */
        ASKED_FOR_MEMORY,
        /** An atom takes longer than the whole window. */
        SLOW_ATOM,
        /** A byte of the newest checkpoint is changed on the disk. */
        DAMAGE,
        /**
         * A message of the window never comes: of 0 its offer, 1 the answer, 2 the grant, 3 the acceptance, 4 the report. Where there is
         * no scheduler, as in {@code Contracts.assertSurvives}, it is the report, whatever the number.
         */
        LOST_MESSAGE;

        /** Returns how it is written in a schedule. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Kind parse(String text) {
            for (Kind each : values()) {
                if (each.text().equals(text)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(
                    "there is no fault \"%s\"; there is kill, kill-in-checkpoint,".formatted(text)
                            + " kill-after-commit, out-of-memory, exception, revoked, asked-for-memory, slow-atom, damage and"
                            + " lost-message");
        }
    }

    /** Checks where it is. */
    public Fault {
        if (at < 0) {
            throw new IllegalArgumentException("a fault is at 0 or later, was at " + at);
        }
    }

    /** Returns it as text, such as {@code kill@3}. */
    @Override
    public String toString() {
        return kind.text() + "@" + at;
    }

    static Fault parse(String text) {
        int sign = text.indexOf('@');
        try {
            return sign < 0
                    ? new Fault(Kind.parse(text), 0)
                    : new Fault(Kind.parse(text.substring(0, sign)), Long.parseLong(text.substring(sign + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a fault is written as kill@3, was \"%s\"".formatted(text), e);
        }
    }
}
