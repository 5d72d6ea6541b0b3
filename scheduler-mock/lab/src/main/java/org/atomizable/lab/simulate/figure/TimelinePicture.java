package org.atomizable.lab.simulate.figure;

import java.util.List;
import org.atomizable.lab.simulate.figure.Svg.Anchor;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * The timeline: a row for each slice, a bar for each subjob in the colour of its job. Restores and checkpoints are dark parts of a bar,
 * leased time that nobody used is hatched, and reserved time is grey. All widths are true: at 10 hours, a restore of 20 s is half a point.
 */
public final class TimelinePicture {

    private static final int WIDTH = 1240;
    private static final int LEFT = 130;
    private static final int RIGHT = 34;
    private static final int TOP = 96;
    private static final int ROW = 28;
    private static final int BOTTOM = 46;

    /** More rows make no picture that anybody can look at. */
    private static final int MOST_SLICES = 60;

    /** Shorter bars have no room for a job's name. */
    private static final double POINTS_PER_LETTER = 6.6;

    private static final String RESERVED = "#C8C8C8";
    private static final String FREE = "#F4F4F4";
    private static final String HOURS = "#9A9A9A";
    private static final String DARK = "#222222";

    /** Tints of Okabe and Ito's colours, light enough for dark letters. */
    private static final List<String> JOBS =
            List.of("#7FB8DA", "#F0A875", "#7FCEB6", "#E6BCD3", "#F3CF7F", "#AADAF4", "#F5EE9E");

    private static final String HATCHES = """
        <pattern id="u" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect width="6" height="6" fill="#FFFFFF"/><rect width="2" height="6" fill="#999999"/></pattern>\
        """;

    private final Workload workload;
    private final Schedule schedule;
    private final double from;
    private final double to;
    private final int rows;
    private final Svg svg;

    private TimelinePicture(Workload workload, Schedule schedule, double from, double to) {
        this.workload = workload;
        this.schedule = schedule;
        this.from = from;
        this.to = to;
        this.rows = Math.min(MOST_SLICES, workload.slices().size());
        this.svg = new Svg(WIDTH, TOP + ROW * rows + BOTTOM, title(), description());
    }

    /**
     * Draws a stretch of a schedule.
     *
     * @param from start in seconds
     * @param to end in seconds, later than the start
     * @return the text of an SVG file
     */
    public static String of(Workload workload, Schedule schedule, double from, double to) {
        if (!(from >= 0) || !(to > from) || to == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "a stretch of time must end after its start, was %s s to %s s".formatted(from, to));
        }
        return new TimelinePicture(workload, schedule, from, to).drawn();
    }

    private String title() {
        String slices = rows < workload.slices().size()
                ? ", the first %s of %s slices"
                        .formatted(rows, workload.slices().size())
                : "";
        return "%s: %s, hours %s to %s%s"
                .formatted(workload.name(), schedule.scheduler(), hours(from), hours(to), slices);
    }

    private String description() {
        List<Execution> seen = seen();
        return "%s subjobs of %s jobs on %s slices."
                .formatted(
                        seen.size(),
                        seen.stream().mapToInt(Execution::task).distinct().count(),
                        rows);
    }

    private List<Execution> seen() {
        return schedule.executions().stream()
                .filter(it -> it.slice() < rows && it.from() < to && it.leasedUntil() > from)
                .toList();
    }

    private String drawn() {
        svg.define(HATCHES);
        legend();
        for (int i = 0; i < rows; i++) {
            slice(workload.slices().get(i), top(i));
        }
        axis();
        seen().forEach(this::subjob);
        return svg.file();
    }

    private void slice(SimulatedSlice slice, double y) {
        svg.text(LEFT - 10, y + 15, 12, Anchor.END, Svg.INK, "%s  %s".formatted(slice.id(), slice.kind()));
        bar(from, to, y, ROW - 6, FREE, "");
        for (Reservation each : slice.reservations()) {
            bar(each.from(), each.to(), y, ROW - 6, RESERVED, "");
        }
    }

    private void subjob(Execution run) {
        double y = top(run.slice()) + 2;
        int high = ROW - 10;
        String job = workload.tasks().get(run.task()).name();
        String words = "%s: hours %s to %s, leased until %s; restore %s s, work %s s, checkpoint %s s"
                .formatted(
                        job,
                        hours(run.from()),
                        hours(run.to()),
                        hours(run.leasedUntil()),
                        Rounded.text(run.restoreSeconds(), 0),
                        Rounded.text(run.workSeconds(), 0),
                        Rounded.text(run.checkpointSeconds(), 0));
        bar(run.to(), run.leasedUntil(), y, high, "url(#u)", "");
        bar(run.from(), run.to(), y, high, JOBS.get(run.task() % JOBS.size()), words);
        bar(run.from(), run.from() + run.restoreSeconds(), y, high, DARK, "");
        bar(run.to() - run.checkpointSeconds(), run.to(), y, high, DARK, "");
        double begin = x(run.from() + run.restoreSeconds());
        double room = x(run.to() - run.checkpointSeconds()) - begin;
        if (room > POINTS_PER_LETTER * job.length() + 4) {
            svg.text(begin + room / 2, y + 13, 11, Anchor.MIDDLE, Svg.INK, job);
        }
    }

    /** Draws what of a bar lies within the stretch. */
    private void bar(double begin, double end, double y, int high, String fill, String words) {
        double left = x(begin);
        double wide = x(end) - left;
        if (wide > 0.05) {
            svg.rectangle(left, y, wide, high, fill, words);
        }
    }

    private void axis() {
        double step = Ticks.step((to - from) / 3600, 12);
        int bottom = TOP + ROW * rows;
        for (double hour = Math.ceil(from / 3600 / step) * step; hour <= to / 3600 + 1e-9; hour += step) {
            svg.line(x(hour * 3600), TOP - 4, x(hour * 3600), bottom + 2, HOURS);
            svg.text(x(hour * 3600), bottom + 20, 13, Anchor.MIDDLE, Svg.INK, Ticks.label(hour, step) + " h");
        }
    }

    private void legend() {
        String[][] entries = {
            {RESERVED, "reserved for others"},
            {FREE, "free"},
            {JOBS.get(0), "atoms run; one colour and name per job"},
            {DARK, "restore, checkpoint"},
            {"url(#u)", "leased and not used"}
        };
        double x = LEFT;
        for (String[] entry : entries) {
            svg.rectangle(x, 54, 24, 14, Svg.PALE);
            svg.rectangle(x + 0.5, 54.5, 23, 13, entry[0]);
            svg.text(x + 30, 66, 13, Anchor.START, Svg.INK, entry[1]);
            x += 58 + 6.5 * entry[1].length();
        }
    }

    private static int top(int row) {
        return TOP + ROW * row;
    }

    private static String hours(double seconds) {
        return Rounded.text(seconds / 3600, 2);
    }

    private double x(double seconds) {
        double within = Math.max(from, Math.min(to, seconds));
        return LEFT + (WIDTH - LEFT - RIGHT) * (within - from) / (to - from);
    }
}
