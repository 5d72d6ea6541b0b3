package org.atomizable.examples.pages;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A code block of a page.
 *
 * @param page the path of the page from the top directory, such as docs/loops.md
 * @param line the number of its first line of code, counted from 1
 * @param language what follows the fence; empty for a block that is indented instead of fenced
 * @param text the code, each line with its line break
 * @param before the paragraph before the block
 */
record Block(String page, int line, String language, String text, String before) {

    private static final Pattern SAVED = Pattern.compile("[Ss]ave (?:this|it) as `([^`]+)`");
    private static final Pattern TYPE =
            Pattern.compile("^(?:public )?(?:final )?(?:class|interface|record|enum) (\\w+)", Pattern.MULTILINE);

    boolean is(String name) {
        return language.equals(name);
    }

    String firstLine() {
        return text.lines().findFirst().orElse("").strip();
    }

    /** Java with a type at the left margin is a file; other Java is a part of one. */
    boolean isWholeJavaFile() {
        return is("java") && TYPE.matcher(text).find();
    }

    /** The name under which the reader saves it: the one that the paragraph before tells, or that of a Java type. */
    Optional<String> fileName() {
        Matcher saved = SAVED.matcher(before);
        if (!is("sh") && saved.find()) {
            return Optional.of(saved.group(1));
        }
        return is("java")
                ? TYPE.matcher(text)
                        .results()
                        .map((MatchResult it) -> it.group(1) + ".java")
                        .findFirst()
                : Optional.empty();
    }

    String place() {
        return page + ":" + line;
    }

    @Override
    public String toString() {
        return place() + " " + language + ": " + firstLine();
    }
}
