package org.atomizable.engine.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names of nodes as Slurm writes them: {@code n[1-3,07],login}. */
final class HostList {

    private HostList() {}

    static List<String> of(String text) {
        List<String> names = new ArrayList<>();
        for (String part : split(text)) {
            expand(part, names);
        }
        return names;
    }

    /** Splits at commas outside brackets. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        parts.removeIf(it -> it.isBlank() || it.equals("(null)") || it.equals("None"));
        return parts;
    }

    private static void expand(String part, List<String> names) {
        int open = part.indexOf('[');
        int close = part.indexOf(']', open);
        if (open < 0 || close < 0) {
            names.add(part);
            return;
        }
        for (String range : part.substring(open + 1, close).split(",", -1)) {
            int dash = range.indexOf('-');
            String low = dash < 0 ? range : range.substring(0, dash);
            String high = dash < 0 ? range : range.substring(dash + 1);
            for (long i = Long.parseLong(low); i <= Long.parseLong(high); i++) {
                expand(
                        part.substring(0, open)
                                + String.format(Locale.ROOT, "%0" + low.length() + "d", i)
                                + part.substring(close + 1),
                        names);
            }
        }
    }
}
