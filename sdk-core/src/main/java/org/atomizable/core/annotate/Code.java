package org.atomizable.core.annotate;

import java.util.Locale;

/** Java code, line by line; blocks are indented by their braces. */
final class Code {

    private static final String INDENT = "    ";

    private final StringBuilder text = new StringBuilder();
    private int depth;

    /** Adds a line. */
    @SuppressWarnings("AnnotateFormatMethod") // that annotation would be a dependency
    Code line(String format, Object... values) {
        String line = values.length == 0 ? format : String.format(Locale.ROOT, format, values);
        if (line.startsWith("}")) {
            depth--;
        }
        text.append(line.isEmpty() ? "" : INDENT.repeat(depth)).append(line).append('\n');
        if (line.endsWith("{")) {
            depth++;
        }
        return this;
    }

    /** Adds an empty line. */
    Code gap() {
        return line("");
    }

    /** Returns a text as a literal of Java. */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                literal.append('\\').append(each);
            } else if (each < ' ' || each > '~') {
                literal.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                literal.append(each);
            }
        }
        return literal.append('"').toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
