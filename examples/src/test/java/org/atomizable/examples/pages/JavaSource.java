package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;

/**
 * A file of Java made from blocks: one that is a whole file, or the parts on a page inside the class that they need.
 *
 * <p>That class is a resource, {@code pages/docs/djl.java} for {@code docs/djl.md}. A comment {@code // block 2} in it stands for the
 * page's second part. Its {@code main}, if it has one, runs what the page shows. Examples in Javadoc are such parts too; the class around
 * those of {@code Run} is {@code pages/javadoc/Run.java}.
 */
record JavaSource(String place, String name, String text) {

    private static final Pattern TYPE =
            Pattern.compile("^(?:public )?(?:final )?(?:class|interface|record|enum) (\\w+)", Pattern.MULTILINE);
    private static final Pattern PARAMETER = Pattern.compile(" -p (\\w+)=(\\S+)");
    private static final Pattern JOB = Pattern.compile("public (final )?class \\w+ implements Atomizable\\b");
    private static final Pattern HERE = Pattern.compile("(?m)^ *// block (\\d+)$");

    static List<JavaSource> all() throws IOException {
        List<JavaSource> all = new ArrayList<>();
        for (Page page : Page.all()) {
            List<Block> parts = new ArrayList<>();
            for (Block block : page.blocks()) {
                if (block.isWholeJavaFile()) {
                    all.add(of(block.place(), block.text()));
                } else if (block.is("java")) {
                    parts.add(block);
                }
            }
            if (!parts.isEmpty()) {
                all.add(around(page.name(), page.name().replace(".md", ".java"), parts));
            }
        }
        for (Map.Entry<String, List<Block>> each : Javadoc.examples().entrySet()) {
            all.add(around(each.getKey(), "javadoc/" + Path.of(each.getKey()).getFileName(), each.getValue()));
        }
        return all;
    }

    private static JavaSource of(String place, String text) {
        Matcher type = TYPE.matcher(text);
        assertThat(type.find()).isTrue();
        return new JavaSource(place, type.group(1), text);
    }

    private static JavaSource around(String page, String inside, List<Block> parts) throws IOException {
        String resource = "/pages/" + inside;
        String outer;
        try (InputStream in = JavaSource.class.getResourceAsStream(resource)) {
            assertThat(in)
                    .as("%s is no whole file. Write src/test/resources%s with the class around it", parts, resource)
                    .isNotNull();
            outer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<Integer> used = HERE.matcher(outer)
                .results()
                .map(it -> Integer.valueOf(it.group(1)))
                .toList();
        assertThat(used)
                .as("%s shows each part of %s once", resource, page)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, parts.size()).boxed().toList());
        String whole = HERE.matcher(outer)
                .replaceAll(it -> Matcher.quoteReplacement(
                        parts.get(Integer.parseInt(it.group(1)) - 1).text()));
        return of(page, whole);
    }

    boolean hasMain() {
        return text.contains("public static void main(");
    }

    boolean isJob() {
        return JOB.matcher(text).find()
                || text.contains("@AtomizedJob")
                || hasMain() && text.contains("Atomizable.loop(");
    }

    /** Returns the parameters that the page's first command with this job gives it. */
    Map<String, String> parameters() throws IOException {
        Map<String, String> given = new TreeMap<>();
        Path page = Page.HOME.resolve(place.substring(0, Math.max(0, place.indexOf(':'))));
        if (page.toString().endsWith(".md")) {
            Matcher command =
                    Pattern.compile("`[^`\\n]* run [^`\\n]* " + name + "`").matcher(Files.readString(page));
            if (command.find()) {
                PARAMETER.matcher(command.group()).results().forEach(it -> given.put(it.group(1), it.group(2)));
            }
        }
        return given;
    }

    /** Compiles it into a directory, with the annotation processors of the class path, as a user's javac does. */
    void compile(Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve(name + ".java"), text);
        List<String> arguments = new ArrayList<>(List.of(
                "-encoding", "UTF-8", "-d", directory.toString(), "-cp", System.getProperty("java.class.path")));
        if (Runtime.version().feature() >= 23) {
            arguments.add("-proc:full");
        }
        arguments.add(file.toString());
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertThat(code)
                .as("%s: %s", place, messages.toString(StandardCharsets.UTF_8))
                .isZero();
    }

    @Override
    public String toString() {
        return place + " " + name;
    }
}
