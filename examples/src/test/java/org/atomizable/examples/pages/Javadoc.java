package org.atomizable.examples.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the examples in the Javadoc of the libraries: what stands in {@code <pre>{@code} there is Java. */
final class Javadoc {

    private static final List<String> LIBRARIES = List.of("sdk-api", "checkpoint", "profiler", "sdk-core");
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\n(.*?)\\}</pre>", Pattern.DOTALL);
    private static final Pattern MARGIN = Pattern.compile("(?m)^ *\\* ?");

    private Javadoc() {}

    /** The examples of each file that has some. */
    static Map<String, List<Block>> examples() throws IOException {
        Map<String, List<Block>> examples = new TreeMap<>();
        for (String library : LIBRARIES) {
            try (Stream<Path> files = Files.walk(Page.HOME.resolve(library).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(it -> it.toString().endsWith(".java")).toList()) {
                    String name = Page.HOME.relativize(file).toString();
                    List<Block> blocks = blocks(name, Files.readString(file));
                    if (!blocks.isEmpty()) {
                        examples.put(name, blocks);
                    }
                }
            }
        }
        return examples;
    }

    private static List<Block> blocks(String name, String source) {
        List<Block> blocks = new ArrayList<>();
        Matcher example = EXAMPLE.matcher(source);
        while (example.find()) {
            int line = (int) source.substring(0, example.start(1)).lines().count() + 1;
            blocks.add(new Block(
                    name, line, "java", MARGIN.matcher(example.group(1)).replaceAll(""), ""));
        }
        return blocks;
    }
}
