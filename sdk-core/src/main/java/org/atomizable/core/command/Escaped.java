package org.atomizable.core.command;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Texts that pass through arguments of processes in any language of the shell. A JVM would change what the language has not. */
final class Escaped {

    private static final int LAST_OF_ASCII = 0x7f;

    private Escaped() {}

    /** Returns a line in ASCII, from which {@code printf %b} makes the line, in UTF-8 where the language has not all of its characters. */
    static String line(String line) {
        Charset ofTheShell = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        Charset charset = ofTheShell.newEncoder().canEncode(line) ? ofTheShell : StandardCharsets.UTF_8;
        StringBuilder escaped = new StringBuilder();
        for (byte each : line.getBytes(charset)) {
            int code = each & 0xff;
            if (code == '\\') {
                escaped.append("\\\\");
            } else if (code > LAST_OF_ASCII) {
                escaped.append("\\0").append(Integer.toOctalString(code));
            } else {
                escaped.append((char) code);
            }
        }
        return escaped.toString();
    }
}
