package org.atomizable.core.state;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;

/**
 * A text for each parameter of an annotated job. Each method reads the text as a type, and throws an {@link
 * IllegalArgumentException} that names the parameter, the type and the text if it is no value of it.
 */
public final class GivenParameters {

    private final Map<String, String> texts;

    GivenParameters(Map<String, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    private Object as(ParameterType type, String name) {
        return type.parse(name, text(name));
    }

    private String text(String name) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalStateException("parameter %s is not declared".formatted(name));
        }
        return text;
    }

    /** Returns a text as it was given. */
    public String asString(String name) {
        return text(name);
    }

    /** Returns a truth value. */
    public boolean asBoolean(String name) {
        return (boolean) as(ParameterType.BOOLEAN, name);
    }

    /** Returns a whole number. */
    public byte asByte(String name) {
        return (byte) as(ParameterType.BYTE, name);
    }

    /** Returns a whole number. */
    public short asShort(String name) {
        return (short) as(ParameterType.SHORT, name);
    }

    /** Returns a character. */
    public char asChar(String name) {
        return (char) as(ParameterType.CHAR, name);
    }

    /** Returns a whole number. */
    public int asInt(String name) {
        return (int) as(ParameterType.INT, name);
    }

    /** Returns a whole number. */
    public long asLong(String name) {
        return (long) as(ParameterType.LONG, name);
    }

    /** Returns a number. */
    public float asFloat(String name) {
        return (float) as(ParameterType.FLOAT, name);
    }

    /** Returns a number. */
    public double asDouble(String name) {
        return (double) as(ParameterType.DOUBLE, name);
    }

    /** Returns a duration. */
    public Duration asDuration(String name) {
        return (Duration) as(ParameterType.DURATION, name);
    }

    /** Returns an amount of memory. */
    public Bytes asBytes(String name) {
        return (Bytes) as(ParameterType.BYTES, name);
    }

    /** Returns a path. */
    public Path asPath(String name) {
        return (Path) as(ParameterType.PATH, name);
    }

    /** Returns the one of the constants of an enum that has the name given. */
    public <E extends Enum<E>> E asOneOf(String name, E[] constants) {
        String text = text(name);
        for (E constant : constants) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        String names = Arrays.stream(constants).map(Enum::name).collect(Collectors.joining(", ", "one of ", ""));
        String type = constants.getClass().getComponentType().getSimpleName();
        throw new IllegalArgumentException(ParameterType.refusal(name, type, names, text));
    }
}
