package org.atomizable.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.atomizable.testkit.bug.Bugs;
import org.atomizable.testkit.bug.Regression;
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

    @ParameterizedTest
    @EnumSource(Fault.Kind.class)
    void aJobThatForgetsIsFoundWithEachFault(Fault.Kind kind) {
        ContractViolation found = catchThrowableOfType(
                ContractViolation.class, () -> Contracts.assertSurvives(Bugs.OptimizerForgotten::new, kind));

        assertThat(found).as("a violation with " + kind).isNotNull();
        assertThat(found.rule()).isEqualTo(Rule.SURVIVES);
    }

    @Test
    void theSimplestScheduleIsToldAndFailsAgain() {
        ContractViolation found = catchThrowableOfType(
                ContractViolation.class, () -> Contracts.assertSurvives(Bugs.RandomNotSaved::new, Fault.Kind.KILL));

        String schedule = found.getMessage().replaceAll("(?s).*Schedule.parse\\(\"([^\"]*)\"\\).*", "$1");
        assertThat(Schedule.parse(schedule).windows()).as(schedule).hasSizeLessThanOrEqualTo(2);
        assertThatThrownBy(() -> Contracts.assertSurvives(Bugs.RandomNotSaved::new, Schedule.parse(schedule)))
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
