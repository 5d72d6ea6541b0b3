package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.JobSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that were not written for this project, and resume by themselves. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResumableJobTest {

    @TempDir
    Path directory;

    private JobSource job(String how, String... more) {
        String command = "%s %s %s".formatted(Python.command(), Python.program(directory, "resumes.py"), how);
        Map<String, String> parameters = Python.job(command, more);
        parameters.putAll(Map.of("resumable", "true", "name", "resumes", "atom-seconds", "1"));
        return () -> new CommandFactory().create(parameters);
    }

    private CheckpointStore store() throws Exception {
        return Checkpoints.in(directory.resolve("store"), "resumes");
    }

    private static String failure(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).message();
    }

    @Test
    void itIsStoppedAndGoesOnInAnotherWorkerUntilItIsFinished() throws Exception {
        Outcome outcome = new Outcome.Yielded(0, StopReason.ASKED);
        int windows = 0;
        while (!(outcome instanceof Outcome.Finished)) {
            assertThat(outcome).isInstanceOf(Outcome.Yielded.class);
            // Two subjobs of one worker, then another.
            try (Windows worker = new Windows(job("well"), store(), 2L * windows + 1)) {
                for (int i = 0; i < 2 && !(outcome instanceof Outcome.Finished); i++) {
                    outcome = worker.run(outcome.nextAtom(), 1).outcome();
                    assertThat(windows++).as("windows").isLessThan(30);
                }
            }
        }

        Checkpoint last = store().latest().orElseThrow();
        String total = Python.straight(Python.command()
                + " -c 'import random; print(sum(random.Random(i).randrange(1000) for i in range(60)))'");
        assertThat(StandardCharsets.UTF_8
                        .decode(last.state().tensor("file:result/0").data())
                        .toString())
                .isEqualTo(total.strip());
        assertThat(windows).isGreaterThan(1);
    }

    @Test
    void aProgramThatFailsIsToldWithItsExitCode() throws Exception {
        try (Windows worker = new Windows(job("fails"), store(), 1)) {
            assertThat(failure(worker.run(0, 5).outcome())).contains("did not end atom", "exit code 3");
        }
        assertThat(store().latest()).isEmpty();
    }

    @Test
    void aProgramThatDoesNotHearTheSignalIsEndedAfterTheLimit() throws Exception {
        try (Windows worker = new Windows(job("deaf", "answer-limit", "1"), store(), 1)) {
            assertThat(failure(worker.run(0, 1).outcome()))
                    .contains("did not end within 1 s after SIGTERM", "ATOMIZABLE_STATE", "exit code 85");
        }
        assertThat(store().latest()).isEmpty();
    }
}
