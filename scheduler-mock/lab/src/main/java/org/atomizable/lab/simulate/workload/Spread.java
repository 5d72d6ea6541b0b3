package org.atomizable.lab.simulate.workload;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths whose logarithm is uniform.
 *
 * @param least shortest length in seconds, more than 0
 * @param most longest length in seconds, more than the shortest
 */
public record Spread(double least, double most) {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})([smh])-(\\d{1,6})([smh])");
    private static final Map<String, Integer> SECONDS = Map.of("s", 1, "m", 60, "h", 3600);

    public Spread {
        if (!(least > 0) || !(most > least) || most == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "lengths must range from more than 0 s to more, were %s to %s".formatted(least, most));
        }
    }

    /**
     * Reads a range such as {@code 5m-2h}, in seconds, minutes or hours.
     *
     * @throws IllegalArgumentException if the text has another form, or the second length is not longer than the first
     */
    public static Spread parse(String text) {
        Matcher matcher = RANGE.matcher(text.strip());
        if (!matcher.matches()) {
            throw refused(text, new IllegalArgumentException("no match"));
        }
        try {
            return new Spread(seconds(matcher.group(1), matcher.group(2)), seconds(matcher.group(3), matcher.group(4)));
        } catch (IllegalArgumentException wrong) {
            throw refused(text, wrong);
        }
    }

    private static double seconds(String number, String unit) {
        return Integer.parseInt(number) * (double) SECONDS.getOrDefault(unit, 1);
    }

    private static IllegalArgumentException refused(String text, IllegalArgumentException cause) {
        return new IllegalArgumentException(
                "%s is no range of lengths. Write the shortest and the longest one as 5m-2h; s, m and h are the units."
                        .formatted(text),
                cause);
    }

    /** Returns the mean length in seconds. */
    public double mean() {
        return (most - least) / StrictMath.log(most / least);
    }

    double draw(Draws draws) {
        return draws.logUniform(least, most);
    }
}
