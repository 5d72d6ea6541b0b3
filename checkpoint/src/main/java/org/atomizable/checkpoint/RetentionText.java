package org.atomizable.checkpoint;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a retention policy that a user wrote. */
final class RetentionText {

    private static final Pattern TEXT = Pattern.compile("(latest|atoms|every|best|least):([^:]+)(?::([0-9]{1,9}))?");

    private RetentionText() {}

    static Retention parse(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(RetentionText::one)
                .reduce(Retention::and)
                .orElseThrow();
    }

    private static Retention one(String text) {
        if (text.equals("everything")) {
            return Retention.everything();
        }
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw unknown(text);
        }
        String value = matcher.group(2);
        String count = matcher.group(3);
        if (count != null
                && !matcher.group(1).equals("best")
                && !matcher.group(1).equals("least")) {
            throw unknown(text);
        }
        try {
            return switch (matcher.group(1)) {
                case "latest" -> Retention.latest(Integer.parseInt(value));
                case "atoms" -> Retention.everyAtoms(Long.parseLong(value));
                case "every" -> Retention.every(Duration.parse(value));
                case "best" -> Retention.best(value, count == null ? 1 : Integer.parseInt(count));
                default -> Retention.least(value, count == null ? 1 : Integer.parseInt(count));
            };
        } catch (NumberFormatException | DateTimeParseException e) {
            throw unknown(text);
        }
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException(
                "\"%s\" is no retention policy; write latest:3, atoms:1000, every:PT1H, best:accuracy, least:loss:2 or everything, or several with commas between"
                        .formatted(text));
    }
}
