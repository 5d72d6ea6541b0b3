package org.atomizable.lab.simulate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the simulated time.
 *
 * @param fromSeconds 0 or later
 * @param toSeconds later than the start
 */
record Stretch(double fromSeconds, double toSeconds) {

    private static final Pattern HOURS = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)-(\\d{1,6}(?:\\.\\d{1,6})?)");

    /**
     * Reads hours such as {@code 10-20} or {@code 1.5-3}.
     *
     * @throws IllegalArgumentException if the text has another form or the end is not later than the start
     */
    static Stretch parse(String text) {
        Matcher matcher = HOURS.matcher(text.strip());
        if (matcher.matches()) {
            double from = Double.parseDouble(matcher.group(1)) * 3600;
            double to = Double.parseDouble(matcher.group(2)) * 3600;
            if (to > from) {
                return new Stretch(from, to);
            }
        }
        throw new IllegalArgumentException(
                "%s is no part of the simulated time. Write --timeline in hours, such as 10-20.".formatted(text));
    }
}
