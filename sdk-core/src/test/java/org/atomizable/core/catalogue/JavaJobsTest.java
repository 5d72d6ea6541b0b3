package org.atomizable.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job in Java is exact, or it is refused by name before it runs, or after its first atoms. */
class JavaJobsTest {

    @TempDir
    Path directory;

    static Stream<Class<?>> wrong() {
        return Stream.of(
                        WrongJobs.class,
                        WrongRestores.class,
                        WrongLambdas.class,
                        WrongSums.class,
                        WrongResets.class,
                        WrongSettings.class,
                        WrongCopies.class,
                        WrongTransients.class,
                        WrongHelpers.class)
                .flatMap(it -> Stream.of(it.getDeclaredClasses()))
                .filter(it -> it.isAnnotationPresent(Refused.class));
    }

    static Stream<Class<?>> right() {
        return Stream.of(
                        RightJobs.class,
                        RightRestores.class,
                        RightLambdas.class,
                        RightSums.class,
                        RightResets.class,
                        RightSettings.class,
                        RightCopies.class,
                        RightTransients.class,
                        RightHelpers.class)
                .flatMap(it -> Stream.of(it.getDeclaredClasses()))
                .filter(it -> SumJob.class.isAssignableFrom(it) && !Modifier.isAbstract(it.getModifiers()));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aJobThatForgetsIsRefusedByName(Class<?> job) throws Exception {
        Verdict.of(job.getName(), directory)
                .assertRefused(job.getAnnotation(Refused.class).value());
    }

    @ParameterizedTest
    @MethodSource("right")
    void anExactJobRunsAndEndsCutInTheBitsOfItsStraightRun(Class<?> job) throws Exception {
        assertThat(Verdict.of(job.getName(), directory).refusal()).isEmpty();
        NamedJob named = new NamedJob(job.getName(), Map.of());
        assertThat(Verdict.end(named, true)).isEqualTo(Verdict.end(named, false));
    }
}
