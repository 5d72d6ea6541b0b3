package org.atomizable.api;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exact amount of memory or storage, in bytes; never negative.
 *
 * <p>The text form uses binary units: {@code 9.5GiB} is 9.5 &times; 2<sup>30</sup> bytes. A printed amount parses to an
 * amount that differs by less than half a unit of the last printed digit. {@code 123B} is exact.
 *
 * @param count number of bytes, 0 or more
 */
public record Bytes(long count) implements Comparable<Bytes> {

    /** Zero bytes. */
    public static final Bytes ZERO = new Bytes(0);

    private static final Pattern TEXT = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([KMGT]iB|B)\\s*");
    private static final String UNITS = "BKMGT";

    /** Rejects a negative count. */
    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("an amount of bytes is never negative, was " + count);
        }
    }

    /** Returns {@code count} bytes. */
    public static Bytes of(long count) {
        return new Bytes(count);
    }

    /** Returns {@code count} mebibytes (2<sup>20</sup> bytes each). */
    public static Bytes mebi(long count) {
        return new Bytes(Math.multiplyExact(count, 1L << 20));
    }

    /** Returns {@code count} gibibytes (2<sup>30</sup> bytes each). */
    public static Bytes gibi(long count) {
        return new Bytes(Math.multiplyExact(count, 1L << 30));
    }

    /**
     * Parses text such as {@code 512B}, {@code 64KiB} or {@code 1.5GiB}.
     *
     * @throws IllegalArgumentException if the text is not an amount of bytes
     */
    public static Bytes parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is no amount of bytes; write a number and one of B, KiB, MiB, GiB, TiB, as in 1.5GiB"
                            .formatted(text));
        }
        int power = UNITS.indexOf(matcher.group(2).charAt(0));
        double scaled = Double.parseDouble(matcher.group(1)) * Math.pow(1024, power);
        return power == 0 ? of(Long.parseLong(matcher.group(1))) : of(Math.round(scaled));
    }

    /** Returns the sum. */
    public Bytes plus(Bytes other) {
        return new Bytes(Math.addExact(count, other.count));
    }

    /**
     * Returns this amount times {@code factor}, rounded up to a whole byte. The factor must be finite and not negative.
     */
    public Bytes times(double factor) {
        if (!(factor >= 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("a factor must be finite and not negative, was " + factor);
        }
        return new Bytes((long) Math.ceil(count * factor));
    }

    /** Returns the larger of the two amounts. */
    public Bytes max(Bytes other) {
        return count >= other.count ? this : other;
    }

    /** Returns whether this amount is larger than {@code other}. */
    public boolean exceeds(Bytes other) {
        return count > other.count;
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(count, other.count);
    }

    @Override
    public String toString() {
        int power = 0;
        double value = count;
        while (value >= 1024 && power < UNITS.length() - 1) {
            value /= 1024;
            power++;
        }
        return power == 0 ? count + "B" : String.format(Locale.ROOT, "%.2f%ciB", value, UNITS.charAt(power));
    }
}
