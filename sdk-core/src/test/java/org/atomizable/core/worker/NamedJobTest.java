package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.annotation.AtomizedJob;
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
}
