package org.atomizable.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.loop.WrongLoops.Refused;
import org.atomizable.core.loop.check.LoopCheck;
import org.atomizable.core.run.Plans;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.core.state.MemoryState;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/** A loop is exact, or it is refused by name: before it runs or, if it may only fill a buffer, by the check of its first subjob. */
class CarriedStateTest {

    @TempDir
    Path directory;

    static Stream<Class<?>> wrong() {
        return Stream.of(WrongLoops.class, WrongReach.class)
                .flatMap(it -> Stream.of(it.getDeclaredClasses()))
                .filter(it -> it.isAnnotationPresent(Refused.class));
    }

    static Stream<Class<?>> right() {
        return Stream.of(RightLoops.class, RightReach.class)
                .flatMap(it -> Stream.of(it.getDeclaredClasses()))
                .filter(it -> MainMethod.of(it, List.of()).isPresent());
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aLoopThatCarriesWhatItDidNotRegisterIsRefusedByName(Class<?> program) throws Exception {
        assertThat(refusal(program))
                .contains(program.getAnnotation(Refused.class).value());
    }

    @Test
    void aNumberWhoseNameWasNotCompiledIsRegisteredAsAnArrayOfItsType() {
        String program = Type.getInternalName(WrongLoops.BestValue.class);

        assertThat(LoopCheck.of(CarriedStateTest::withoutNames, program, "main").findings())
                .singleElement()
                .satisfies(
                        it -> assertThat(it.remedy()).contains("double[] name = run.state(\"name\", new double[1])"));
    }

    /** Returns the byte code that javac writes without -g. */
    private static Optional<byte[]> withoutNames(String type) {
        if (!type.startsWith(Type.getInternalName(WrongLoops.class))) {
            return Optional.empty();
        }
        try (InputStream code = WrongLoops.class.getResourceAsStream("/" + type + ".class")) {
            ClassNode node = new ClassNode();
            new ClassReader(Objects.requireNonNull(code)).accept(node, 0);
            node.methods.forEach(it -> it.localVariables = null);
            ClassWriter writer = new ClassWriter(0);
            node.accept(writer);
            return Optional.of(writer.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String refusal(Class<?> program) throws Exception {
        try {
            LoopJob.of(program, List.of()).close();
        } catch (LoopException e) {
            return String.valueOf(e.getMessage());
        }
        try (SubjobRunner runner = new SubjobRunner(
                new NamedJob(program.getName(), Map.of()),
                Checkpoints.in(directory.resolve("store"), "job"),
                any -> () -> Bytes.of(1),
                TimeSource.system())) {
            runner.checkOnce();
            Outcome outcome = runner.run(
                            Plans.of(1, 0, 12, TimeSource.system().now().plusSeconds(600)), (next, memory) -> {})
                    .outcome();
            assertThat(outcome).isInstanceOf(Outcome.Failed.class);
            return ((Outcome.Failed) outcome).message();
        }
    }

    @ParameterizedTest
    @MethodSource("right")
    void anExactLoopRunsAndEndsCutInTheBitsOfItsStraightRun(Class<?> program) throws Exception {
        assertThat(result(program, true)).isEqualTo(result(program, false));
    }

    private static Metric result(Class<?> program, boolean cut) throws Exception {
        LoopJob job = LoopJob.of(program, List.of());
        try {
            for (long next = 0; !isFinished(job, next); next++) {
                job.run(next);
                if (cut) {
                    MemoryState saved = MemoryState.of(job);
                    if (next % 3 != 0) {
                        job.close();
                        job = LoopJob.of(program, List.of());
                    }
                    job.restore(saved);
                }
            }
            return job.evaluate().orElseThrow();
        } finally {
            job.close();
        }
    }

    private static boolean isFinished(Atomizable job, long next) {
        return job.spec().atomsLeft(next) == 0 || job.enough(next);
    }
}
