package org.atomizable.examples.pages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges text that can be judged as it stands: summaries of commands, and trees of jars. */
final class Text {

    private static final String SUMMARY = "./atomizable ";
    private static final Pattern JAR = Pattern.compile("([\\w.-]+):([\\w.-]+):jar:([\\w.-]+)");

    /** Where a direct dependency begins in its line. */
    private static final int DIRECT = 3;

    private Text() {}

    static boolean isJudged(Block block) {
        return block.text().startsWith(SUMMARY) || isTree(block);
    }

    private static boolean isTree(Block block) {
        return block.text().startsWith("org.atomizable:");
    }

    /** What is wrong with it; nothing if it is output or a picture. */
    static List<String> wrong(Block block) {
        List<String> wrong = new ArrayList<>();
        if (block.text().startsWith(SUMMARY)) {
            for (String summary : block.text().replaceAll("\n +", " ").lines().toList()) {
                CommandLines.wrongInSummary(summary).forEach(it -> wrong.add(summary + ": " + it));
            }
        } else if (isTree(block)) {
            wrong.addAll(wrongInTree(block.text()));
        }
        return wrong;
    }

    /** Direct dependencies have the version of the class path. What others bring may be newer there, as the tests bring more. */
    private static List<String> wrongInTree(String tree) {
        List<String> wrong = new ArrayList<>();
        Set<String> jars = Stream.of(System.getProperty("java.class.path").split(":"))
                .map(it -> String.valueOf(Path.of(it).getFileName()))
                .collect(Collectors.toSet());
        for (String line : tree.lines().toList()) {
            Matcher jar = JAR.matcher(line);
            if (jar.find() && !jar.group(1).equals("org.atomizable")) {
                boolean direct = jar.start() == DIRECT;
                String file = jar.group(2) + "-" + (direct ? jar.group(3) + ".jar" : "");
                if (jars.stream().noneMatch(it -> direct ? it.equals(file) : it.startsWith(file))) {
                    wrong.add("is not on the class path: " + file);
                }
            }
        }
        return wrong;
    }
}
