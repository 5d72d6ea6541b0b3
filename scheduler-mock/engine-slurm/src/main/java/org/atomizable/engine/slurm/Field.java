package org.atomizable.engine.slurm;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Fields of Slurm's answers in text. */
final class Field {

    /** A value may have spaces: it ends before the next name. */
    private static final Pattern PAIR =
            Pattern.compile("(?:^|\\s)([A-Za-z][A-Za-z0-9_:/]*)=(.*?)(?=\\s+[A-Za-z][A-Za-z0-9_:/]*=|$)");

    private static final Pattern LENGTH = Pattern.compile("(?:(\\d+)-)?(?:(\\d+):)?(?:(\\d+):)?(\\d+)");

    private Field() {}

    /** Returns the fields of a line of {@code scontrol -o}. */
    static Map<String, String> all(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher pair = PAIR.matcher(line.strip());
        while (pair.find()) {
            fields.putIfAbsent(pair.group(1), pair.group(2));
        }
        return fields;
    }

    /** Returns a length such as {@code 1-02:00:00}, {@code 10:00}, or {@code UNLIMITED}, which is empty. */
    static Optional<Duration> length(String text) {
        Matcher parts = LENGTH.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        long days = number(parts.group(1));
        // Two numbers are minutes and seconds, three have hours before them.
        boolean hours = parts.group(3) != null;
        long first = number(parts.group(2));
        long second = number(parts.group(3));
        return Optional.of(Duration.ofDays(days)
                .plusHours(hours ? first : 0)
                .plusMinutes(hours ? second : first)
                .plusSeconds(number(parts.group(4))));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
