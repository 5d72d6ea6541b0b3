package org.atomizable.api.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The end of what a program has printed, made fit to be sent, kept and shown: its last lines, as a terminal would leave them, without
 * what moves a cursor, turns the direction of a text or is no character. Tokens of a scheduler, bearer tokens and passwords in addresses
 * are left out; no other secret can be recognised.
 */
public final class LogEnd {

    /** The most bytes that are kept, in UTF-8. */
    public static final int LONGEST = 2000;

    /** The most lines that are kept. */
    public static final int MOST_LINES = 40;

    /** Nothing before this can matter, as escapes and rewritten lines are short. */
    private static final int LOOKED_AT = 16 * LONGEST;

    /** A longer word is not taken for a secret. */
    private static final int LONGEST_WORD = LOOKED_AT / 2;

    private static final Pattern ESCAPE = Pattern.compile(
            "\\x{1b}\\][^\\x{7}\\x{1b}\\n]*+(?:\\x{7}|\\x{1b}\\\\)?|(?:\\x{1b}\\[|\\x{9b})[0-?]*+[ -/]*+[@-~]?|\\x{1b}[ -/]*+[0-~]?");
    private static final Pattern TOKEN = Pattern.compile("atomizable_[0-9A-Za-z]++_[0-9A-Za-z_-]++");
    private static final Pattern BEARER = Pattern.compile("(?i)(\\bbearer[ \\t]++)\\S++");
    private static final Pattern PASSWORD = Pattern.compile("(://)[^\\s/@]++@");
    private static final Pattern END_OF_WORD = Pattern.compile("\\s");
    private static final String LEFT_OUT = "\u2026";

    private LogEnd() {}

    /** Returns what is kept of a text; empty if it says nothing. */
    public static String of(String printed) {
        String plain = ESCAPE.matcher(near(printed)).replaceAll("");
        List<String> lines = Arrays.stream(plain.split("\n")).map(LogEnd::line).toList();
        String shown =
                lines.stream().skip(Math.max(0, lines.size() - MOST_LINES)).collect(Collectors.joining("\n"));
        return last(shown.strip());
    }

    /** Leaves out the rest of what is cut, which may be the end of a secret. */
    private static String near(String printed) {
        if (printed.length() <= LOOKED_AT) {
            return printed;
        }
        int most = printed.length() - LONGEST_WORD;
        Matcher end = END_OF_WORD.matcher(printed).region(printed.length() - LOOKED_AT, most);
        return printed.substring(end.find() ? end.end() : most);
    }

    /** A bar of progress is written over itself again and again. */
    private static String line(String written) {
        String whole = written.stripTrailing();
        String visible = whole.substring(whole.lastIndexOf('\r') + 1);
        StringBuilder clean = new StringBuilder();
        visible.codePoints().forEach(it -> {
            switch (Character.getType(it)) {
                case Character.CONTROL -> clean.append(it == '\t' ? "    " : "");
                case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> {}
                case Character.SURROGATE, Character.UNASSIGNED, Character.PRIVATE_USE -> clean.append('\ufffd');
                default -> clean.appendCodePoint(it);
            }
        });
        String open = TOKEN.matcher(clean.toString().stripTrailing()).replaceAll(LEFT_OUT);
        return PASSWORD.matcher(BEARER.matcher(open).replaceAll("$1" + LEFT_OUT))
                .replaceAll("$1" + LEFT_OUT + "@");
    }

    private static String last(String text) {
        int from = text.length();
        int bytes = 0;
        while (from > 0) {
            int before = text.codePointBefore(from);
            bytes += Character.toString(before).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > LONGEST) {
                break;
            }
            from -= Character.charCount(before);
        }
        int line = from == 0 ? -1 : text.indexOf('\n', from - 1);
        return text.substring(line < 0 ? from : line + 1).strip();
    }
}
