package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Freezing and ranking a process that has started another, as a worker that runs a command does. */
@Timeout(600)
class ProcessControlTest {

    private Process parent;

    @BeforeEach
    void start() throws IOException {
        assumeThat(Path.of("/proc/self/stat")).as("the system has /proc").exists();
        parent = new ProcessBuilder("sh", "-c", "sleep 600 & wait").start();
        while (parent.descendants().findAny().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void end() {
        parent.descendants().forEach(ProcessHandle::destroyForcibly);
        parent.destroyForcibly();
    }

    @Test
    void allItsProcessesAreFrozenAndGoOn() throws IOException {
        ProcessControl control = new ProcessControl(parent.toHandle());
        control.freeze();
        awaitStates("T");
        control.thaw();
        awaitStates("S");
    }

    @Test
    void allItsProcessesAreRanked() throws IOException {
        ProcessControl control = new ProcessControl(parent.toHandle());
        control.rank(700);
        assertThat(score(parent.toHandle())).isEqualTo("700");
        assertThat(score(child())).isEqualTo("700");
        control.rank(900);
        assertThat(score(child())).isEqualTo("900");
    }

    @Test
    void aProcessThatIsGoneIsLeftAlone() throws Exception {
        child().destroyForcibly();
        parent.destroyForcibly().waitFor();
        ProcessControl control = new ProcessControl(parent.toHandle());
        control.freeze();
        control.thaw();
        control.rank(1000);
        assertThat(parent.isAlive()).isFalse();
    }

    private ProcessHandle child() {
        return parent.descendants().findFirst().orElseThrow();
    }

    private void awaitStates(String state) throws IOException {
        while (!state(parent.toHandle()).equals(state) || !state(child()).equals(state)) {
            Thread.onSpinWait();
        }
        assertThat(state(child())).isEqualTo(state);
    }

    private static String state(ProcessHandle process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    }

    private static String score(ProcessHandle process) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "oom_score_adj"))
                .strip();
    }
}
