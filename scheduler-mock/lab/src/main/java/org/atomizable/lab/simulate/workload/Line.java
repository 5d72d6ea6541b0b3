package org.atomizable.lab.simulate.workload;

import java.math.BigDecimal;
import java.nio.file.Path;
import org.atomizable.api.AtomizableException;

/**
 * A line of a file that is being read. Every refusal names the file and the line.
 *
 * @param file the file
 * @param number from 1
 * @param text without its end
 */
public record Line(Path file, int number, String text) {

    /**
     * The longest time, in seconds: 126 years. The simulation counts nanoseconds, of which a clock can hold 292 years. Times of day in
     * seconds are below it until 2096, and those in milliseconds above it since February 1970.
     */
    public static final double LONGEST_SECONDS = 4e9;

    private static final String REMEDY =
            "Correct the line; the package org.atomizable.lab.simulate.workload draws the format";

    /** A refusal of the value that a constructor found wrong. */
    public AtomizableException refused(String what) {
        return new AtomizableException("%s, line %s: %s".formatted(file, number, what), REMEDY + ".");
    }

    String[] words() {
        return text.strip().split("\\s+", -1);
    }

    /** Returns a finite number that is not negative. */
    public double number(String what, String word) throws AtomizableException {
        double value;
        try {
            value = Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw refused("%s must be a number, was %s".formatted(what, word));
        }
        if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
            throw refused("%s must be finite and not negative, was %s".formatted(what, word));
        }
        return value;
    }

    /** Returns a time in seconds that a clock can hold, and that is not negative. */
    public double seconds(String what, String word) throws AtomizableException {
        double value = number(what, word);
        requireHeld(what, value, word);
        return value;
    }

    /** Refuses a time that a clock cannot hold. */
    public void requireHeld(String what, double seconds, Object shown) throws AtomizableException {
        if (seconds > LONGEST_SECONDS) {
            throw refused("%s must be at most %s s, was %s (are these milliseconds?)"
                    .formatted(what, (long) LONGEST_SECONDS, shown));
        }
    }

    /** Returns a whole number. */
    public long whole(String what, String word) throws AtomizableException {
        try {
            // Programs that write tables write 1.0, too.
            return new BigDecimal(word).longValueExact();
        } catch (NumberFormatException | ArithmeticException e) {
            throw refused("%s must be a whole number, was %s".formatted(what, word));
        }
    }
}
