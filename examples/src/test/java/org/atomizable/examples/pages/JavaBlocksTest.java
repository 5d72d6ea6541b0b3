package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each block of Java compiles; a job of it can be cut, and a program of it ends well. */
@Tag("slow")
class JavaBlocksTest {

    /** The atoms that a job runs here, and the one before which it is cut. */
    private static final int ATOMS = 5;

    private static final int CUT = 3;

    @TempDir
    Path directory;

    static List<JavaSource> sources() throws IOException {
        return JavaSource.all();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void compilesAndRuns(JavaSource source) throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        source.compile(classes);
        if (source.isJob()) {
            canBeCut(source, classes);
        } else if (source.hasMain()) {
            endsWell(source, classes);
        }
    }

    private void canBeCut(JavaSource source, Path classes) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            NamedJob job = new NamedJob(source.name(), source.parameters());
            assertThat(last(job, directory.resolve("cut"), CUT))
                    .as("%s ends in other bits if it is cut", source)
                    .isEqualTo(last(job, directory.resolve("straight"), ATOMS));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** The state after some atoms, cut once on the way unless the cut is the end. */
    private static String last(NamedJob named, Path directory, long cut) throws Exception {
        Atomizable job = named.create();
        try (CheckpointStore store = Checkpoints.in(directory, job.spec().name())) {
            long next = 0;
            for (long until : new long[] {cut, ATOMS}) {
                for (; next < until; next++) {
                    job.run(next);
                }
                try (CheckpointStore.Draft draft = store.open(next, FencingToken.NONE)) {
                    job.save(draft.state());
                    draft.commit();
                }
                job.close();
                job = named.create();
                job.restore(store.latest().orElseThrow().state());
            }
            return store.latest().orElseThrow().sha256();
        } finally {
            job.close();
        }
    }

    private void endsWell(JavaSource source, Path classes) throws Exception {
        Path here = Files.createDirectory(directory.resolve("here"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dai.djl.offline=true",
                        "-cp",
                        classes + ":" + System.getProperty("java.class.path"),
                        source.name())
                .directory(here.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", source, said).isZero();
    }
}
