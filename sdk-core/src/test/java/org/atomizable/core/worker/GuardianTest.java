package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A guardian beside a worker that is a shell, which ignores signals and has put another into a session of its own. */
@Timeout(600)
class GuardianTest {

    private static final String STUBBORN = "trap '' TERM INT HUP; while :; do sleep 0.05; done";

    private final TimeSource time = TimeSource.system();
    private final Mark mark = Mark.fresh();
    private Process worker;

    @BeforeEach
    void start() throws IOException {
        assumeThat(Path.of("/proc/self/limits")).as("the system shows limits").exists();
        assumeThat(Files.isExecutable(Path.of("/usr/bin/setsid")))
                .as("the system has setsid")
                .isTrue();
        worker = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -S -m %s; setsid sh -c \"%s\" & %s".formatted(mark.kibi(), STUBBORN, STUBBORN))
                .start();
        while (mark.alive().size() < 3) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        new WorkerProcesses(worker.toHandle(), mark).kill(time);
    }

    private void awaitNothingLeft() {
        while (!mark.alive().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void atTheEndOfALeaseNothingIsLeft() throws Exception {
        try (Guardian guardian = Guardian.beside(worker.pid(), mark, time).orElseThrow()) {
            guardian.until(Duration.ofMillis(300));

            awaitNothingLeft();

            Optional<Duration> before = guardian.killedBefore();
            while (before.isEmpty()) {
                before = guardian.killedBefore();
            }
            assertThat(before.get()).isLessThan(Duration.ofMillis(300));
        }
    }

    @Test
    void withoutALauncherAndALeaseNothingIsLeft() throws Exception {
        Guardian guardian = Guardian.beside(worker.pid(), mark, time).orElseThrow();
        guardian.until(Duration.ofHours(1));

        guardian.close();

        awaitNothingLeft();
    }

    @Test
    void aLeaseThatWasExtendedOrHasEndedKillsNobody() throws Exception {
        try (Guardian guardian = Guardian.beside(worker.pid(), mark, time).orElseThrow();
                Guardian witness = Guardian.beside(worker.pid(), mark, time).orElseThrow()) {
            guardian.until(Duration.ofSeconds(5));
            guardian.until(Duration.ofHours(1));
            guardian.free();
            assertThat(worker.isAlive()).isTrue();

            // A guardian that still kept the lease of 5 s would have killed by now.
            witness.until(Duration.ofSeconds(7));
            awaitNothingLeft();

            assertThat(guardian.killedBefore()).isEmpty();
            assertThat(witness.killedBefore()).isPresent();
        }
    }

    @Test
    void aWorkerWithoutAMarkIsFoundByItsParents() throws Exception {
        Process plain = new ProcessBuilder("sh", "-c", "sleep 600 & wait").start();
        while (plain.descendants().findAny().isEmpty()) {
            Thread.onSpinWait();
        }
        ProcessHandle child = plain.descendants().findFirst().orElseThrow();
        Guardian.beside(plain.pid(), Mark.fresh(), time).orElseThrow().close();

        plain.onExit().get();
        while (Mark.isAlive(child.pid())) {
            Thread.onSpinWait();
        }
        assertThat(plain.isAlive()).isFalse();
    }

    @Test
    void aLauncherKillsWhatSignalsAndSessionsWouldSave() throws Exception {
        WorkerProcesses processes = new WorkerProcesses(worker.toHandle(), mark);
        assertThat(processes.others()).isNotEmpty();

        assertThat(processes.kill(time)).isPresent();

        assertThat(mark.alive()).isEmpty();
        assertThat(processes.kill(time)).as("killed twice").isPresent();
    }

    /** Of such a process a plain user may read neither the memory nor the environment. */
    @Test
    void aPlainUsersGuardianEndsWhatCannotBeDumpedAndHasLeftItsSession() throws Exception {
        assumeThat(new UnixSystem().getUid())
                .as("root, who may become another user")
                .isZero();
        assumeThat(Path.of("/usr/bin/setpriv")).exists();
        assumeThat(Path.of("/usr/bin/python3")).exists();
        Mark hidden = Mark.fresh();
        Process program = asPlainUser("ulimit -S -m %s; exec setsid /usr/bin/python3 -c '%s'"
                .formatted(
                        hidden.kibi(),
                        "import ctypes, time; ctypes.CDLL(None).prctl(4, 0); print(1, flush=True); time.sleep(600)"));
        assertThat(program.inputReader().readLine()).isEqualTo("1");

        String script = Files.readString(
                Path.of(Guardian.class.getResource("guardian.sh").toURI()));
        Process guardian =
                asPlainUser(script, "guardian", String.valueOf(program.pid()), String.valueOf(hidden.bytes()), "10");
        guardian.outputWriter().close();

        assertThat(guardian.inputReader().lines()).first().isEqualTo("strike");
        assertThat(hidden.alive()).isEmpty();
    }

    private static Process asPlainUser(String script, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--clear-groups", "sh", "-c", script));
        line.addAll(List.of(arguments));
        return new ProcessBuilder(line).start();
    }
}
