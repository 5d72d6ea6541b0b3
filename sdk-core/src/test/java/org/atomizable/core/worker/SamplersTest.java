package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.SamplerSource;
import org.junit.jupiter.api.Test;

class SamplersTest {

    private record Job(Optional<Bytes> memoryUsed) implements Atomizable {

        @Override
        public JobSpec spec() {
            return JobSpec.of("job", 1);
        }

        @Override
        public void run(long atom) {}

        @Override
        public void save(StateWriter to) {}

        @Override
        public void restore(StateReader from) {}
    }

    private final SamplerSource samplers = Samplers.of(800.0, TimeSource.system());

    @Test
    void aJobThatDoesNotCountIsMeasuredAsItIs() throws Exception {
        Bytes measured = samplers.of(new Job(Optional.empty())).peak();

        // A JVM is larger than that, and 800 of them are larger than any machine of a test.
        assertThat(measured).isBetween(Bytes.mebi(16), Bytes.gibi(16));
    }

    @Test
    void aJobThatCountsIsBelieved() throws Exception {
        assertThat(samplers.of(new Job(Optional.of(Bytes.mebi(1)))).peak()).isEqualTo(Bytes.mebi(800));
        assertThat(samplers.of(new Job(Optional.of(Bytes.ZERO))).peak()).isEqualTo(Bytes.ZERO);
    }

    @Test
    void whereMemoryIsRealJobsThatCountAreMeasuredToo() throws Exception {
        SamplerSource real = Samplers.of(null, TimeSource.system());
        assertThat(real.of(new Job(Optional.of(Bytes.ZERO))).peak()).isGreaterThan(Bytes.mebi(16));
    }

    @Test
    void aJobThatDoesNotCountNeedsWhatItsProcessNeedsToo() {
        JobSpec spec = JobSpec.of("small", 1).withMemory(Bytes.mebi(1));

        assertThat(Samplers.withProcess(spec, new Job(Optional.empty())).memory())
                .contains(Bytes.mebi(512));
        assertThat(Samplers.withProcess(spec, new Job(Optional.of(Bytes.ZERO))).memory())
                .contains(Bytes.mebi(1));
        JobSpec large = spec.withMemory(Bytes.gibi(3));
        assertThat(Samplers.withProcess(large, new Job(Optional.empty()))).isEqualTo(large);
    }
}
