package org.atomizable.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Map;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.testkit.bug.Bugs;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.Rule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class OtherJvmsTest {

    private static NamedJob named(Class<?> job) {
        return new NamedJob(job.getName(), Map.of());
    }

    @Test
    void aCorrectJobHasTheSameStatesEverywhere() {
        assertThatCode(() -> Contracts.assertRepeatableInOtherJvms(named(Regression.class)))
                .doesNotThrowAnyException();
    }

    @Test
    void theOrderOfASetIsFoundThatOneJvmAloneCannotShow() {
        assertThatCode(() -> Contracts.assertRepeatable(Bugs.SetWithoutOrder::new))
                .doesNotThrowAnyException();

        ContractViolation found = catchThrowableOfType(
                ContractViolation.class,
                () -> Contracts.assertRepeatableInOtherJvms(named(Bugs.SetWithoutOrder.class)));

        assertThat(found).as("a contract violation").isNotNull();
        assertThat(found.rule()).isEqualTo(Rule.REPEATABLE);
        assertThat(found.cause()).isEqualTo(Cause.NOT_FOUND);
        assertThat(found)
                .hasMessageContaining("in another JVM atom 0 ended in other bits")
                .hasMessageContaining("calls Set.copyOf()")
                .hasMessageContaining("Bugs$SetWithoutOrder");
    }

    /** Runs in the JVM that runs the tests, and in no other. */
    public static final class AtHome extends Regression {
        @Override
        public void run(long atom) throws Exception {
            super.run(atom);
            if (System.getProperty("at.home") == null) {
                throw new IllegalStateException("where am I");
            }
        }
    }

    @Test
    void aJobThatOtherJvmsCannotRunIsNamedWithWhatTheySaid() {
        System.setProperty("at.home", "");
        try {
            assertThatThrownBy(() -> Contracts.assertRepeatableInOtherJvms(named(AtHome.class)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("AtHome")
                    .hasMessageContaining("where am I");
        } finally {
            System.clearProperty("at.home");
        }
    }
}
