package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code atomizable run --command}, with a program in the shell and a scheduler that offers real windows. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunAnyCommandTest {

    private static final String NANOS_SINCE_1970 = "1800000000123456789";

    /** Adds the numbers of its atoms. */
    static final String SUM = """
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

    private SmallCluster cluster(UnaryOperator<SchedulerOptions> options) throws Exception {
        return SmallCluster.of(directory, Duration.ofSeconds(5), Duration.ofSeconds(9), options);
    }

    /** Runs against a scheduler that is not there. */
    private CommandRun runAtNone(String... more) {
        return CommandRun.of((Object[]) SmallCluster.arguments("http://127.0.0.1:1", directory, more));
    }

    @Test
    void aCommandIsRunThroughWindowsToTheBitsOfItsStraightRun() throws Exception {
        StraightRun straight = StraightRun.of(
                new NamedJob(CommandFactory.NAME, Map.of("command", command)), TimeSource.system(), next -> {});
        try (SmallCluster cluster = cluster(it -> it)) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "--command", command, "--job-name", "total");

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).contains("total finished: 400 atoms", straight.sha256(), "sum = 79800.0");
        }
    }

    /** Hangs once, in the middle, with a child in a session of its own; both hear no signal but SIGKILL. */
    @Test
    void aCommandThatHangsEndsWithItsGrantAndTheRunGoesOnFromItsCheckpoint() throws Exception {
        StraightRun straight = StraightRun.of(
                new NamedJob(CommandFactory.NAME, Map.of("command", command)), TimeSource.system(), next -> {});
        String hanging = SUM.replace("*run*) ", """
            *run*) case $request in *:350*) if ! [ -e '%1$s/hung' ]; then
              trap '' TERM INT HUP
              setsid sh -c 'trap "" TERM INT HUP; while :; do date +%%s%%N >>"%1$s/alive"; sleep 0.1; done' &
              while ! [ -s '%1$s/alive' ]; do sleep 0.1; done
              touch '%1$s/hung'; while :; do date +%%s%%N >>'%1$s/alive'; sleep 0.1; done
            fi ;; esac;\
            """.formatted(directory));
        hanging = hanging.replace(
                "read -r sum <\"$path\";", "read -r sum <\"$path\"; echo $sum >>'%s/restored';".formatted(directory));
        Files.writeString(directory.resolve("hanging.sh"), hanging);
        Queue<Lease> leases = new ConcurrentLinkedQueue<>();
        Observer observer = new Observer() {
            @Override
            public void ended(GrantEnded ended) {
                leases.add(ended.lease());
            }
        };
        try (SmallCluster cluster = cluster(it -> it.observedBy(observer))) {
            Files.writeString(directory.resolve("sum.sh"), SUM.replace("400", "200"));
            assertThat(cluster.run("--launcher", "process", "--command", command, "--job-name", "total")
                            .code())
                    .isZero();
            Files.copy(
                    directory.resolve("hanging.sh"), directory.resolve("sum.sh"), StandardCopyOption.REPLACE_EXISTING);

            CommandRun ended = cluster.run(
                    "--launcher",
                    "process",
                    "--command",
                    command,
                    "--job-name",
                    "total",
                    "--continue-with-changed",
                    "total");

            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out())
                    .contains(
                            "stopped before it reported: the grant ended when atom 350 had run for",
                            "total finished: 400 atoms",
                            straight.sha256(),
                            "sum = 79800.0");
        }
        assertThat(directory.resolve("hung")).exists();
        // 0 + 1 + ... + 199, or what a later subjob has committed.
        assertThat(Files.readAllLines(directory.resolve("restored")))
                .hasSizeGreaterThan(1)
                .allMatch(sum -> Long.parseLong(sum) >= 19900);
        // An atom that has begun is stopped when its grant ends; a first look, a little before.
        assertThat(leases)
                .isNotEmpty()
                .allMatch(lease -> List.of(LeaseEvent.REPORT, LeaseEvent.CUT)
                        .contains(lease.ended().orElseThrow().by()));
        Instant lastAlive = Files.readAllLines(directory.resolve("alive")).stream()
                .filter(it -> it.length() == NANOS_SINCE_1970.length())
                .map(it -> Instant.ofEpochSecond(0, Long.parseLong(it)))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        assertThat(leases)
                .as("what hung was last alive at " + lastAlive)
                .anyMatch(lease -> lease.ended().orElseThrow().by() == LeaseEvent.CUT
                        && !lastAlive.isBefore(lease.time().from())
                        && !lastAlive.isAfter(lease.time().to()));
    }

    @Test
    void aCommandThatCannotBeRunIsRefusedBeforeItIsRegistered() {
        CommandRun missing = runAtNone("--command", "no-such-program");
        CommandRun silent = runAtNone("--command", "sleep 1000", "--start-limit", "1");

        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err())
                .contains("exit code 127", "no-such-program: not found")
                .doesNotContain("\tat ");
        assertThat(silent.code()).isEqualTo(1);
        assertThat(silent.err()).contains("within 1 s", "--resumable").doesNotContain("\tat ");
    }

    @Test
    void aJobAndACommandAreNotBothRun() {
        assertThat(runAtNone("sum", "--command", command))
                .satisfies(it -> assertThat(it.code()).isEqualTo(2))
                .satisfies(it -> assertThat(it.err()).contains("give a JOB or a --command"));
        assertThat(runAtNone())
                .satisfies(it -> assertThat(it.code()).isEqualTo(2))
                .satisfies(it -> assertThat(it.err()).contains("'JOB'", "--command"));
        assertThat(runAtNone("--command", command, "-p", "atoms=3"))
                .satisfies(it -> assertThat(it.code()).isEqualTo(2))
                .satisfies(it -> assertThat(it.err()).contains("-p sets parameters of a JOB"));
    }

    @Test
    void anOptionWithAValueThatIsNotAllowedIsAnErrorOfTheCommandLine() {
        List<List<String>> wrong = List.of(
                List.of("--resumable"),
                List.of("--resumable", "--job-name", "x", "--stop-signal", "KILL"),
                List.of("--resumable", "--job-name", "x", "--stop-code", "0"),
                List.of("--start-limit", "0"),
                List.of("--atom-seconds", "5"),
                List.of("--stop-code", "5"),
                List.of("--first-look-limit", "0"));
        for (List<String> options : wrong) {
            List<String> all = new ArrayList<>(List.of("--command", command));
            all.addAll(options);
            CommandRun ended = runAtNone(all.toArray(String[]::new));
            assertThat(ended.code()).as("%s: %s", options, ended.err()).isEqualTo(2);
        }
    }

    @Test
    void theModuleForPythonIsPrinted() {
        assertThat(CommandRun.of("python-helper").out())
                .startsWith("\"\"\"")
                .contains("def steps(", "def state(", "\n_job = _Job()\n")
                .endsWith("\n");
    }
}
