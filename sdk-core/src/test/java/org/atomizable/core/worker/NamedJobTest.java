package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.api.spi.JobFactory;
import org.junit.jupiter.api.Test;

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

    @Test
    void anAnnotatedClassThatWasNotProcessedIsRefusedWithWhatToSet() {
        assertThatThrownBy(() -> new NamedJob(Unprocessed.class.getName(), Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("annotation processing did not run")
                .hasMessageContaining("<proc>full</proc>");
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> new NamedJob("no.such.Job", Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("no.such.Job")
                .hasMessageContaining("counting");
    }

    @Test
    void aClassThatIsNoJobIsRefused() {
        assertThatThrownBy(() -> new NamedJob("java.lang.Object", Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("neither an Atomizable nor a JobFactory");
    }

    @Test
    void aClassThatCannotBeInstantiatedIsRefused() {
        assertThatThrownBy(() -> new NamedJob("java.lang.Math", Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("public constructor");
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

    @Test
    void anInnerClassIsToBeStatic() {
        assertThatThrownBy(() -> new NamedJob(Inner.class.getName(), Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("make it static");
    }

    @Test
    void aNestedClassThatIsNamedAsInTheSourceIsProposedAsTheJvmNamesIt() {
        assertThatThrownBy(() -> new NamedJob(Own.class.getCanonicalName(), Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("Write " + Own.class.getName());
    }

    @Test
    void aRefusedJobWithoutParametersIsNotSaidToHaveWrongOnes() {
        assertThatThrownBy(() -> new NamedJob(Refusing.class.getName(), Map.of()).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("the optimizer keeps a thread. Correct the job");
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
