package org.atomizable.examples.annotated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.examples.Cut;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds docs/annotations.md to what it says. */
class AnnotationsPageTest {

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path directory;

    /** Compiles as a user does: javac finds the processor on the class path. */
    private void compile(String name, String source) throws Exception {
        Path file = Files.writeString(directory.resolve(name + ".java"), source);
        List<String> arguments = new ArrayList<>();
        if (Runtime.version().feature() >= 23) {
            arguments.add("-proc:full");
        }
        arguments.addAll(List.of("-d", directory.toString(), "-cp", classPath(), file.toString()));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static String classPath() {
        return Stream.of(AtomizedJob.class, NamedJob.class, NullMarked.class)
                .map(it -> it.getProtectionDomain().getCodeSource().getLocation())
                .map(it -> Path.of(URI.create(it.toString())).toString())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the source on the page that contains a class. */
    private static String source(String name) throws Exception {
        return JAVA.matcher(Files.readString(Path.of("../docs/annotations.md")))
                .results()
                .map(it -> it.group(1))
                .filter(it -> it.contains("class " + name + " {"))
                .findFirst()
                .orElseThrow();
    }

    private StraightRun runWhole(NamedJob job) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            StraightRun straight = StraightRun.of(job, VirtualTime.create(), next -> {});
            assertThat(Cut.at(job, directory.resolve("store"), 1, 13)).isEqualTo(straight.sha256());
            return straight;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theJobOnThePageCompilesAndEndsInTheBitsOfItsStraightRun() throws Exception {
        compile("Pi", source("Pi").replace("atoms = 1000", "atoms = 20"));

        StraightRun straight = runWhole(new NamedJob("Pi", Map.of()));

        assertThat(straight.metric().orElseThrow().value()).isBetween(3.13, 3.15);
    }

    @Test
    void theJobWithParametersTakesThem() throws Exception {
        compile("Walk", source("Walk"));

        StraightRun straight = runWhole(new NamedJob("Walk", Map.of("drift", "0.1", "seed", "7")));

        assertThat(straight.metric().orElseThrow().value())
                .as("100 times 1000 steps of 0.1")
                .isBetween(9_500.0, 10_500.0);
    }
}
