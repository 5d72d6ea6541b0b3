package org.atomizable.checkpoint.safetensors;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Which text a header may contain. */
final class Text {

    /** No name or key is longer, in bytes of UTF-8. */
    static final int LONGEST_NAME = 10_000;

    /** No value is longer, in characters. */
    static final int LONGEST_VALUE = 1_000_000;

    private static final int PIECE = 8192;

    private Text() {}

    /** Tells whether every surrogate has its other half. */
    static boolean isWellFormed(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** Refuses what is not UTF-8, of which the JSON parser lets some pass, as overlong forms. */
    static void requireUtf8(byte[] json) throws MalformedFileException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer from = ByteBuffer.wrap(json);
        CharBuffer to = CharBuffer.allocate(Math.min(PIECE, json.length));
        CoderResult result;
        do {
            result = decoder.decode(from, to.clear(), true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw new MalformedFileException("the header is not UTF-8 at its byte %s".formatted(from.position()));
        }
    }

    /**
     * Refuses a name or key that a reader would not take.
     *
     * @throws IllegalArgumentException if it is unfit
     */
    static void requireName(String name) {
        if (!isWellFormed(name) || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "a name must be well-formed text of at most %s bytes to be read back, was \"%s\""
                            .formatted(LONGEST_NAME, name));
        }
    }

    /**
     * Refuses a value that a reader would not take.
     *
     * @throws IllegalArgumentException if it is unfit
     */
    static void requireValue(String key, String value) {
        if (!isWellFormed(value) || value.length() > LONGEST_VALUE) {
            throw new IllegalArgumentException(
                    "metadata must be well-formed text of at most %s characters to be read back, \"%s\" has %s"
                            .formatted(LONGEST_VALUE, key, value.length()));
        }
    }
}
