package org.atomizable.lab.faults.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.atomizable.lab.faults.process.SimulatedTime;

/** What happened in a simulation, line by line. The same seed gives the same lines. */
public final class EventLog {

    /**
     * A line.
     *
     * @param seconds since the beginning
     * @param who a node
     */
    public record Line(double seconds, String who, String what) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%12.6f %-12s %s", seconds, who, what);
        }
    }

    private final SimulatedTime time;
    private final boolean kept;
    private final List<Line> lines = new ArrayList<>();

    EventLog(SimulatedTime time, boolean kept) {
        this.time = time;
        this.kept = kept;
    }

    void say(String who, String format, Object... arguments) {
        if (kept) {
            lines.add(new Line(time.elapsed() / 1e9, who, String.format(Locale.ROOT, format, arguments)));
        }
    }

    /** Returns all lines so far, in order. */
    public List<Line> lines() {
        return lines;
    }
}
