package org.atomizable.core.state;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.atomizable.api.StateMismatchException;

/** Parts of single values that never change. */
public final class Values {

    public static final Part<Boolean> BOOLEAN =
            Part.of((it, to) -> to.out().writeBoolean(it), from -> from.in().readBoolean());
    public static final Part<Byte> BYTE =
            Part.of((it, to) -> to.out().writeByte(it), from -> from.in().readByte());
    public static final Part<Short> SHORT =
            Part.of((it, to) -> to.out().writeShort(it), from -> from.in().readShort());
    public static final Part<Character> CHARACTER =
            Part.of((it, to) -> to.out().writeChar(it), from -> from.in().readChar());
    public static final Part<Integer> INTEGER =
            Part.of((it, to) -> to.out().writeInt(it), from -> from.in().readInt());
    public static final Part<Long> LONG =
            Part.of((it, to) -> to.out().writeLong(it), from -> from.in().readLong());
    /** Keeps every bit, also those of a value that is not a number. */
    public static final Part<Float> FLOAT = Part.of(
            (it, to) -> to.out().writeInt(Float.floatToRawIntBits(it)),
            from -> Float.intBitsToFloat(from.in().readInt()));
    /** Keeps every bit, also those of a value that is not a number. */
    public static final Part<Double> DOUBLE = Part.of(
            (it, to) -> to.out().writeLong(Double.doubleToRawLongBits(it)),
            from -> Double.longBitsToDouble(from.in().readLong()));
    /** Keeps every character, also half of a surrogate pair. */
    public static final Part<String> TEXT = Part.of(Values::writeText, Values::readText);

    public static final Part<BigInteger> BIG_INTEGER =
            Part.of((it, to) -> writeBytes(it.toByteArray(), to), from -> new BigInteger(readBytes(from)));
    public static final Part<BigDecimal> BIG_DECIMAL = Part.of(
            (it, to) -> {
                to.out().writeInt(it.scale());
                BIG_INTEGER.write(it.unscaledValue(), to);
            },
            from -> {
                int scale = from.in().readInt();
                return new BigDecimal(BIG_INTEGER.read(from), scale);
            });
    public static final Part<Duration> DURATION = Part.of(
            (it, to) -> {
                to.out().writeLong(it.getSeconds());
                to.out().writeInt(it.getNano());
            },
            from -> Duration.ofSeconds(from.in().readLong(), from.in().readInt()));
    public static final Part<Instant> INSTANT = Part.of(
            (it, to) -> {
                to.out().writeLong(it.getEpochSecond());
                to.out().writeInt(it.getNano());
            },
            from -> Instant.ofEpochSecond(from.in().readLong(), from.in().readInt()));
    public static final Part<OptionalInt> OPTIONAL_INT = Part.of(
            (it, to) -> to.put(it.isPresent() ? it.getAsInt() : null, INTEGER),
            from -> Optional.ofNullable(from.take(INTEGER)).map(OptionalInt::of).orElseGet(OptionalInt::empty));
    public static final Part<OptionalLong> OPTIONAL_LONG = Part.of(
            (it, to) -> to.put(it.isPresent() ? it.getAsLong() : null, LONG),
            from -> Optional.ofNullable(from.take(LONG)).map(OptionalLong::of).orElseGet(OptionalLong::empty));
    public static final Part<OptionalDouble> OPTIONAL_DOUBLE = Part.of(
            (it, to) -> to.put(it.isPresent() ? it.getAsDouble() : null, DOUBLE),
            from -> Optional.ofNullable(from.take(DOUBLE))
                    .map(OptionalDouble::of)
                    .orElseGet(OptionalDouble::empty));

    private static final byte UTF_8 = 0;
    private static final byte UTF_16 = 1;

    private Values() {}

    /** Returns the part of an enum, which is saved by name. */
    public static <E extends Enum<E>> Part<E> enumeration(Class<E> type) {
        return Part.of((it, to) -> writeText(it.name(), to), from -> {
            String constant = readText(from);
            return Arrays.stream(type.getEnumConstants())
                    .filter(it -> it.name().equals(constant))
                    .findFirst()
                    .orElseThrow(
                            () -> from.mismatch("is %s, which is no constant of %s", constant, type.getSimpleName()));
        });
    }

    /** Returns the part of an optional value. */
    public static <T> Part<Optional<T>> optional(Part<T> part) {
        return Part.of((it, to) -> to.put(it.orElse(null), part), from -> Optional.ofNullable(from.take(part)));
    }

    /** Returns what to throw if a value is of a type that did not exist when this code was generated. */
    public static UnsavableStateException unknown(PartWriter to, Object value) {
        return to.unsavable("holds a " + value.getClass().getName(), "Compile the job again");
    }

    /** Returns what to throw if a state has a type that did not exist when this code was generated. */
    public static StateMismatchException unknown(PartReader from, int type) {
        return from.mismatch("has a value of type %s", type);
    }

    private static void writeText(String text, PartWriter to) throws IOException {
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[utf8.remaining()];
            utf8.get(bytes);
            to.out().writeByte(UTF_8);
            writeBytes(bytes, to);
        } catch (CharacterCodingException e) { // half of a surrogate pair
            to.out().writeByte(UTF_16);
            to.out().writeInt(text.length());
            to.out().writeChars(text);
        }
    }

    private static String readText(PartReader from) throws IOException {
        if (from.in().readByte() == UTF_8) {
            return new String(readBytes(from), StandardCharsets.UTF_8);
        }
        int size = from.size();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(from.in().readChar());
        }
        return text.toString();
    }

    private static void writeBytes(byte[] bytes, PartWriter to) throws IOException {
        to.out().writeInt(bytes.length);
        to.out().write(bytes);
    }

    private static byte[] readBytes(PartReader from) throws IOException {
        int size = from.size();
        byte[] bytes = from.in().readNBytes(size);
        if (bytes.length < size) {
            throw from.mismatch("ends after %s of %s bytes", bytes.length, size);
        }
        return bytes;
    }
}
