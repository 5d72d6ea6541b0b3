package org.atomizable.scheduler.lease;

import java.time.Duration;
import org.atomizable.api.Bytes;

/**
 * How a subjob ended, as its holder reports it.
 *
 * @param why the reason, in a few words; {@code cut} and {@code overrun} of a failed one are events of their own
 * @param nextAtom the first atom that is not in a committed checkpoint
 * @param useful the time in which atoms ran; of one that was cut, that of committed atoms alone
 * @param total its total time
 * @param peak the most memory used
 */
public record SubjobEnd(Kind kind, String why, long nextAtom, Duration useful, Duration total, Bytes peak) {

    private static final String CUT = "cut";
    private static final String OVERRUN = "overrun";

    /** Returns what this report is in the life of a lease. */
    LeaseEvent event() {
        if (kind != Kind.FAILED) {
            return LeaseEvent.REPORT;
        }
        return switch (why) {
            case CUT -> LeaseEvent.CUT;
            case OVERRUN -> LeaseEvent.OVERRUN;
            default -> LeaseEvent.REPORT;
        };
    }

    /** Returns the part of its time that did not go into committed atoms; 0 or more. */
    public Duration lost() {
        Duration lost = total.minus(useful);
        return lost.isNegative() ? Duration.ZERO : lost;
    }

    /** The way in which it ended. */
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
