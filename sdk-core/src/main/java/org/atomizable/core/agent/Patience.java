package org.atomizable.core.agent;

import org.atomizable.core.plan.OverheadLimit;

/**
 * How a job adapts when every window is too short or too small. After some windows it forgets old times, it allows a larger
 * overhead, and it lowers what it asks of their memory. At last it believes no time at all and looks anew: the newest may be those of the
 * moment in which its machine was slowest.
 *
 * @param windows consecutive windows that were too short since old times were last forgotten
 * @param believed how many of the newest times of each phase are kept when old times are next forgotten
 * @param slack how often the overhead limit has been loosened
 * @param room how much memory windows have
 */
record Patience(int windows, int believed, int slack, Room room) {

    /** After the first end. */
    private static final int FIRST_BELIEVED = 8;

    private static final int WINDOWS_TO_WARM_UP = 3;
    private static final int WINDOWS_TO_HOPE = 3;
    private static final int WINDOWS_TO_HOPE_MUCH = 8;
    private static final int WINDOWS_TO_LOOSEN = 10;
    private static final int WINDOWS_TO_FORGET = 20;
    private static final int MOST_SLACK = 4;

    /** No window was too short yet. */
    static final Patience FRESH = new Patience(0, FIRST_BELIEVED, 0, Room.UNKNOWN);

    /** A window was too short. */
    Patience tooShort() {
        int more = windows + 1;
        return new Patience(
                more, believed, more % WINDOWS_TO_LOOSEN == 0 ? Math.min(MOST_SLACK, slack + 1) : slack, room);
    }

    /** Tells whether a cold worker is planned for like a warm one: some window must be spent on making it warm. */
    boolean warmsUp() {
        return windows >= WINDOWS_TO_WARM_UP;
    }

    /** Returns what a job hopes for that could use none of the last windows. */
    Hope hope() {
        return windows >= WINDOWS_TO_HOPE_MUCH ? Hope.MUCH : windows >= WINDOWS_TO_HOPE ? Hope.LITTLE : Hope.NONE;
    }

    /** Tells whether so many windows were too short that old times are to be forgotten. */
    boolean isAtItsEnd() {
        return windows >= WINDOWS_TO_FORGET;
    }

    /** Where it has ended, half as many times are believed at its next end. */
    Patience renewed() {
        return isAtItsEnd() ? new Patience(0, believed / 2, slack, room) : this;
    }

    /**
     * A window was long enough.
     *
     * @param overheadShare of what is signalled for it
     * @param strict the limit that would be best
     */
    Patience longEnough(double overheadShare, OverheadLimit strict) {
        boolean better =
                slack > 0 && overheadShare <= strict.loosened(slack - 1).eta();
        return new Patience(0, FIRST_BELIEVED, better ? slack - 1 : slack, room);
    }

    /** Returns the same where windows have that much memory. */
    Patience with(Room now) {
        return new Patience(windows, believed, slack, now);
    }

    /** Returns what is asked of windows now. */
    OverheadLimit overheadLimit(OverheadLimit strict) {
        return strict.loosened(slack);
    }
}
