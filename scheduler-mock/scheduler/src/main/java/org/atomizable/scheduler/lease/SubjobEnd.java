package org.atomizable.scheduler.lease;

import java.time.Duration;
import org.atomizable.api.Bytes;

/**
 * How a subjob ended, as its holder reports it.
 *
 * @param why the reason, in a few words
 * @param nextAtom the first atom that is not in a committed checkpoint
 * @param useful the time in which atoms ran
 * @param total its total time
 * @param peak the most memory used
 */
public record SubjobEnd(Kind kind, String why, long nextAtom, Duration useful, Duration total, Bytes peak) {

    /** What became of it. */
    public enum Kind {
        /** The whole job is done. */
        FINISHED,
        /** It stopped at a safe point, and there is more to do. */
        YIELDED,
        /** Nothing of it was committed. */
        FAILED,
        /** It never ran. */
        HANDED_BACK
    }
}
