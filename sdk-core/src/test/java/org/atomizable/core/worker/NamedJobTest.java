package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.api.spi.JobFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NamedJobTest {

    /** A job that is its own class. */
    public static final class Own implements Atomizable {
        @Override
        public JobSpec spec() {
            return JobSpec.of("own", 1);
        }

        @Override
        public void run(long atom) {}

        @Override
        public void save(StateWriter to) {}

        @Override
        public void restore(StateReader from) {}
    }

    /** A class whose tests are compiled without annotation processing. */
    @AtomizedJob(atoms = 1)
    static final class Unprocessed {}

    @Test
    void aJobIsFoundByItsFactorysName() throws Exception {
        assertThat(new NamedJob("counting", Map.of("atoms", "3"))
                        .create()
                        .spec()
                        .totalAtoms())
                .hasValue(3);
    }

    @Test
    void aJobIsFoundByItsFactorysClass() throws Exception {
        assertThat(new NamedJob(CountingJob.class.getName(), Map.of())
                        .create()
                        .spec()
                        .name())
                .isEqualTo("counting");
    }

    @Test
    void aJobIsFoundByItsOwnClass() throws Exception {
        assertThat(new NamedJob(Own.class.getName(), Map.of()).create().spec().name())
                .isEqualTo("own");
    }

    static List<Arguments> refused() {
        return List.of(
                Arguments.of("no.such.Job", "no.such.Job", "counting"),
                Arguments.of(Own.class.getCanonicalName(), "Write " + Own.class.getName(), ""),
                Arguments.of(Unprocessed.class.getName(), "annotation processing did not run", "<proc>full</proc>"),
                Arguments.of("java.lang.Object", "neither an Atomizable nor a JobFactory", ""),
                Arguments.of("java.lang.Math", "public constructor", ""),
                Arguments.of(Inner.class.getName(), "make it static", ""),
                Arguments.of(Refusing.class.getName(), "the optimizer keeps a thread. Correct the job", ""));
    }

    /** The known jobs, the JVM's name of a nested class, what to set, and no word of parameters where there are none. */
    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNoJobIsRefusedWithWhatToDo(String name, String reason, String remedy) {
        assertThatThrownBy(() -> new NamedJob(name, Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContainingAll(reason, remedy);
    }

    @Test
    void parametersThatAFactoryRefusesAreNamed() {
        assertThatThrownBy(() -> new NamedJob("counting", Map.of("atoms", "0")).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("atoms");
    }

    /** A job that needs an instance of the test. */
    public final class Inner implements Atomizable {
        public Inner() {}

        @Override
        public JobSpec spec() {
            return JobSpec.of("inner", 1);
        }

        @Override
        public void run(long atom) {}

        @Override
        public void save(StateWriter to) {}

        @Override
        public void restore(StateReader from) {}
    }

    /** Makes a job that cannot be made, whatever its parameters. */
    public static final class Refusing implements JobFactory {
        @Override
        public String name() {
            return "refusing";
        }

        @Override
        public String summary() {
            return "cannot be made";
        }

        @Override
        public Atomizable create(Map<String, String> parameters) {
            throw new IllegalArgumentException("the optimizer keeps a thread");
        }
    }
}
