package org.atomizable.core.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bearer token that a client shows. One in a file is read again when the file has changed, or when the scheduler does not accept it
 * any more, so that a token can be replaced while jobs run. Safe for use by several threads.
 */
public final class Token {

    private static final Logger LOG = LoggerFactory.getLogger(Token.class);

    /** By what a file is recognized: it may be written anew, or replaced by another one. */
    private record Version(Object time, long size, Object key) {

        static Version of(Path file) throws IOException {
            BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
            return new Version(is.lastModifiedTime(), is.size(), String.valueOf(is.fileKey()));
        }
    }

    private final String origin;
    private final Optional<Path> file;
    private String text;
    private Optional<Version> read = Optional.empty();

    private Token(String origin, Optional<Path> file, String text) {
        this.origin = origin;
        this.file = file;
        this.text = requireSendable(text);
    }

    /**
     * Returns a token that never changes.
     *
     * @param origin where it comes from, in words for a person, such as {@code the variable X}
     * @throws IllegalArgumentException if it cannot be sent; its message does not tell it
     */
    public static Token of(String text, String origin) {
        return new Token(origin, Optional.empty(), text);
    }

    /**
     * Returns the token in a file that holds nothing else.
     *
     * @throws AtomizableException if it cannot be read
     * @throws IllegalArgumentException if it cannot be sent; its message does not tell it
     */
    public static Token in(Path file) throws AtomizableException {
        try {
            Version version = Version.of(file);
            Token token = new Token("the file " + file, Optional.of(file), read(file));
            token.read = Optional.of(version);
            return token;
        } catch (IOException unreadable) {
            throw new AtomizableException(
                    "the token in %s cannot be read: %s".formatted(file, Credentials.reason(unreadable)),
                    "Name a file that holds a token and nothing else",
                    unreadable);
        }
    }

    /** Bytes that are not UTF-8 are refused as text that cannot be sent. */
    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static String requireSendable(String text) {
        // Some editors begin a file with a byte order mark.
        String stripped = text.replaceFirst("^\uFEFF", "").strip();
        if (stripped.isEmpty() || !stripped.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("a token is one line of letters, digits, - and _; this one is not");
        }
        return stripped;
    }

    /** Returns where it comes from, in words for a person. */
    public String origin() {
        return origin;
    }

    /** Returns it as it is now. */
    public synchronized String text() {
        file.ifPresent(it -> refresh(it, false));
        return text;
    }

    /** Returns whether it is another one than that which the scheduler refused; reads its file again in any case. */
    synchronized boolean isNewerThan(String refused) {
        file.ifPresent(it -> refresh(it, true));
        return !text.equals(refused);
    }

    private void refresh(Path from, boolean always) {
        try {
            Optional<Version> now = Optional.of(Version.of(from));
            if (always || !now.equals(read)) {
                text = requireSendable(read(from));
                read = now;
            }
        } catch (IOException | IllegalArgumentException beingWritten) {
            LOG.debug("{} holds no token at present; the one before is shown", origin, beingWritten);
        }
    }

    /** Tells no secret. */
    @Override
    public String toString() {
        return "the token in " + origin;
    }
}
