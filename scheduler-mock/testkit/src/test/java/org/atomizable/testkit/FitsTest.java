package org.atomizable.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.JobSource;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.check.Fits;
import org.atomizable.testkit.check.Trial;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.Rule;
import org.junit.jupiter.api.Test;

class FitsTest {

    private static final long ATOMS = 300;

    /** A job whose times and memory a test decides, on a clock of its own. */
    private static final class Paced extends Regression {
        private final VirtualTime time;
        private final long slowFrom;
        private final long largeFrom;
        private boolean large;

        Paced(VirtualTime time, long slowFrom, long largeFrom) {
            this.time = time;
            this.slowFrom = slowFrom;
            this.largeFrom = largeFrom;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("paced", ATOMS);
        }

        @Override
        public void run(long atom) throws Exception {
            super.run(atom);
            large = atom >= largeFrom;
            // From some atom on each takes longer than all before together.
            time.sleep(
                    Duration.ofMillis(100).multipliedBy(atom < slowFrom ? 1 : 100L << Math.min(20, atom - slowFrom)));
        }

        @Override
        public Optional<Bytes> memoryUsed() {
            return Optional.of(large ? Bytes.gibi(90) : Bytes.gibi(2));
        }
    }

    private static Trial trial(long slowFrom, long largeFrom) {
        VirtualTime time = VirtualTime.create();
        JobSource source = () -> new Paced(time, slowFrom, largeFrom);
        return new Trial(source, ATOMS, Duration.ofDays(10_000), 7, time);
    }

    @Test
    void aSteadyJobFits() {
        assertThatCode(() -> Fits.check(trial(Long.MAX_VALUE, Long.MAX_VALUE))).doesNotThrowAnyException();
        assertThatCode(() -> Contracts.assertFitsByConstruction(Regression::new))
                .doesNotThrowAnyException();
    }

    @Test
    void aJobWhoseAtomsBecomeLongerAndLongerDoesNot() {
        ContractViolation found =
                catchThrowableOfType(ContractViolation.class, () -> Fits.check(trial(20, Long.MAX_VALUE)));
        assertThat(found).isNotNull();
        assertThat(found.rule()).isEqualTo(Rule.FITS);
        assertThat(found).hasMessageContaining("after its window");
    }

    @Test
    void aJobThatNeedsMoreMemoryThanItHadInTheMeasurementDoesNot() {
        ContractViolation found =
                catchThrowableOfType(ContractViolation.class, () -> Fits.check(trial(Long.MAX_VALUE, 30)));
        assertThat(found).isNotNull();
        assertThat(found.rule()).isEqualTo(Rule.FITS);
    }
}
