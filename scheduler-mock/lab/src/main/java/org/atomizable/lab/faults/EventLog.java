package org.atomizable.lab.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The events of a simulation, line by line. The same seed gives the same lines. */
final class EventLog {

    /** The mark of a line that is not drawn. */
    public static final char NO_MARK = ' ';

    /** A subjob begins. */
    public static final char BEGINS = '=';

    /** Something goes wrong. */
    public static final char FAULT = '!';

    /**
     * A line.
     *
     * @param seconds since the beginning
     * @param who a node
     * @param mark how a picture shows it
     */
    public record Line(double seconds, String who, char mark, String what) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%12.6f %-12s %s", seconds, who, what);
        }
    }

    private final SimulatedTime time;
    private final boolean kept;
    private final List<Line> lines = new ArrayList<>();

    /**
     * Makes an empty one.
     *
     * @param kept whether lines are kept
     */
    EventLog(SimulatedTime time, boolean kept) {
        this.time = time;
        this.kept = kept;
    }

    /** Adds a line that is not drawn. */
    public void say(String who, String format, Object... arguments) {
        mark(who, NO_MARK, format, arguments);
    }

    /** Adds a line that a picture shows. */
    public void mark(String who, char mark, String format, Object... arguments) {
        if (kept) {
            lines.add(new Line(time.elapsed() / 1e9, who, mark, String.format(Locale.ROOT, format, arguments)));
        }
    }

    /** Returns all lines so far, in order. */
    public List<Line> lines() {
        return lines;
    }
}
