package org.atomizable.site;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the links of a Markdown text outside of its code blocks, and changes their targets. */
final class MarkdownLinks {

    private static final Pattern TARGET = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("#.*|[a-z]+:.*");
    private static final String FENCE = "```";

    private MarkdownLinks() {}

    /** Returns the text with each link to a file changed; links within the page and to other sites stay as they are. */
    static String changed(String markdown, UnaryOperator<String> target) {
        StringBuilder text = new StringBuilder();
        boolean code = false;
        for (String line : markdown.split("\n", -1)) {
            boolean fence = line.strip().startsWith(FENCE);
            code ^= fence;
            text.append(code || fence ? line : changedLine(line, target)).append('\n');
        }
        return text.substring(0, text.length() - 1);
    }

    private static String changedLine(String line, UnaryOperator<String> target) {
        Matcher link = TARGET.matcher(line);
        return link.replaceAll(found -> {
            String old = found.group(1);
            String changed = ELSEWHERE.matcher(old).matches() ? old : target.apply(old);
            return Matcher.quoteReplacement("](" + changed + ")");
        });
    }
}
