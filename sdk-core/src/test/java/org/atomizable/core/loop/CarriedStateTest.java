package org.atomizable.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.core.loop.WrongLoops.Refused;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A loop is exact, or it is refused by name before it runs. */
class CarriedStateTest {

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
    void aLoopThatCarriesWhatItDidNotRegisterIsRefusedByName(Class<?> program) {
        assertThatThrownBy(() -> LoopJob.of(program, List.of()).close())
                .isInstanceOf(LoopException.class)
                .hasMessageContainingAll(program.getAnnotation(Refused.class).value());
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
                    SavedState saved = new SavedState();
                    job.save(saved);
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
