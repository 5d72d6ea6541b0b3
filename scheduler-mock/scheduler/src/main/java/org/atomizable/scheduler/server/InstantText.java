package org.atomizable.scheduler.server;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/**
 * Reads an instant as RFC 3339 writes it, with a year of four digits. A number could be seconds or milliseconds, and other years are not read
 * by the date types of most languages.
 */
final class InstantText extends StdScalarDeserializer<Instant> {

    /** As a regular expression that JSON Schema knows too. */
    public static final String PATTERN =
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$";

    private static final Pattern TEXT = Pattern.compile(PATTERN);
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    InstantText() {
        super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser from, DeserializationContext context) throws IOException {
        if (!from.hasToken(JsonToken.VALUE_STRING)) {
            return (Instant) context.handleUnexpectedToken(Instant.class, from);
        }
        String text = from.getText();
        if (TEXT.matcher(text).matches()) {
            try {
                Instant instant = OffsetDateTime.parse(text).toInstant();
                // An offset may move it out of the years of four digits.
                if (!instant.isBefore(FIRST) && instant.isBefore(END)) {
                    return instant;
                }
            } catch (DateTimeException noSuchDay) {
                // Refused below, as all others.
            }
        }
        return (Instant) context.handleWeirdStringValue(Instant.class, text, "not an instant of RFC 3339");
    }
}
