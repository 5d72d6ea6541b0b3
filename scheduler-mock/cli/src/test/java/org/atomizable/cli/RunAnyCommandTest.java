package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code atomizable run --command}, with a program in the shell and a scheduler that offers real windows. */
@Tag("slow")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunAnyCommandTest {

    /** Adds the numbers of its atoms. */
    private static final String SUM = """
        sum=0
        say() { printf '%s\\n' "$1" >&"$ATOMIZABLE_OUT"; }
        while read -r request <&"$ATOMIZABLE_IN"; do
          path=${request##*'"path":"'}; path=${path%'"}'}
          case $request in
            *start*) say '{"spec":{"name":"adder","total":400,"state":"bytes"}}' ;;
            *run*) atom=${request##*:}; sum=$((sum + ${atom%?})); say "{\\"done\\":${atom%?}}" ;;
            *save*) echo "$sum" >"$path"; say '{"saved":true}' ;;
            *restore*) read -r sum <"$path"; say '{"restored":true}' ;;
            *evaluate*) say "{\\"metric\\":{\\"name\\":\\"sum\\",\\"value\\":$sum}}" ;;
            *stop*) exit 0 ;;
          esac
        done
        """;

    @TempDir
    Path directory;

    private String command = "";

    @BeforeEach
    void writeTheProgram() throws Exception {
        command = "sh " + Files.writeString(directory.resolve("sum.sh"), SUM);
    }

    private static Scheduler scheduler() throws Exception {
        Load load = new Load(
                Duration.ofSeconds(5),
                Duration.ofSeconds(9),
                Duration.ofMillis(100),
                Duration.ofMillis(200),
                3,
                Duration.ZERO);
        return Scheduler.start(
                SchedulerOptions.of(new SimulatedNode(
                        SimulatedGpus.parse("sim:A100-80GB*1").slices(),
                        load,
                        5,
                        TimeSource.system().now())),
                TimeSource.system());
    }

    private CommandRun run(String scheduler, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "run",
                "--scheduler",
                scheduler,
                "--store",
                directory.resolve("store").toString(),
                "--profiles",
                directory.resolve("profiles").toString()));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray());
    }

    @Test
    void aCommandIsRunThroughWindowsToTheBitsOfItsStraightRun() throws Exception {
        StraightRun straight = StraightRun.of(
                new NamedJob(CommandFactory.NAME, Map.of("command", command)), TimeSource.system(), next -> {});
        try (Scheduler scheduler = scheduler()) {
            CommandRun ended = run(
                    scheduler.uri().toString(), "--launcher", "inprocess", "--command", command, "--job-name", "total");

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).contains("total finished: 400 atoms", straight.sha256(), "sum = 79800.0");
        }
    }

    @Test
    void aCommandThatCannotBeRunIsRefusedBeforeItIsRegistered() {
        CommandRun missing = run("http://127.0.0.1:1", "--command", "no-such-program");
        CommandRun silent = run("http://127.0.0.1:1", "--command", "sleep 1000", "--start-limit", "1");

        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err())
                .contains("exit code 127", "no-such-program: not found")
                .doesNotContain("\tat ");
        assertThat(silent.code()).isEqualTo(1);
        assertThat(silent.err()).contains("within 1 s", "--resumable").doesNotContain("\tat ");
    }

    @Test
    void aJobAndACommandAreNotBothRun() {
        assertThat(run("http://127.0.0.1:1", "sum", "--command", command))
                .satisfies(it -> assertThat(it.code()).isEqualTo(2))
                .satisfies(it -> assertThat(it.err()).contains("give a JOB or a --command"));
        assertThat(run("http://127.0.0.1:1"))
                .satisfies(it -> assertThat(it.code()).isEqualTo(2))
                .satisfies(it -> assertThat(it.err()).contains("'JOB'", "--command"));
        assertThat(run("http://127.0.0.1:1", "--command", command, "-p", "atoms=3"))
                .satisfies(it -> assertThat(it.code()).isEqualTo(2))
                .satisfies(it -> assertThat(it.err()).contains("-p sets parameters of a JOB"));
    }

    @Test
    void theModuleForPythonIsPrinted() {
        assertThat(CommandRun.of("python-helper").out())
                .startsWith("\"\"\"")
                .contains("def steps(", "def state(")
                .endsWith("_job = _Job()\n");
    }
}
