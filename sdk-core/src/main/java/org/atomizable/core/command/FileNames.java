package org.atomizable.core.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Names of files as UTF-8, whatever the locale of this process is: without one, the JVM knows no letter outside of ASCII. */
final class FileNames {

    private static final Path ROOT = Path.of("/");

    private FileNames() {}

    /**
     * Returns a path as text.
     *
     * @throws IOException if it is no UTF-8
     */
    static String text(Path path) throws IOException {
        String text = path.toString();
        if (isAscii(text)) {
            return text;
        }
        String escaped = ROOT.resolve(path).toUri().getRawPath();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = path.isAbsolute() ? 0 : 1; i < escaped.length(); i++) {
            if (escaped.charAt(i) == '%') {
                bytes.write(Integer.parseInt(escaped.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.write(escaped.charAt(i));
            }
        }
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            // That of a directory ends with a slash.
            return decoded.length() > 1 && decoded.endsWith("/") ? decoded.substring(0, decoded.length() - 1) : decoded;
        } catch (CharacterCodingException e) {
            throw new IOException("the name %s is not UTF-8".formatted(text), e);
        }
    }

    /** Returns the path that a text names. */
    static Path path(String text) {
        if (isAscii(text)) {
            return Path.of(text);
        }
        StringBuilder escaped = new StringBuilder(text.startsWith("/") ? "file://" : "file:///");
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            escaped.append(each == '/' ? "/" : String.format(Locale.ROOT, "%%%02X", each & 0xff));
        }
        Path absolute = Path.of(URI.create(escaped.toString()));
        return text.startsWith("/") ? absolute : absolute.subpath(0, absolute.getNameCount());
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(it -> it < 0x80);
    }
}
