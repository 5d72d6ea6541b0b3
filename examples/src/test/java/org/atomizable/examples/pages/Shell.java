package org.atomizable.examples.pages;

import java.util.regex.Pattern;

/** Counts the programs that a statement calls, by its text alone. */
final class Shell {

    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");
    private static final Pattern CALL = Pattern.compile("(?<![\\w/.-])(?:\\.{1,2}/)*(?:atomizable|mvnw|java) ");

    private Shell() {}

    static long calls(Statement statement) {
        String code = COMMENT.matcher(statement.text()).replaceAll("") + " ";
        return CALL.matcher(code.replace("'", "")).results().count();
    }
}
