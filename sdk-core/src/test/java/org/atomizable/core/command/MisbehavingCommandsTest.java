package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.worker.Secrets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that do not do their part, as real processes. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MisbehavingCommandsTest {

    @TempDir
    Path directory;

    private static Atomizable started(String command, String... more) throws Exception {
        return new CommandFactory().create(Python.job(command, more));
    }

    private JobSource misbehaving(String how, String... more) {
        String command =
                "%s %s %s %s".formatted(Python.command(), Python.program(directory, "misbehaving.py"), how, directory);
        return () -> started(command, more);
    }

    /** Runs five atoms that are well, and then more. */
    private Outcome outcome(String how, String... more) throws Exception {
        CheckpointStore store = Checkpoints.in(directory.resolve("store"), "misbehaving");
        try (Windows windows = new Windows(misbehaving(how, more), store, 1)) {
            assertThat(windows.run(0, 5).outcome().nextAtom()).isEqualTo(5);
            Outcome outcome = windows.run(5, 10).outcome();
            if (outcome instanceof Outcome.Failed) {
                assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(5);
                assertThat(store.latest().orElseThrow().state().longs("count")).containsExactly(5);
            }
            return outcome;
        }
    }

    private AbstractStringAssert<?> failure(String how, String... more) throws Exception {
        return failure(FailureKind.JOB, outcome(how, more)).doesNotContain("(at ");
    }

    private static AbstractStringAssert<?> failure(FailureKind kind, Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(((Outcome.Failed) outcome).kind()).isEqualTo(kind);
        return assertThat(((Outcome.Failed) outcome).message());
    }

    /** A process that was killed is seen until its parent, or the system's first process, has heard of it. */
    private void awaitNobody() throws Exception {
        for (ProcessHandle each : Python.started(directory)) {
            each.onExit().get(60, TimeUnit.SECONDS);
        }
        assertThat(Python.started(directory)).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void aCommandThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> started("no-such-program --fast"))
                .isInstanceOf(CommandException.class)
                .hasMessageContainingAll("exit code 127", "no-such-program: not found", "PATH");
    }

    @Test
    void aCommandThatDoesNotSpeakIsEndedAfterTheLimit() {
        assertThatThrownBy(() -> started("echo loading; sleep 10000", "start-limit", "1"))
                .isInstanceOf(CommandException.class)
                .hasMessageContainingAll(
                        "did not answer \"start\" within 1 s", "loading", "--resumable", "--start-limit");
    }

    @Test
    void aCommandThatEndsAtOnceIsToldWithItsExitCode() {
        assertThatThrownBy(() -> started("echo bye; exit 9"))
                .isInstanceOf(CommandException.class)
                .hasMessageContainingAll("did not answer \"start\"", "exit code 9", "bye");
        assertThatThrownBy(() -> started("true"))
                .isInstanceOf(CommandException.class)
                .hasMessageContainingAll("exit code 0", "it printed nothing");
    }

    @Test
    void aCommandDoesNotGetTheTenantsToken() throws Exception {
        Path seen = directory.resolve("environment");
        Map<String, String> environment = Map.of(Secrets.TOKEN, "atomizable_red_secret", "OF_THE_JOB", "blue");
        try (Guardian guardian = Guardian.start()) {
            Program program = Program.start("env >'%s'".formatted(seen), environment, guardian, Program.Others.END);
            assertThat(program.exitCode(Duration.ofSeconds(60))).hasValue(0);
        }

        assertThat(seen).content().contains("OF_THE_JOB=blue").doesNotContain(Secrets.TOKEN, "secret");
    }

    @Test
    void aSpecThatIsNoneIsRefusedByProperty() {
        String answer = "read x <&3; echo '{\"spec\":{\"name\":\"a\",%s}}' >&4";

        assertThatThrownBy(() -> started(answer.formatted("\"total\":0")))
                .hasMessageContainingAll("job a must have at least 1 atom");
        assertThatThrownBy(() -> started(answer.formatted("\"total\":\"many\"")))
                .hasMessageContainingAll("\"total\" must be a whole number, was \"many\"");
        assertThatThrownBy(() -> started(answer.formatted("\"state\":\"pickle\"")))
                .hasMessageContainingAll("\"pickle\"", "safetensors");
        assertThatThrownBy(() -> started("read x <&3; echo '{\"spec\":{}}' >&4"))
                .hasMessageContainingAll("\"name\" must be a text");
    }

    @Test
    void aCommandThatDiesIsToldWithItsLastWords() throws Exception {
        failure("die").contains("did not end atom 5", "exit code 7", "these are the last words");
        directory = Files.createDirectory(directory.resolve("other"));
        failure(FailureKind.WORKER_LOST, outcome("killed")).contains("SIGKILL");
        directory = Files.createDirectory(directory.resolve("third"));
        failure("leave").contains("exit code 0", "atomizable.enough()");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "nonsense | \"Epoch 1/10, loss nan\" | a JSON object",
                "wrong-atom | {\"done\":6} | \"done\" of atom 5",
                "other-answer | /tmp/elsewhere | an answer to \"run\""
            })
    void whatIsNotTheAnswerThatIsWantedIsQuoted(String how, String said, String wanted) throws Exception {
        failure(how).contains(said, wanted);
    }

    @Test
    void anAnswerWithoutEndIsRefused() throws Exception {
        failure("endless-line").contains("a line of at most 1 MiB").hasSizeLessThan(1000);
    }

    @Test
    void theProgramsOwnErrorIsPassedOn() throws Exception {
        failure("error").contains("the data are gone");
        directory = Files.createDirectory(directory.resolve("other"));
        failure(FailureKind.OUT_OF_MEMORY, outcome("out-of-memory"))
                .contains("8 GiB asked for", "a slice with more memory");
    }

    @Test
    void aStateThatCannotBeReadIsNotCommitted() throws Exception {
        failure("broken-state").contains("wrote no state that can be read", "not a safetensors file");
        directory = Files.createDirectory(directory.resolve("other"));
        failure("no-state").contains("wrote no state that can be read");
    }

    @Test
    void aSaveThatHangsIsEndedAfterTheLimit() throws Exception {
        failure("slow-save", "answer-limit", "1").contains("did not answer \"save\" within 1 s", "--answer-limit");
    }

    @Test
    void aPythonProgramThatHangsIsToldByItsStack() throws Exception {
        Python.program(directory, "misbehaving.py");
        Path program = Files.writeString(directory.resolve("hangs.py"), """
            import atomizable

            def spin():
                while True:
                    pass

            state = atomizable.state(x=0)
            for step in atomizable.steps(9, evaluate=spin):
                state.x += 1
            """);
        try (Atomizable job = started(Python.command() + " " + program, "answer-limit", "1")) {
            job.run(0);

            assertThatThrownBy(job::evaluate)
                    .isInstanceOf(CommandException.class)
                    .hasMessageContainingAll("did not answer \"evaluate\" within 1 s", "hangs.py", "in spin");
        }
    }

    @Test
    void aFloodOfOutputHoldsNothingUp() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(outcome("print").nextAtom()).isEqualTo(15);
        } finally {
            System.setErr(before);
        }
        assertThat(printed.size()).isGreaterThan(10 * 200 * 65536);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("\nprinted\n");
    }

    @Test
    void whatItHasForkedEndsWithTheJob() throws Exception {
        assertThat(outcome("fork").nextAtom()).isEqualTo(15);

        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(it -> it.toString().endsWith(".pid"))).hasSizeGreaterThanOrEqualTo(3);
        }
        awaitNobody();
    }

    @Test
    void aProgramThatDoesNotStopIsKilled() throws Exception {
        Atomizable job = misbehaving("stay").create();
        Path scratch = onlyScratch();
        job.close();

        assertThat(scratch).doesNotExist();
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(it -> it.info().commandLine().orElse("").contains("misbehaving.py")))
                .isEmpty();
    }

    private static Path onlyScratch() {
        return ProcessHandle.current()
                .descendants()
                .flatMap(it -> it.info().arguments().stream().flatMap(Stream::of))
                .filter(it -> it.contains("/atomizable-command-"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void parametersThatAreNotAllowedAreNamed() {
        Map<String, Map<String, String>> wrong = Map.of(
                "needs the parameter command", Map.of(),
                "no parameter comand", Map.of("comand", "x"),
                "start-limit is a whole number", Python.job("x", "start-limit", "soon"),
                "stop-signal is one of", Python.job("x", "resumable", "true", "name", "n", "stop-signal", "KILL"),
                "needs a name", Python.job("x", "resumable", "true"));

        wrong.forEach((message, parameters) -> assertThatThrownBy(() -> new CommandFactory().create(parameters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message));
    }
}
