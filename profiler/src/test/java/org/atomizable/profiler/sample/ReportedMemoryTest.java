package org.atomizable.profiler.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.junit.jupiter.api.Test;

class ReportedMemoryTest {

    private record Counting(Optional<Bytes> memoryUsed) implements Atomizable {

        @Override
        public JobSpec spec() {
            return JobSpec.of("counting", 1);
        }

        @Override
        public void run(long atom) {}

        @Override
        public void save(StateWriter to) {}

        @Override
        public void restore(StateReader from) {}
    }

    @Test
    void whatAJobCountsIsScaled() {
        Counting job = new Counting(Optional.of(Bytes.mebi(100)));
        assertThat(ReportedMemory.of(job, 1).peak()).isEqualTo(Bytes.mebi(100));
        assertThat(ReportedMemory.of(job, 1.5).peak()).isEqualTo(Bytes.mebi(150));
        assertThat(ReportedMemory.of(job, 0).peak()).isEqualTo(Bytes.ZERO);
    }

    @Test
    void aJobThatDoesNotCountUsesNoBytes() {
        assertThat(ReportedMemory.of(new Counting(Optional.empty()), 3).peak()).isEqualTo(Bytes.ZERO);
    }

    @Test
    void whatAJobDoesNotCountIsMeasuredAndNotScaled() {
        Counting silent = new Counting(Optional.empty());
        Counting telling = new Counting(Optional.of(Bytes.mebi(1)));
        assertThat(ReportedMemory.of(silent, 800, () -> Bytes.mebi(200)).peak()).isEqualTo(Bytes.mebi(200));
        assertThat(ReportedMemory.of(telling, 800, () -> Bytes.mebi(200)).peak())
                .isEqualTo(Bytes.mebi(800));
    }

    @Test
    void aScaleThatIsNoFactorIsRefused() {
        Counting job = new Counting(Optional.empty());
        assertThatIllegalArgumentException().isThrownBy(() -> ReportedMemory.of(job, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> ReportedMemory.of(job, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> ReportedMemory.of(job, Double.POSITIVE_INFINITY));
    }
}
