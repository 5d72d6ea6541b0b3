package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program of docs/loops.md compiles, and ends cut in the bits and with the line of the program alone. */
class LoopsPageTest {

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

    /** Cuts after turns 1, 3, 6, 10 and so on. */
    private static final int MOST_CUTS = 12;

    @TempDir
    Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final PrintStream out = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    static List<String> programs() throws Exception {
        List<String> programs = JAVA.matcher(Files.readString(Path.of("../docs/loops.md")))
                .results()
                .map((MatchResult it) -> it.group(1))
                .toList();
        assertThat(programs).hasSize(4);
        return programs;
    }

    @BeforeEach
    void capture() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setOut(out);
        Thread.currentThread().setContextClassLoader(before);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theProgramEndsCutAsItEndsAlone(String source) throws Exception {
        Matcher name = CLASS.matcher(source);
        assertThat(name.find()).isTrue();
        Path file = Files.writeString(directory.resolve(name.group(1) + ".java"), source);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-encoding",
                        "UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(code).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            loader.loadClass(name.group(1)).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            String alone = printed.toString(StandardCharsets.UTF_8);
            assertThat(alone).hasLineCount(1);

            NamedJob job = new NamedJob(name.group(1), Map.of());
            String straight =
                    StraightRun.of(job, VirtualTime.create(), next -> {}).sha256();
            assertThat(cut(job)).isEqualTo(straight);
            assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(alone.repeat(3));
        }
    }

    private String cut(NamedJob named) throws Exception {
        Atomizable job = named.create();
        try (CheckpointStore store =
                Checkpoints.in(directory.resolve("store"), job.spec().name())) {
            long cuts = 0;
            for (long next = 0; job.spec().atomsLeft(next) > 0 && !job.enough(next); ) {
                job.run(next);
                next++;
                if (cuts < MOST_CUTS && next == (cuts + 1) * (cuts + 2) / 2) {
                    cuts++;
                    commit(job, next, store);
                    job.close();
                    job = named.create();
                    job.restore(store.latest().orElseThrow().state());
                }
                if (job.spec().atomsLeft(next) == 0 || job.enough(next)) {
                    commit(job, next, store);
                }
            }
            job.evaluate();
            job.close();
            return store.latest().orElseThrow().sha256();
        }
    }

    private static void commit(Atomizable job, long next, CheckpointStore store) throws Exception {
        try (CheckpointStore.Draft draft = store.open(next, FencingToken.NONE)) {
            job.save(draft.state());
            draft.commit();
        }
    }
}
