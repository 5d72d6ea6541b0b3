package org.atomizable.scheduler.market.incarnation;

import java.time.Instant;

/**
 * Generates ids that no other incarnation of the scheduler generates, so that a grant from before a restart is never
 * mistaken for another one.
 */
public final class IdSequence {

    private final String life;
    private long given;

    /** Without a journal that counts incarnations, the start time of this one is used instead of its number. */
    public IdSequence(long life, Instant began) {
        this.life = Long.toString(life == Incarnation.UNCOUNTED ? began.toEpochMilli() : life, Character.MAX_RADIX);
    }

    public String next(String what) {
        given++;
        return prefix(what) + given;
    }

    /** Returns whether this incarnation has generated that id. */
    public boolean gave(String what, String id) {
        String prefix = prefix(what);
        if (!id.startsWith(prefix)) {
            return false;
        }
        try {
            long number = Long.parseLong(id.substring(prefix.length()));
            return number >= 1 && number <= given && id.equals(prefix + number);
        } catch (NumberFormatException notAnId) {
            return false;
        }
    }

    private String prefix(String what) {
        return what + "-" + life + "-";
    }
}
