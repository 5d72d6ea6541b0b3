package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lines of the shell around programs that resume: what was stopped is never taken for finished, nor what is finished lost. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResumableLinesTest {

    /** Counts to $1, a twentieth of a second each; saves when it is told to stop. */
    private static final String COUNT = """
            #!/usr/bin/env bash
            s=$ATOMIZABLE_STATE; n=$(cat "$s/n" 2>/dev/null || echo 0)
            trap 'echo "$n" >"$s/n"; exit ${CODE:-85}' TERM
            while [ "$n" -lt "$1" ]; do sleep 0.05 & wait $!; n=$((n + 1)); echo "at $n"; done
            echo "$n" >"$s/n"
            echo "counted $n" >"$s/result"
            """;

    @TempDir
    Path directory;

    private String script(String text) throws Exception {
        Path file = Files.writeString(Files.createTempFile(directory, "run", ".sh"), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }

    private Atomizable job(String line, String... more) throws Exception {
        Map<String, String> parameters = Python.job(line, more);
        parameters.putAll(Map.of("resumable", "true", "name", "lines", "atom-seconds", "1"));
        return new CommandFactory().create(parameters);
    }

    /** Saves after each atom, and goes on in another process's stead. */
    private KeptState toTheEnd(String line) throws Exception {
        KeptState state = null;
        for (int windows = 0; windows < 40; windows++) {
            try (Atomizable job = job(line)) {
                if (state != null) {
                    job.restore(state);
                }
                job.run(windows);
                state = KeptState.of(job::save);
                if (job.enough(windows + 1)) {
                    return state;
                }
            }
        }
        throw new AssertionError("it does not come to an end");
    }

    /** On a busy machine even a short line takes longer than one atom. */
    private static void untilItEnds(Atomizable job) throws Exception {
        for (int atom = 0; atom < 60; atom++) {
            job.run(atom);
        }
    }

    private void refused(String line, String... words) throws Exception {
        try (Atomizable job = job(line)) {
            job.run(0);
            assertThatThrownBy(() -> KeptState.of(job::save)).hasMessageContainingAll(words);
            assertThat(job.enough(1)).isFalse();
        }
    }

    @Test
    void aProgramThatNobodyStoppedIsFinishedWithExitCodeZero() throws Exception {
        assertThat(toTheEnd(script(COUNT) + " 50").file("result")).isEqualTo("counted 50\n");
    }

    @Test
    void aLineThatHidesTheExitCodeIsRefused() throws Exception {
        refused("python3 -c 'import time; time.sleep(300)'; true", "no process of the command catches SIGTERM");
        refused(script(COUNT) + " 2000; true", "exit code 0 after SIGTERM, but is not finished", "last part");
        refused("sh -c '%s 2000 | cat'".formatted(script(COUNT)), "exit code 0 after SIGTERM", "bash -o pipefail -c");
        refused("CODE=0 " + script(COUNT) + " 2000", "exit code 0 after SIGTERM, but is not finished", "exit code 85");
    }

    @Test
    void aLineThatWaitsForMoreThanItsProgramIsToldWhatStillRuns() throws Exception {
        try (Atomizable job = job(script(COUNT) + " 2000 & sleep 1000 & wait", "answer-limit", "1")) {
            job.run(0);
            assertThatThrownBy(() -> KeptState.of(job::save)).hasMessageContaining("it still runs sleep.");
        }
    }

    @Test
    void aLineThatWaitsForWhatNobodyStopsIsRefusedLongBeforeItsAnswerLimit() throws Exception {
        refused(
                script(COUNT) + " 2000 & sleep 1000 & wait",
                "what caught SIGTERM has ended",
                "5 s later it still runs sleep",
                "wait for nothing beside the program that saves");
    }

    @Test
    void aLineThatStillWorksOnItsStateAfterItsProgramIsWaitedFor() throws Exception {
        String count = script(COUNT);
        for (String line : List.of(
                count + " 2000 | (sleep 6.5; cat >/dev/null)", count + " 2000; code=$?; sleep 6.5; exit $code")) {
            try (Atomizable job = job(line)) {
                job.run(0);
                assertThat(KeptState.of(job::save)).as(line).isNotNull();
            }
        }
    }

    @Test
    void aLineThatEndsBeforeItsWorkIsNotTakenForFinished() throws Exception {
        for (String work :
                List.of("while :; do echo . >>\"$ATOMIZABLE_STATE/n\"; sleep 0.1; done", "while :; do :; done")) {
            try (Atomizable job = job("setsid sh %s & exit 0".formatted(script(work)))) {
                assertThatThrownBy(() -> untilItEnds(job))
                        .hasMessageContainingAll("exit code 0, but what it left running worked on", "wait for");
                assertThat(job.enough(1)).isFalse();
            }
        }
    }

    @Test
    void whatALineLeavesRunningMayEndByItself() throws Exception {
        KeptState state = toTheEnd("(sleep 1; echo 7 >\"$ATOMIZABLE_STATE/result\") & exit 0");
        assertThat(state.file("result")).isEqualTo("7\n");
        assertThat(toTheEnd("sleep 1000 & echo 7 >\"$ATOMIZABLE_STATE/result\"").file("result"))
                .isEqualTo("7\n");
    }

    /** The signal comes while it writes its result; started again, it ends at once. */
    @Test
    void aProgramThatIsFinishedWhenTheSignalComesIsFinished() throws Exception {
        String line = script("""
                #!/usr/bin/env bash
                trap 'told=1' TERM
                [ -e "$ATOMIZABLE_STATE/result" ] && exit 0
                sleep 2 & wait $!
                echo done >"$ATOMIZABLE_STATE/result"
                """);
        try (Atomizable job = job(line)) {
            job.run(0);
            KeptState state = KeptState.of(job::save);
            assertThat(job.enough(1)).isTrue();
            assertThat(state.file("result")).isEqualTo("done\n");
        }
    }

    @Test
    void theSignalGoesToTheProgramInAPipelineAndItsExitCodeCounts() throws Exception {
        Path log = directory.resolve("count.log");
        KeptState state = toTheEnd("%s 50 2>&1 | tee -a %s".formatted(script(COUNT), log));
        assertThat(state.file("result")).isEqualTo("counted 50\n");
        assertThat(Files.readAllLines(log)).contains("at 1", "at 50");
        try (Atomizable job = job("(sleep 0.2; exit 3) | tee " + log)) {
            assertThatThrownBy(() -> untilItEnds(job)).hasMessageContaining("exit code 3");
        }
        // A filter that prints nothing fails, which hides neither that the program has saved nor whose code is meant.
        try (Atomizable job = job("%s 500 | grep -v at".formatted(script(COUNT)))) {
            job.run(0);
            assertThat(KeptState.of(job::save).file("n")).isNotEmpty();
        }
        try (Atomizable job = job("sleep 0.2 | grep -v nothing")) {
            assertThatThrownBy(() -> untilItEnds(job))
                    .hasMessageContaining("parts of the pipeline ended with the exit codes 0 1");
        }
    }

    @Test
    void theSignalGoesThroughShellsAndLaunchersToTheProgramThatCatchesIt() throws Exception {
        String inner = script(COUNT);
        String outer = script("#!/bin/sh\nprintf . >&2\n%s 30\nexit $?\n".formatted(inner));
        assertThat(toTheEnd("(cd / && env A=b %s)".formatted(outer)).file("result"))
                .isEqualTo("counted 30\n");
    }

    /** As workers of data loaders do, whose program does not. */
    @Test
    void aHelperThatCatchesTheSignalInPlaceOfItsProgramDoesNotCount() throws Exception {
        Path helper = Files.writeString(directory.resolve("helper.py"), """
                import signal, sys, time
                signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
                time.sleep(300)
                """);
        Path program = Files.writeString(directory.resolve("program.py"), """
                import subprocess, sys, time
                subprocess.Popen([sys.executable, "%s"])
                time.sleep(300)
                """.formatted(helper));
        refused("python3 " + program, "no process of the command catches SIGTERM");
    }

    @Test
    void aStateThatIsReplacedByALinkIsRefusedAndWhatIsBesideItIsGone() throws Exception {
        refused(script("""
                #!/usr/bin/env bash
                trap 'mv "$ATOMIZABLE_STATE" "$ATOMIZABLE_STATE.old"; ln -s state.old "$ATOMIZABLE_STATE"; exit 85' TERM
                while :; do sleep 0.05 & wait $!; done
                """), "is no directory any more");
        String beside = script("""
                #!/usr/bin/env bash
                [ -e "$ATOMIZABLE_STATE.beside" ] && exit 9
                n=$(cat "$ATOMIZABLE_STATE/n" 2>/dev/null || echo 0)
                trap 'echo x >"$ATOMIZABLE_STATE.beside"; echo $((n + 1)) >"$ATOMIZABLE_STATE/n"; exit 85' TERM
                [ "$n" = 2 ] && rm -rf "$ATOMIZABLE_STATE" && exit 0
                while :; do sleep 0.05 & wait $!; done
                """);
        assertThat(toTheEnd(beside).names()).contains("entries").doesNotContain("file:n/0");
    }

    @Test
    void aLineThatBecomesTheProgramOrHasATrapItselfIsTold() throws Exception {
        assertThat(toTheEnd("cd / && exec " + script(COUNT) + " 30").file("result"))
                .isEqualTo("counted 30\n");
        String line = "n=$(cat $ATOMIZABLE_STATE/n 2>/dev/null || echo 0);"
                + " trap 'echo $((n + 1)) >$ATOMIZABLE_STATE/n; exit 85' TERM;"
                + " while [ $n -lt 2 ]; do sleep 0.1; done; echo $n >$ATOMIZABLE_STATE/result";
        assertThat(toTheEnd(line).file("result")).isEqualTo("2\n");
    }

    @Test
    void aProgramThatCatchesTheSignalLateIsWaitedFor() throws Exception {
        String line = script("""
                #!/usr/bin/env bash
                sleep 2
                trap 'echo saved >"$ATOMIZABLE_STATE/n"; exit 85' TERM
                while :; do sleep 0.05 & wait $!; done
                """);
        try (Atomizable job = job(line)) {
            job.run(0);
            assertThat(KeptState.of(job::save).file("n")).isEqualTo("saved\n");
        }
    }

    @Test
    void aProgramThatSaysItHasSavedAndChangesNothingIsRefusedInTheEnd() throws Exception {
        String line = script("#!/usr/bin/env bash\ntrap 'exit 85' TERM\nwhile :; do sleep 0.05 & wait $!; done\n");
        KeptState state = null;
        for (int i = 0; i < 2; i++) {
            try (Atomizable job = job(line)) {
                if (state != null) {
                    job.restore(state);
                }
                job.run(i);
                state = KeptState.of(job::save);
            }
        }
        try (Atomizable job = job(line)) {
            job.restore(state);
            job.run(2);
            assertThatThrownBy(() -> KeptState.of(job::save))
                    .hasMessageContainingAll("changed no file", "3 times in a row");
        }
    }

    /** Each process of the job has a scratch directory of its own, and yet the path is one. */
    @Test
    void absolutePathsIntoTheStateHoldInEachProcess() throws Exception {
        String line = script("""
                #!/usr/bin/env bash
                s=$ATOMIZABLE_STATE; n=$(cat "$s/n" 2>/dev/null || echo 0)
                trap 'echo $n >"$s/n"; exit 85' TERM
                while [ "$n" -lt 40 ]; do
                  sleep 0.1 & wait $!; n=$((n + 1))
                  if [ "$n" = 3 ]; then echo "weights of step 3" >"$s/best-3"; echo "$s/best-3" >"$s/best"; ln -s "$s/best-3" "$s/link"; fi
                done
                cat "$(cat "$s/best")" "$s/link" >"$s/result"
                """);
        assertThat(toTheEnd(line).file("result")).isEqualTo("weights of step 3\nweights of step 3\n");
    }

    @Test
    void aStateThatNamesAPlaceThatIsTakenIsRefused() throws Exception {
        String line = script("""
                #!/usr/bin/env bash
                s=$ATOMIZABLE_STATE
                trap 'echo "$s/best-3" >"$s/best"; exit 85' TERM
                while :; do sleep 0.05 & wait $!; done
                """);
        KeptState state;
        try (Atomizable job = job(line)) {
            job.run(0);
            state = KeptState.of(job::save);
        }
        try (Atomizable other = job(line);
                Atomizable job = job(line)) {
            other.run(0);
            job.restore(state);
            assertThatThrownBy(() -> job.run(1))
                    .hasMessageContainingAll("best has", "relative to $ATOMIZABLE_STATE", state.text("place"));
        }
    }

    /** What a killed process leaves: its directory, the lock free, its programs running. */
    @Test
    void whatDeadProcessesLeftIsDeletedAndEnded() throws Exception {
        Path left = Files.createDirectories(directory.resolve("atomizable-command-dead"));
        Files.writeString(left.resolve("lock"), "dead-mark");
        Files.writeString(left.resolve("large"), "x");
        Path none = Files.createDirectories(directory.resolve("atomizable-command-of-an-older-version"));
        ProcessBuilder orphan = new ProcessBuilder("sleep", "1000");
        orphan.environment().put(Guardian.MARK, "dead-mark");
        Process running = orphan.start();
        List<Path> scratches = new ArrayList<>();
        try (Scratch alive = Scratch.in(directory, "my-mark")) {
            scratches.add(alive.directory());
            Scratch.sweep(directory);
            assertThat(alive.directory()).exists();
        }
        assertThat(left).doesNotExist();
        assertThat(none).exists();
        assertThat(running.waitFor()).isNotZero();
        Scratch.sweep(directory);
        assertThat(scratches.get(0)).doesNotExist();
    }
}
