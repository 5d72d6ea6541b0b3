package org.atomizable.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.core.annotate.Compiled;
import org.atomizable.core.catalogue.AnnotatedPrograms.Program;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An annotated class is exact, or it is refused by name: by the compiler, before it runs, or at its first commits. */
class AnnotatedJobsTest {

    @TempDir
    static Path classes;

    private static ClassLoader before;
    private static URLClassLoader loader;

    @TempDir
    Path directory;

    /** One compilation for all, as a user's build does it. */
    @BeforeAll
    static void compile() throws IOException {
        before = Thread.currentThread().getContextClassLoader();
        Compiled compiled = Compiled.of(Stream.concat(AnnotatedPrograms.refusedLater(), AnnotatedPrograms.right())
                .map(Program::source)
                .toArray(String[]::new));
        assertThat(compiled.errors())
                .filteredOn(it -> !it.contains("auxiliary"))
                .isEmpty();
        compiled.classes().forEach(AnnotatedJobsTest::write);
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, AnnotatedJobsTest.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
    }

    private static void write(String name, byte[] code) {
        try {
            Path file = classes.resolve(name.replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, code);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void close() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        loader.close();
    }

    static Stream<Program> refusedByTheCompiler() {
        return AnnotatedPrograms.refusedByTheCompiler();
    }

    static Stream<Program> refusedLater() {
        return AnnotatedPrograms.refusedLater();
    }

    static Stream<Program> right() {
        return AnnotatedPrograms.right();
    }

    @ParameterizedTest
    @MethodSource("refusedByTheCompiler")
    void whatTheCompilerSeesIsAnErrorThatNamesIt(Program program) {
        assertThat(Compiled.of(program.source()).errors())
                .anySatisfy(it -> assertThat(it).contains(program.words()));
    }

    @ParameterizedTest
    @MethodSource("refusedLater")
    void whatItDoesNotSeeIsRefusedByNameBeforeItCostsMoreThanTheFirstAtoms(Program program) throws Exception {
        Verdict.of("jobs." + program.name(), directory)
                .assertRefused(program.words().toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("right")
    void anExactJobRunsAndEndsCutInTheBitsOfItsStraightRun(Program program) throws Exception {
        assertThat(Verdict.of("jobs." + program.name(), directory).refusal()).isEmpty();
        NamedJob named = new NamedJob("jobs." + program.name(), Map.of());
        assertThat(Verdict.end(named, true)).isEqualTo(Verdict.end(named, false));
    }
}
