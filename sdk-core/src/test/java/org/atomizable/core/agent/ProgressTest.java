package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.core.report.Fault;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Outcome.Failed FAILED = new Outcome.Failed(5, FailureKind.JOB, "cursed");

    @Test
    void aJobIsGivenUpAfterSoManyFailuresWithoutAnAtomGained() {
        Progress progress = Progress.startingAt(5);
        for (int i = 1; i < AgentOptions.DEFAULT.mostFailures(); i++) {
            progress = progress.after(FAILED, Fault.JOB);
            assertThat(progress.verdict(FAILED, 5, AgentOptions.DEFAULT)).isEmpty();
        }

        progress = progress.after(FAILED, Fault.JOB);

        assertThat(progress.verdict(FAILED, 5, AgentOptions.DEFAULT))
                .contains(new AgentResult.Failed(FailureKind.JOB, "cursed", 5));
    }

    @Test
    void anAtomGainedForgivesEarlierFailures() {
        Progress progress = Progress.startingAt(5)
                .after(FAILED, Fault.JOB)
                .after(FAILED, Fault.JOB)
                .after(new Outcome.Yielded(6, StopReason.TIME), Fault.NODE);

        assertThat(progress.failures()).isZero();
    }

    @Test
    void aFencedAgentStopsAtOnce() {
        Outcome fenced = new Outcome.Failed(5, FailureKind.FENCED, "another worker");

        assertThat(Progress.startingAt(5).after(fenced, Fault.SCHEDULER).verdict(fenced, 5, AgentOptions.DEFAULT))
                .get()
                .isInstanceOf(AgentResult.Failed.class);
    }

    @Test
    void toYieldIsNotToFinish() {
        Outcome yielded = new Outcome.Yielded(10, StopReason.ALL_ATOMS_DONE);

        assertThat(Progress.startingAt(5).after(yielded, Fault.NODE).verdict(yielded, 5, AgentOptions.DEFAULT))
                .isEmpty();
        assertThat(Progress.startingAt(5)
                        .after(new Outcome.Finished(10), Fault.NODE)
                        .verdict(new Outcome.Finished(10), 5, AgentOptions.DEFAULT))
                .contains(new AgentResult.Finished(10));
    }

    @Test
    void aJobWhoseLastReportCameTooLateHasFinishedAllTheSame() {
        Outcome late = new Outcome.Failed(10, FailureKind.OVERRUN, "taken back before its subjob ended");
        Progress progress = Progress.startingAt(5).after(late, Fault.NODE);

        assertThat(progress.verdict(late, 0, AgentOptions.DEFAULT)).contains(new AgentResult.Finished(10));
        assertThat(progress.verdict(late, 1, AgentOptions.DEFAULT)).isEmpty();
    }

    @Test
    void whatTheMachineTheSchedulerOrTheStoreCausedIsNeverCounted() {
        Outcome overrun = new Outcome.Failed(5, FailureKind.OVERRUN, "taken back");
        Progress progress = Progress.startingAt(5).after(FAILED, Fault.JOB);
        for (Fault fault : new Fault[] {Fault.NODE, Fault.SCHEDULER, Fault.STORE}) {
            for (int i = 0; i < 100; i++) {
                progress = progress.after(overrun, fault);
            }
        }
        assertThat(progress.failures()).isEqualTo(1);
        assertThat(progress.verdict(overrun, 5, AgentOptions.DEFAULT)).isEmpty();
    }
}
