package org.atomizable.core.state;

import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.function.Function;
import org.atomizable.api.Bytes;

/** A type that a parameter of an annotated job can have; enums are the only others. */
public enum ParameterType {
    /** Any text. */
    STRING("String", "a text", it -> it),
    /** A truth value. */
    BOOLEAN("boolean", "true or false", ParameterType::truth),
    /** A whole number. */
    BYTE("byte", "a whole number from -128 to 127", Byte::valueOf),
    /** A whole number. */
    SHORT("short", "a whole number from -32768 to 32767", Short::valueOf),
    /** One UTF-16 unit. */
    CHAR("char", "one character", ParameterType::character),
    /** A whole number. */
    INT("int", "a whole number from -2147483648 to 2147483647", Integer::valueOf),
    /** A whole number. */
    LONG("long", "a whole number of at most 63 bits", Long::valueOf),
    /** A number. */
    FLOAT("float", "a number such as 0.1 or 1e-3", Float::valueOf),
    /** A number. */
    DOUBLE("double", "a number such as 0.1 or 1e-3", Double::valueOf),
    /** A time. */
    DURATION("Duration", "a duration such as PT90S or PT1H30M", Duration::parse),
    /** An amount of memory. */
    BYTES("Bytes", "an amount of bytes such as 64MiB or 1.5GiB", Bytes::parse),
    /** A file or a directory. */
    PATH("Path", "a path of a file", Path::of);

    private final String written;
    private final String values;

    @SuppressWarnings("ImmutableEnumChecker") // it refers to a method or a lambda without state
    private final Function<String, Object> parser;

    ParameterType(String written, String values, Function<String, Object> parser) {
        this.written = written;
        this.values = values;
        this.parser = parser;
    }

    private static Boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(text);
        }
        return text.equals("true");
    }

    private static Character character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException(text);
        }
        return text.charAt(0);
    }

    /** Returns the simple name of the type, as in the source. */
    public String written() {
        return written;
    }

    /**
     * Returns the value of a parameter.
     *
     * @throws IllegalArgumentException if the text is no value of this type; the message names the parameter, the type and
     *     the text
     */
    public Object parse(String parameter, String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IllegalArgumentException(refusal(parameter, written, values, text), e);
        }
    }

    static String refusal(String parameter, String type, String values, String text) {
        return "parameter %s is a %s and must be %s, was \"%s\"".formatted(parameter, type, values, text);
    }
}
