package org.atomizable.scheduler.node.pressure;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long tasks wait for memory: {@code /proc/pressure/memory}, or {@code memory.pressure} of a cgroup.
 *
 * <pre>
 * some avg10=0.12 avg60=0.05 avg300=0.01 total=12345
 * full avg10=0.00 avg60=0.00 avg300=0.00 total=678
 * </pre>
 *
 * @param some when at least one task waits
 * @param full when all tasks wait
 */
record MemoryStalls(Share some, Share full) {

    private static final Pattern LINE = Pattern.compile(
            "(some|full) avg10=(\\d{1,3}(?:\\.\\d+)?) avg60=(\\d{1,3}(?:\\.\\d+)?) avg300=(\\d{1,3}(?:\\.\\d+)?)"
                    + " total=(\\d{1,18})");

    /**
     * Shares of the time.
     *
     * @param ten mean of the last 10 s, from 0 to 1
     * @param sixty mean of the last minute, from 0 to 1
     * @param threeHundred mean of the last 5 min, from 0 to 1
     * @param totalMicros microseconds since the start
     */
    record Share(double ten, double sixty, double threeHundred, long totalMicros) {

        /** Refuses shares that are none. */
        Share {
            for (double each : new double[] {ten, sixty, threeHundred}) {
                if (!(each >= 0 && each <= 1)) {
                    throw new IllegalArgumentException("a share of time must be from 0 to 1, was " + each);
                }
            }
            if (totalMicros < 0) {
                throw new IllegalArgumentException("a total time must be 0 or more, was " + totalMicros);
            }
        }

        private static final Share NONE = new Share(0, 0, 0, 0);
    }

    /**
     * Reads the two lines of a file, in any order. Older kernels write no {@code full} line for a cgroup; it counts as
     * no waiting.
     *
     * @throws PressureTextException if a line is wrong or twice there, or {@code some} is missing
     */
    static MemoryStalls parse(String text) throws PressureTextException {
        Share some = null;
        Share full = null;
        for (String line : text.lines().toList()) {
            Matcher matcher = LINE.matcher(line.strip());
            if (!matcher.matches()) {
                throw new PressureTextException("memory stalls", line);
            }
            boolean isSome = matcher.group(1).equals("some");
            if ((isSome ? some : full) != null) {
                throw new PressureTextException("memory stalls, for the second time", line);
            }
            Share share = new Share(
                    share(matcher.group(2), line),
                    share(matcher.group(3), line),
                    share(matcher.group(4), line),
                    Long.parseLong(matcher.group(5)));
            if (isSome) {
                some = share;
            } else {
                full = share;
            }
        }
        if (some == null) {
            throw new PressureTextException("memory stalls, which begin with \"some\"", text);
        }
        return new MemoryStalls(some, full == null ? Share.NONE : full);
    }

    private static double share(String percent, String line) throws PressureTextException {
        double share = Double.parseDouble(percent) / 100;
        if (share > 1) {
            throw new PressureTextException("memory stalls, which are at most 100 %", line);
        }
        return share;
    }

    /** Writes both lines as the kernel does. */
    @Override
    public String toString() {
        return line("some", some) + line("full", full);
    }

    private static String line(String name, Share share) {
        return String.format(
                Locale.ROOT,
                "%s avg10=%.2f avg60=%.2f avg300=%.2f total=%d\n",
                name,
                100 * share.ten(),
                100 * share.sixty(),
                100 * share.threeHundred(),
                share.totalMicros());
    }
}
