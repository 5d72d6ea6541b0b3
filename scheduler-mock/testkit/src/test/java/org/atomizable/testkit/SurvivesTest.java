package org.atomizable.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.bug.Bugs;
import org.atomizable.testkit.bug.KnownFaults;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.fault.FaultyJob;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.Rule;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SurvivesTest {

    @Test
    void aCorrectJobSurvivesEveryFault() {
        assertThatCode(() -> Contracts.assertSurvives(Regression::new)).doesNotThrowAnyException();
    }

    @Test
    void anInjectedFailureLogsNoStackThatLooksLikeOneOfTheJob() {
        FaultyJob.Plan plan = new FaultyJob.Plan(Optional.of(new Fault(Fault.Kind.EXCEPTION, 0)), 0);

        assertThatThrownBy(() -> new FaultyJob(new Regression(), () -> plan, TimeSource.system()).run(0))
                .hasMessage(FaultyJob.INJECTED)
                .satisfies(it -> assertThat(it.getStackTrace()).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(Fault.Kind.class)
    void aJobThatForgetsIsFoundWithEachFault(Fault.Kind kind) {
        ContractViolation found = catchThrowableOfType(
                ContractViolation.class, () -> Contracts.assertSurvives(Bugs.OptimizerForgotten::new, kind));

        assertThat(found).as("a violation with " + kind).isNotNull();
        assertThat(found.rule()).isEqualTo(Rule.SURVIVES);
    }

    @Test
    void aJobThatGivesBackACacheSurvivesPressure() {
        class Caching extends Regression implements Shrinkable {
            private final Map<Long, Double> cache = new HashMap<>();

            @Override
            public void run(long atom) throws Exception {
                cache.put(atom, 1.0);
                super.run(atom);
            }

            @Override
            public Bytes shrink(Pressure pressure) {
                Bytes freed = Bytes.of(8L * cache.size());
                cache.clear();
                return freed;
            }
        }
        assertThatCode(() -> Contracts.assertSurvivesPressure(Caching::new)).doesNotThrowAnyException();
        assertThatCode(() -> Contracts.assertSurvivesPressure(Regression::new)).doesNotThrowAnyException();
    }

    @Test
    void aJobThatGivesBackWhatItNeedsIsToldSo() {
        assertThatThrownBy(() -> Contracts.assertSurvivesPressure(Bugs.ShrinkLosesState::new))
                .isInstanceOf(ContractViolation.class)
                .hasMessageContaining(Cause.SHRINK_LOSES_STATE.title())
                .hasMessageContaining("asked-for-memory@");
    }

    @Test
    void theSimplestScheduleIsToldAndFailsAgain() {
        ContractViolation found = catchThrowableOfType(
                ContractViolation.class,
                () -> Contracts.assertSurvives(KnownFaults.RandomNotSaved::new, Fault.Kind.KILL));

        String schedule = found.getMessage().replaceAll("(?s).*Schedule.parse\\(\"([^\"]*)\"\\).*", "$1");
        assertThat(Schedule.parse(schedule).windows()).as(schedule).hasSizeLessThanOrEqualTo(2);
        assertThatThrownBy(() -> Contracts.assertSurvives(KnownFaults.RandomNotSaved::new, Schedule.parse(schedule)))
                .isInstanceOf(ContractViolation.class);
    }

    @Test
    void aFailureOfTheJobItselfIsNotTakenForAFault() {
        class Broken extends Regression {
            @Override
            public void run(long atom) {
                throw new IllegalStateException("no such file");
            }
        }
        assertThatThrownBy(() -> Contracts.assertSurvives(Broken::new))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no such file");
    }
}
