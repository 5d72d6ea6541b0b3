package org.atomizable.lab.bench;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.state.GeneratedJob;
import org.jspecify.annotations.NullMarked;

/**
 * The work as an annotated class. It is compiled here, with the annotation processor on the class path as a user has it, so that
 * generated code is measured and not a copy of it.
 */
final class AnnotatedWork implements AutoCloseable {

    private static final String NAME = "AnnotatedJob";
    private static final int NEEDS_PROC_FULL = 23;
    private static final String SOURCE = """
        import org.atomizable.api.annotation.*;
        import org.atomizable.lab.bench.Work;

        @AtomizedJob(name = "work", atoms = %sL)
        class %s {
            @State final double[] state = Work.state();

            @Atom void steps() {
                Work.steps(state, %sL);
            }
        }
        """;

    private final URLClassLoader loader;
    private final Atomizable job;

    private AnnotatedWork(URLClassLoader loader, Atomizable job) {
        this.loader = loader;
        this.job = job;
    }

    /** Compiles the class in a new directory and creates its job. */
    static AnnotatedWork of(long steps, Path directory) throws Exception {
        Files.createDirectories(directory);
        Path file = Files.writeString(directory.resolve(NAME + ".java"), SOURCE.formatted(Work.TOTAL, NAME, steps));
        compile(file, directory);
        URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, AnnotatedWork.class.getClassLoader());
        Class<?> generated = Class.forName(GeneratedJob.of(NAME), true, loader);
        return new AnnotatedWork(
                loader, (Atomizable) generated.getDeclaredConstructor().newInstance());
    }

    private static void compile(Path file, Path directory) throws AtomizableException, URISyntaxException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new AtomizableException(
                    "the annotated job cannot be compiled: the Java at %s has no compiler"
                            .formatted(System.getProperty("java.home")),
                    "Run the benchmark with a JDK, version 17 or newer");
        }
        List<String> arguments = new ArrayList<>(List.of("-d", directory.toString(), "-cp", classPath()));
        if (Runtime.version().feature() >= NEEDS_PROC_FULL) {
            arguments.add("-proc:full");
        }
        arguments.add(file.toString());
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        if (compiler.run(null, messages, messages, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException(
                    "the annotated job does not compile: " + messages.toString(StandardCharsets.UTF_8));
        }
    }

    /** The jars of sdk-api, sdk-core, JSpecify and this module; a class path in a manifest would hide them. */
    private static String classPath() throws URISyntaxException {
        List<String> places = new ArrayList<>();
        for (Class<?> each : List.of(Atomizable.class, GeneratedJob.class, NullMarked.class, Work.class)) {
            URL place = each.getProtectionDomain().getCodeSource().getLocation();
            places.add(Path.of(place.toURI()).toString());
        }
        return String.join(File.pathSeparator, places);
    }

    Atomizable job() {
        return job;
    }

    @Override
    public void close() throws IOException {
        job.close();
        loader.close();
    }
}
