package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.StraightRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs in Python that run in windows end in the bits of the same program without any scheduler. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandExactnessTest {

    @TempDir
    Path directory;

    private JobSource job(Map<String, String> parameters) {
        return () -> new CommandFactory().create(parameters);
    }

    private CheckpointStore store(String job) throws Exception {
        return Checkpoints.in(directory.resolve("store"), job);
    }

    private static String straight(JobSource job) throws Exception {
        return StraightRun.of(job, TimeSource.system(), next -> {}).sha256();
    }

    /** Evaluates what the checkpoint holds, as the command line does at the end; returns what the program prints then. */
    private static String result(JobSource job, CheckpointStore store) throws Exception {
        return result(job, store, new ByteArrayOutputStream());
    }

    private static String result(JobSource job, CheckpointStore store, ByteArrayOutputStream printed) throws Exception {
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (Atomizable revived = job.create()) {
            revived.restore(store.latest().orElseThrow().state());
            revived.evaluate();
        } finally {
            System.setErr(before);
        }
        return Python.learnt(printed.toString(StandardCharsets.UTF_8));
    }

    private void cutAnywhere(String command, String name, long atoms) throws Exception {
        JobSource job = job(Python.job(command));
        String alone = Python.learnt(Python.straight(command));
        Random chance = new Random(1);
        CheckpointStore store = store(name);
        long next = 0;
        long token = 1;
        while (next < atoms) {
            try (Windows windows = new Windows(job, store, token)) {
                // Two subjobs of one instance, then a fresh one.
                for (int i = 0; i < 2 && next < atoms; i++) {
                    Outcome outcome = windows.run(next, 1 + chance.nextInt(60)).outcome();
                    assertThat(outcome).isNotInstanceOf(Outcome.Failed.class);
                    next = outcome.nextAtom();
                }
                token = windows.nextToken();
            }
        }

        assertThat(store.latest().orElseThrow().sha256()).isEqualTo(straight(job));
        assertThat(result(job, store)).isEqualTo(alone);
    }

    @Test
    void pureAndCutAnywhere() throws Exception {
        cutAnywhere(Python.command() + " " + Python.program(directory, "logistic.py"), "logistic", 300);
    }

    @Test
    void numpyAndCutAnywhere() throws Exception {
        cutAnywhere(Python.withNumpy() + " " + Python.program(directory, "perceptron.py"), "perceptron", 120);
    }

    @Test
    void whatAProgramTellsInItsStepsIsMeasured() throws Exception {
        String command = Python.command() + " " + Python.program(directory, "measuring.py");
        CheckpointStore store = store("measuring");
        try (Windows windows = new Windows(job(Python.job(command)), store, 1)) {
            assertThat(windows.run(0, 2).metric()).hasValue(Metric.exact("loss", 0.5));
            assertThat(windows.run(2, 2).metric())
                    .as("the newest that was a number")
                    .hasValue(Metric.exact("loss", 0.5));
            assertThat(windows.run(4, 6).metric()).hasValue(Metric.exact("loss", 0.1));
        }
        try (Atomizable revived = job(Python.job(command)).create()) {
            revived.restore(store.latest().orElseThrow().state());
            assertThat(revived.evaluate()).hasValue(Metric.exact("total", 10));
        }
    }

    @Test
    void killedAtAnyInstantItEndsInTheSameBits() throws Exception {
        String command = Python.command() + " " + Python.program(directory, "logistic.py");
        JobSource job = job(Python.job(command));
        CheckpointStore store = store("logistic");
        Random chance = new Random(2);
        long next = 0;
        long token = 1;
        int killed = 0;
        while (next < 300) {
            Thread killer = new Thread(() -> {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(chance.nextInt(120_000)));
                ProcessHandle.current()
                        .descendants()
                        .filter(it -> it.info().command().orElse("").contains("python"))
                        .forEach(ProcessHandle::destroyForcibly);
            });
            killer.start();
            try (Windows windows = new Windows(job, store, token)) {
                for (int i = 0; i < 3 && next < 300; i++) {
                    Outcome outcome = windows.run(next, 12).outcome();
                    killed += outcome instanceof Outcome.Failed ? 1 : 0;
                    next = outcome.nextAtom();
                }
                token = windows.nextToken();
            }
            killer.join();
        }

        assertThat(killed).as("kills that struck").isPositive();
        assertThat(store.latest().orElseThrow().sha256()).isEqualTo(straight(job));
    }

    @Test
    void theMetricIsThatOfTheProgram() throws Exception {
        String command = Python.command() + " " + Python.program(directory, "logistic.py");
        Optional<Metric> metric = StraightRun.of(job(Python.job(command)), TimeSource.system(), next -> {})
                .metric();

        assertThat(metric).map(Metric::name).contains("loss");
    }

    @Test
    void theModuleForPythonSavesAndRestoresWhatItPromises() throws Exception {
        Path program = Python.program(directory, "test_atomizable.py");

        // Those of NumPy and PyTorch are left out where these are not installed.
        assertThat(Python.straight("%s %s 2>&1".formatted(Python.withNumpy(), program)))
                .contains("OK");
    }

    @Test
    void programsThatForgetAPartOfTheirStateAreRefusedAndOthersAreExact() throws Exception {
        Path program = Python.programWithPackage(directory, "test_forgotten.py");

        assertThat(Python.straight("%s %s 2>&1".formatted(Python.withNumpy(), program)))
                .contains("OK");
    }

    /** On a busy machine the thread that copies what it prints may come late. */
    @Test
    void whatAProgramPrintsLastIsCopiedBeforeItIsOver() throws Exception {
        String command = Python.command() + " " + Python.program(directory, "logistic.py");
        JobSource job = job(Python.job(command));
        CheckpointStore store = store("late");
        try (Windows windows = new Windows(job, store, 1)) {
            windows.run(0, 300);
        }
        ByteArrayOutputStream late = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] piece, int from, int count) {
                try {
                    TimeSource.system().sleep(Duration.ofSeconds(1));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                super.write(piece, from, count);
            }
        };

        assertThat(result(job, store, late)).isEqualTo(Python.learnt(Python.straight(command)));
    }

    /** A program's order of a set depends on the salt of its process. */
    @Test
    void allProcessesOfAJobHashTextsAlike() throws Exception {
        Path program = Files.writeString(directory.resolve("words.py"), """
            import atomizable
            words = "the quick brown fox jumps over the lazy dog while seven wizards quietly box".split()
            index = {word: i for i, word in enumerate(set(words))}
            counts = [0] * len(index)
            state = atomizable.state(counts=counts)
            for step in atomizable.steps(60, name="words"):
                counts[index[words[step % len(words)]]] += step
            print("learnt", sorted((word, counts[i]) for word, i in index.items()))
            """);
        Python.program(directory, "logistic.py");
        String command = Python.command() + " " + program;
        JobSource job = job(Python.job(command));
        CheckpointStore store = store("words");
        long next = 0;
        for (long token = 1; next < 60; token++) {
            try (Windows windows = new Windows(job, store, token)) {
                next = windows.run(next, 25).outcome().nextAtom();
            }
        }

        // The words are not in the order of the set, so no salt shows in what is printed.
        assertThat(result(job, store)).isEqualTo(Python.learnt(Python.straight(command)));
    }

    @Test
    void allProcessesOfAJobInPerlHashTextsAlike() throws Exception {
        try {
            new ProcessBuilder("perl", "-e", "1").start().waitFor();
        } catch (IOException missing) {
            abort("this machine has no perl, so its hashes are not tried");
        }
        Path order = Files.writeString(
                directory.resolve("order.pl"),
                "my %h = map { $_ => 1 } ('a' .. 'z'); print join(',', keys %h), \"\\n\";");
        Path orders = directory.resolve("orders");
        Path program = Files.writeString(directory.resolve("program.sh"), """
            perl "$1" >>"$2"
            while read -r request <&3; do
              case $request in
                *start*) echo '{"spec":{"name":"perl","total":1}}' >&4 ;;
                *stop*) exit 0 ;;
              esac
            done
            """);
        for (int i = 0; i < 3; i++) {
            String command = "/bin/sh %s %s %s".formatted(program, order, orders);
            try (Atomizable job = job(Python.job(command)).create()) {
                assertThat(job.spec().name()).isEqualTo("perl");
            }
        }
        assertThat(Files.readAllLines(orders))
                .hasSize(3)
                .containsOnly(Files.readAllLines(orders).get(0));
    }

    @Test
    void aVariableThatIsNoLongerInTheStateIsNamed() throws Exception {
        Path program = Files.writeString(directory.resolve("wrong.py"), """
            import atomizable
            weights = [0.0]
            state = atomizable.state(weights=weights)
            for step in atomizable.steps(10):
                weights = [weights[0] + 1]
            """);
        Python.program(directory, "logistic.py");
        CheckpointStore store = store("wrong");
        try (Windows windows = new Windows(job(Python.job(Python.command() + " " + program)), store, 1)) {
            Outcome outcome = windows.run(0, 5).outcome();

            assertThat(outcome).isInstanceOf(Outcome.Failed.class);
            assertThat(((Outcome.Failed) outcome).message())
                    .contains("the variable weights is no longer what is in the state", "state.weights = ...");
        }
    }

    @Test
    void anOpenEndedLoopEndsByItsStateInAnyNumberOfWindows() throws Exception {
        Path program = Files.writeString(directory.resolve("until.py"), """
            import atomizable
            state = atomizable.state(x=1.0, last=0)
            for step in atomizable.steps(name="until"):
                state.x *= 0.9
                state.last = step
                if state.x < 1e-3:
                    atomizable.enough()
            print("learnt", state.x.hex(), state.last)
            """);
        Python.program(directory, "logistic.py");
        String command = Python.command() + " " + program;
        JobSource job = job(Python.job(command));
        CheckpointStore store = store("until");
        Outcome outcome = new Outcome.Yielded(0, StopReason.ASKED);
        for (long token = 1; !(outcome instanceof Outcome.Finished); token++) {
            try (Windows windows = new Windows(job, store, token)) {
                outcome = windows.run(outcome.nextAtom(), 11).outcome();
                assertThat(outcome).isNotInstanceOf(Outcome.Failed.class);
            }
        }

        assertThat(outcome).isEqualTo(new Outcome.Finished(66));
        assertThat(store.latest().orElseThrow().sha256()).isEqualTo(straight(job));
        assertThat(Python.learnt(Python.straight(command)))
                .startsWith("learnt ")
                .endsWith(" 65");
    }
}
