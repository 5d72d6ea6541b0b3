package org.atomizable.examples.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown file and its code blocks.
 *
 * @param name its path from the top directory
 */
record Page(String name, List<Block> blocks) {

    static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern FENCE = Pattern.compile("( *)(```+|~~~+) *([^` ]*).*");
    private static final Pattern INDENTED = Pattern.compile(" {4,}\\S.*|\t.*");
    private static final Pattern LIST = Pattern.compile(" *([-*+]|\\d+\\.) .*| {2,}\\S.*");

    Page {
        blocks = List.copyOf(blocks);
    }

    /** All Markdown files: those of docs and of the top directory. */
    static List<Path> files() throws IOException {
        try (Stream<Path> docs = Files.walk(HOME.resolve("docs"));
                Stream<Path> top = Files.list(HOME)) {
            return Stream.concat(docs, top)
                    .filter(it -> it.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (Path file : files()) {
            pages.add(read(HOME.relativize(file).toString(), Files.readAllLines(file)));
        }
        return pages;
    }

    /** The blocks of all pages in one language. */
    static List<Block> blocks(String language) throws IOException {
        return all().stream()
                .flatMap(it -> it.blocks().stream())
                .filter(it -> it.is(language))
                .toList();
    }

    /** The statements of its blocks of shell, in order. */
    List<Statement> statements() throws IOException, InterruptedException {
        List<Statement> all = new ArrayList<>();
        for (Block block : blocks) {
            if (block.is("sh")) {
                all.addAll(Statement.of(block));
            }
        }
        return all;
    }

    static Page read(String name, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        String last = "";
        boolean blank = true;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher fence = FENCE.matcher(line);
            if (fence.matches()) {
                int end = closing(name, lines, i, fence.group(2));
                int margin = fence.group(1).length();
                blocks.add(new Block(
                        name, i + 2, fence.group(3), text(lines.subList(i + 1, end), margin), paragraph.toString()));
                paragraph.setLength(0);
                i = end;
                blank = true;
                last = "";
                continue;
            }
            if (blank && INDENTED.matcher(line).matches() && !LIST.matcher(last).matches()) {
                blocks.add(new Block(name, i + 1, "", line.strip() + "\n", paragraph.toString()));
            }
            if (blank && !line.isBlank()) {
                paragraph.setLength(0);
            }
            blank = line.isBlank();
            if (!blank) {
                paragraph.append(line.strip()).append(' ');
                last = line;
            }
        }
        return new Page(name, blocks);
    }

    private static int closing(String name, List<String> lines, int opening, String fence) {
        for (int i = opening + 1; i < lines.size(); i++) {
            if (lines.get(i).strip().equals(fence)) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                "%s:%s opens a block that nothing closes. Add a line %s".formatted(name, opening + 1, fence));
    }

    private static String text(List<String> lines, int margin) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(line.substring(
                            Math.min(margin, line.length() - line.stripLeading().length())))
                    .append('\n');
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return name;
    }
}
