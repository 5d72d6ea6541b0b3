package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.SliceKind;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.ProfileKey;
import org.atomizable.profiler.store.RecordedRun;
import org.atomizable.profiler.store.Recording;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class CommandLineTest {

    private static final Pattern SUBJOB = Pattern.compile("gb: atoms ([0-9]+) to ([0-9]+)");

    @TempDir
    Path directory;

    private static CommandRun run(String... args) {
        return CommandRun.of((Object[]) args);
    }

    private SmallCluster cluster() throws Exception {
        return SmallCluster.ofShortWindows(directory);
    }

    @Test
    void aJobIsRunThroughWindowsToTheBitsOfItsStraightRun() throws Exception {
        NamedJob job = new NamedJob("sum", Map.of());
        StraightRun straight = StraightRun.of(job, VirtualTime.create(), next -> {});
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "sum");

            assertThat(ended.err().lines()).as("but how far it is").allMatch(it -> it.startsWith("after "));
            assertThat(ended.code()).isZero();
            assertThat(ended.out()).contains("sum finished: 300 atoms", straight.sha256());
        }
    }

    @Test
    void aLaterRunBeginsWithWhatAnEarlierOneLearnt() throws Exception {
        try (SmallCluster cluster = cluster()) {
            CommandRun first = cluster.run("--launcher", "inprocess", "-p", "atoms=100", "sum");
            CommandRun another = cluster.run("--launcher", "inprocess", "sum");
            CommandRun second = cluster.run("--launcher", "inprocess", "--continue-with-changed", "atoms,total", "sum");
            CommandRun third = cluster.run("--launcher", "inprocess", "sum");
            CommandRun less = cluster.run(
                    "--launcher", "inprocess", "-p", "atoms=100", "--continue-with-changed", "atoms,total", "sum");

            assertThat(less.code()).isEqualTo(1);
            assertThat(less.err()).contains("has 300 atoms, and this job has 100", "--store");
            assertThat(another.code()).isEqualTo(1);
            assertThat(another.err())
                    .contains(
                            "those of another job",
                            "atoms was \"100\" and is not there",
                            "total was \"100\" and is \"300\"")
                    .contains("--continue-with-changed atoms,total", "--store");
            assertThat(third.code()).isZero();
            assertThat(third.out()).contains("sum was finished before; nothing ran");
            assertThat(first.code()).isZero();
            assertThat(directory.resolve("profiles/sum")).isNotEmptyDirectory();
            assertThat(second.code()).isZero();
            assertThat(second.out()).contains("sum finished: 300 atoms");
        }
    }

    /** No window is long enough for what once was; unless that is forgotten, nothing would ever be seen again. */
    @Test
    void aJobWhoseMachineWasOnceSlowIsNotStuckForEver() throws Exception {
        List<Sample> samples = new ArrayList<>();
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)) {
            for (int i = 0; i < 13; i++) {
                samples.add(new Sample(
                        new SliceKind("2g.20gb"), phase, Duration.ofMillis(i < 5 ? 5000 : 2), Bytes.gibi(1)));
            }
        }
        RecordedRun slow = new RecordedRun(
                new RecordedRun.Origin("slow", Instant.EPOCH, "test"),
                RecordedRun.Observed.ofSamples(samples),
                KeptPromises.NONE);
        ProfileKey key = new ProfileKey(new SliceKind("2g.20gb"), new TreeMap<>());
        ProfileDirectory.at(directory.resolve("profiles")).add(new Recording("sum", key, List.of(slow)));
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "sum");

            assertThat(ended.code()).isZero();
            assertThat(ended.out()).contains("sum finished: 300 atoms");
        }
    }

    @Test
    void aProfileThatCannotBeReadIsNamedAndTheJobGoesOnWithoutIt() throws Exception {
        Path odd = directory.resolve("profiles").resolve("sum").resolve("odd.json");
        Files.createDirectories(odd.getParent());
        Files.writeString(odd, "{\"format\": 99}");
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "-p", "atoms=100", "sum");

            assertThat(ended.code()).isZero();
            assertThat(ended.out()).contains("without a profile on disk", "odd.json", "format 99", "sum finished");
        }
    }

    /** Waits for what other processes print; they would be waited for ever. */
    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aRunThatIsKilledGoesOnFromItsCheckpointAndEndsInTheSameBits() throws Exception {
        // On a busy machine a process takes seconds to start.
        try (SmallCluster cluster = SmallCluster.of(directory, Duration.ofSeconds(4), Duration.ofSeconds(8))) {
            long kept = 0;
            for (int kill = 0; kill < 2; kill++) {
                Process run = killable(cluster);
                try (BufferedReader lines = run.inputReader()) {
                    String line = lines.readLine();
                    while (line != null && !gained(line)) {
                        line = lines.readLine();
                    }
                    assertThat(line).as("a subjob committed atoms").isNotNull();
                }
                run.destroyForcibly().waitFor();
                long next = Checkpoints.in(directory.resolve("store"), "sum")
                        .latest()
                        .orElseThrow()
                        .nextAtom();
                assertThat(next).isGreaterThan(kept);
                kept = next;
            }

            String atoms = Long.toString(kept + 500);
            CommandRun ended = cluster.run("-p", "atoms=" + atoms, "--continue-with-changed", "atoms,total", "sum");

            StraightRun straight =
                    StraightRun.of(new NamedJob("sum", Map.of("atoms", atoms)), VirtualTime.create(), next -> {});
            assertThat(ended.code()).as(ended.out()).isZero();
            assertThat(ended.out()).contains("sum finished: %s atoms".formatted(atoms), straight.sha256());
        }
    }

    private static boolean gained(String line) {
        Matcher matcher = SUBJOB.matcher(line);
        return matcher.find() && Long.parseLong(matcher.group(2)) >= Long.parseLong(matcher.group(1));
    }

    private static Process killable(SmallCluster cluster) throws Exception {
        return new ProcessBuilder(CommandRun.inAnotherJvm(cluster.arguments("-p", "atoms=1000000000", "sum")))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void aJobThatThrowsIsTriedAgainAndThenFailsWithItsCheckpointKept() throws Exception {
        try (SmallCluster cluster = cluster()) {
            cluster.run("--launcher", "inprocess", "-p", "atoms=100", "sum");

            CommandRun ended = cluster.run(
                    "--launcher",
                    "inprocess",
                    "-p",
                    "throw-at=150",
                    "--continue-with-changed",
                    "atoms,throw-at,total",
                    "sum");

            assertThat(ended.code()).isEqualTo(1);
            // On a slow machine checkpoints are made between, and each gains atoms, but no tries.
            long kept = Checkpoints.in(directory.resolve("store"), "sum")
                    .latest()
                    .orElseThrow()
                    .nextAtom();
            assertThat(kept).isBetween(100L, 150L);
            assertThat(ended.out())
                    .contains(
                            "failed (JOB)",
                            "atom 150 is cursed",
                            "Its last good checkpoint, before atom %s, is kept".formatted(kept));
            assertThat(ended.out().lines().filter(it -> it.contains("IllegalStateException") && it.contains("gb:")))
                    .hasSize(3);
        }
    }

    @Test
    void aJobThatFailsAtItsFirstAtomIsNotSaidToHaveACheckpoint() throws Exception {
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "-p", "throw-at=0", "sum");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out())
                    .contains("atom 0 is cursed", "No atom of it was committed")
                    .doesNotContain("is kept");
        }
    }

    @Test
    void aJobThatFitsNowhereSaysSoAndStops() throws Exception {
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "-p", "memory=100GiB", "sum");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out()).contains("fits nowhere", "100.00GiB", "3g.40gb");
        }
    }

    @Test
    void anExceptionOfTheJobsOwnCodeIsToldAsOne() throws Exception {
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("--launcher", "inprocess", "-p", "atoms=5", "-p", "throw-at=5", "sum");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err())
                    .contains(
                            "job sum threw", "no model can be written", "SumJob", "while it was evaluated", "committed")
                    .doesNotContain("bug");
        }
        CommandRun checked = run("check", "-p", "atoms=5", "-p", "throw-at=2", "--seconds", "1", "sum");
        assertThat(checked.code()).isEqualTo(1);
        assertThat(checked.err())
                .contains("job sum threw", "atom 2 is cursed", "SumJob")
                .doesNotContain("bug");
    }

    @Test
    void anUnknownOptionIsRefused() {
        CommandRun ended = run("demo", "--fast");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err().lines())
                .containsExactly("Unknown option: '--fast'", "To see what it takes: atomizable demo --help");
    }

    @Test
    void helpForACommandThatDoesNotExistIsRefused() {
        CommandRun ended = run("schedular", "--help");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("Unmatched", "'schedular'", "Did you mean: atomizable scheduler")
                .doesNotContain("Usage:");

        CommandRun inAGroup = run("profile", "shwo", "--help");
        assertThat(inAGroup.code()).isEqualTo(2);
        assertThat(inAGroup.err())
                .contains("'shwo'", "Its commands: run, show,")
                .doesNotContain("Usage:");
        assertThat(run("profile", "show", "--help").code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "checkpoint needs one of its commands: ls, show, verify, diff, pin, gc, export, import",
                "journal needs one of its commands: show, backup, compact",
                "profile needs one of its commands: run, show, plot, advise, backtest, judge, merge",
                "tokens needs one of its commands: create, ls, revoke, audit"
            })
    void aGroupWithoutACommandNamesThem(String message) {
        CommandRun ended = run(message.replaceFirst(" .*", ""));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err().lines()).first().isEqualTo(message);
    }

    @Test
    void anOptionThatIsMisspeltIsNamedBeforeTheOneThatIsMissing() {
        CommandRun ended = run("run", "--schedular", "http://127.0.0.1:1", "Pi");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("Unknown option: '--schedular'", "--scheduler")
                .doesNotContain("Missing");
    }

    @Test
    void anOptionThatIsTheValueOfAnotherIsToldApart() {
        CommandRun ended = run("run", "--store=--json", "Pi");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--json is an option of this command: give it without --store");
    }

    @Test
    void aFileThatCannotBeWrittenIsNoDefect(@TempDir Path directory) throws IOException {
        Path inTheWay = Files.writeString(directory.resolve("file"), "x");
        CommandRun ended = run("python-helper", "--packages", inTheWay.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains(inTheWay.toString(), "in the way").doesNotContain("bug");
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            CommandRun ended = run("scheduler", "--no-tokens", "--port", Integer.toString(taken.getLocalPort()));

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err())
                    .contains("" + taken.getLocalPort())
                    .doesNotContain("\tat ")
                    .doesNotContain("Javalin");
        }
    }

    @Test
    void aSchedulerWantsTokensUnlessItIsToldOtherwise() {
        assertThat(run("scheduler", "--port", "0").err()).contains("--journal", "--no-tokens");
        assertThat(run("scheduler", "--port", "0", "--no-tokens", "--host", "0.0.0.0")
                        .err())
                .contains("every program that can reach 0.0.0.0");
        assertThat(run("scheduler", "--port", "0", "--no-tokens", "--tls-cert", "x")
                        .err())
                .contains("--tls-cert and --tls-key go together");
    }

    @Test
    void jobsDoNotStayOnSlicesOfAnEngine() {
        CommandRun ended = run("scheduler", "--port", "0", "--no-tokens", "--engine", "slurm", "--stay");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--stay and --engine do not go together");
    }

    @Test
    void tokensAreMadeListedAndRevoked() throws Exception {
        String journal = directory.resolve("journal.db").toString();
        String token =
                run("tokens", "create", "--journal", journal, "team-red").out().strip();
        assertThat(token).matches("atomizable_[0-9a-f]{12}_[A-Za-z0-9_-]{43}");
        assertThat(run("tokens", "create", "--journal", journal, "--role", "OPERATOR", "ops")
                        .code())
                .isZero();

        CommandRun listed = run("tokens", "ls", "--journal", journal);
        assertThat(listed.out()).contains("team-red", "operator").doesNotContain(token.substring(24));
        String id = token.split("_")[1];
        assertThat(run("tokens", "revoke", "--journal", journal, id).code()).isZero();
        assertThat(run("tokens", "ls", "--journal", journal, "--json")
                        .json()
                        .get(0)
                        .path("revoked")
                        .isTextual())
                .isTrue();
        assertThat(run("tokens", "revoke", "--journal", journal, "nobody").err())
                .contains("there is no token nobody");
        assertThat(run("tokens", "create", "--journal", journal, "a b").err()).contains("letters, digits");
        assertThat(run("tokens", "audit", "--journal", journal).code()).isZero();
    }

    /** As of {@code --quota $TENANT=40GiB} where nobody has set the variable. */
    @Test
    void aTenantsQuotaOrWeightNeedsAName() {
        for (String option : List.of("--quota =40GiB", "--tenant =2")) {
            CommandRun ended = run(("scheduler --no-tokens --port 0 " + option).split(" "));
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err()).contains("has no name before the \"=\"");
        }
    }

    /** The last word of each line is what cannot be. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scheduler --gpus Voodoo2",
                "scheduler --layout 3g.41gb",
                "scheduler --policy shortest",
                "scheduler --bid-clearing best",
                "scheduler --quota red=4",
                "scheduler --tenant red=-1",
                "scheduler --audience 0",
                "scheduler --lambda 3",
                "scheduler --trusted-proxy here",
                "scheduler --answer-time 100",
                "scheduler --no-tokens --gpus sim:A100-80GB --read-only",
                "scheduler --no-tokens --gpus sim:A100-80GB --switch-mig",
                "run sum --scheduler http://127.0.0.1:1 --memory-scale 0",
                "sweep sum seed=1,2 --scheduler http://127.0.0.1:1 --memory-scale NaN",
                "profile run sum --atoms 0",
                "tokens audit --journal none.db --newest -3",
                "top --scheduler localhost:80",
                "checkpoint gc store --keep newest"
            })
    void aValueThatCannotBeIsOneOfTheCommandLine(String line) {
        CommandRun ended = run(line.split(" "));

        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err())
                .startsWith("atomizable: ")
                .contains(line.replaceFirst(".*[ =]", ""))
                .doesNotContain("bug");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "top --scheduler 127.0.0.1:18400",
                "reserve gpu0.0 --scheduler http://127.0.0.1:1 --minutes 1 --from yesterday",
                "sweep sum seed=1,2 --scheduler http://127.0.0.1:1 --at-once 0",
                "run sum --scheduler http://127.0.0.1:1 --weight progress=1",
                "sweep sum seed=1,2 --scheduler http://127.0.0.1:1 --weight progress=1"
            })
    void anOptionThatCannotBeIsNamedInPlainWords(String line) {
        CommandRun ended = run(line.split(" "));

        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err())
                .containsPattern("--(scheduler|from|at-once|weight)")
                .doesNotContain("java.")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run sum --scheduler http://127.0.0.1:1 -p atoms=",
                "sweep sum --scheduler http://127.0.0.1:1 atoms="
            })
    void aParameterThatAJobDoesNotTakeIsOneOfTheCommandLine(String line) {
        CommandRun ended = run(line.split(" "));

        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err()).contains("job sum cannot be made").doesNotContain("\tat ");
    }

    @Test
    void aTokenThatCannotBePrintedIsRevoked() {
        String journal = directory.resolve("journal.db").toString();
        PrintStream out = System.out;
        int code;
        try {
            System.setOut(new PrintStream(
                    new OutputStream() {
                        @Override
                        public void write(int each) throws IOException {
                            throw new IOException("no room");
                        }
                    },
                    true,
                    StandardCharsets.UTF_8));
            code = Main.run("tokens", "create", "--journal", journal, "team-red");
        } finally {
            System.setOut(out);
        }

        assertThat(code).isEqualTo(1);
        assertThat(run("tokens", "ls", "--journal", journal).out()).contains("team-red", "revoked ");
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "in the way");

        CommandRun ended = run("demo", "--quick", "--out", file.resolve("out").toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("cannot be written").contains("--out").doesNotContain("\tat ");
    }

    @Test
    void aStoreOfAnotherJobIsRefused() throws Exception {
        Checkpoints.in(directory.resolve("store"), "other");
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("sum");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("belongs to job other, not to sum");
        }
    }

    @Test
    void aClassThatCannotBeLoadedIsNamedWithTheKnownJobs() throws Exception {
        try (SmallCluster cluster = cluster()) {
            CommandRun ended = cluster.run("com.example.Missing");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("com.example.Missing").contains("[command, sum]");
        }
    }

    @Test
    void aSchedulerThatIsNotThereIsNamedAfterTheTimeThatWasGiven() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }

        CommandRun ended =
                run(SmallCluster.arguments("http://127.0.0.1:" + free, directory, "--give-up-after", "6", "sum"));

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).containsPattern("has not answered for [0-9]+ s");
        assertThat(ended.out()).contains("cut off: scheduler http://127.0.0.1:" + free, "did not answer");
    }

    @Test
    void knownJobsAreListed() {
        assertThat(run("jobs").out()).contains("sum").contains("adds up a series");
        assertThat(run("jobs", "--json").out()).contains("{\"name\":\"sum\"");
    }

    @Test
    void gpusAreListed() throws Exception {
        CommandRun ended = run("gpus", "--sim", "sim:H200-141GB", "--json");

        JsonNode gpu = ended.json().path("gpus").path(0);
        assertThat(gpu.path("name").asText()).isEqualTo("H200-141GB");
        assertThat(gpu.path("mig").asText()).isEqualTo("on");
        assertThat(gpu.path("profiles").size()).isEqualTo(7);
        assertThat(gpu.path("instances").size())
                .isEqualTo(gpu.path("devices").size())
                .isEqualTo(3);
        assertThat(run("gpus", "--sim", "sim:H200-141GB").out()).contains("GPU 0  H200-141GB", "3g.71gb", "MIG on");
    }

    @Test
    void withoutADriverOneIsToldWhatToDo() {
        CommandRun ended = run("gpus", "--nvml", "--read-only", "--nvml-library", "libnot-there.so");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .contains("libnot-there.so cannot be loaded (", "). Install the NVIDIA driver")
                .contains("--sim sim:A100-80GB")
                .doesNotContain("--gpus");
        // As it was called before.
        assertThat(run("gpus", "--library", "libnot-there.so").err()).isEqualTo(ended.err());
        assertThat(run("gpus", "--help").out()).contains("--nvml-library").doesNotContain("--library");
        assertThat(run("gpus", "--nvml", "--sim", "sim:H200-141GB").err()).contains("give --nvml or --sim, not both");
    }

    @Test
    void aSchedulerWithoutADriverSuggestsItsOwnOptions() {
        CommandRun ended =
                run("scheduler", "--no-tokens", "--port", "0", "--gpus", "nvml", "--nvml-library", "none.so");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("none.so cannot be loaded").contains("--gpus sim:A100-80GB");
    }

    @Test
    void aJournalIsShownCopiedAndTidied() throws Exception {
        Path journal = directory.resolve("journal.db");
        Path copy = directory.resolve("copy.db");
        Scheduler.start(
                        SchedulerOptions.of(new SimulatedNode(
                                        SimulatedGpus.parse("sim:A100-80GB").slices(),
                                        Load.DEFAULT,
                                        1,
                                        TimeSource.system().now()))
                                .keptIn(journal),
                        TimeSource.system())
                .close();

        assertThat(CommandRun.of("journal", "show", journal, "--json")
                        .json()
                        .path("rows")
                        .path("meta")
                        .asInt())
                .isEqualTo(1);
        assertThat(CommandRun.of("journal", "backup", journal, "--to", copy).code())
                .isZero();
        assertThat(CommandRun.of("journal", "show", copy).out()).contains("copy.db", "lease");
        CommandRun nowhere = CommandRun.of(
                "journal", "backup", journal, "--to", directory.resolve("none").resolve("copy.db"));
        assertThat(nowhere.code()).isEqualTo(1);
        assertThat(nowhere.err()).contains("copy.db: its directory does not exist. Make the directory");
        assertThat(CommandRun.of("journal", "compact", journal).code()).isZero();
        CommandRun none = CommandRun.of("journal", "show", directory.resolve("none.db"));
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("there is no journal");
    }

    @Test
    void topShowsSlicesAndReserveTakesOne() throws Exception {
        TimeSource time = TimeSource.system();
        try (Scheduler scheduler = Scheduler.start(
                SchedulerOptions.of(
                        new SimulatedNode(SimulatedGpus.parse("sim:A100-80GB").slices(), Load.DEFAULT, 1, time.now())),
                time)) {
            CommandRun kept = CommandRun.of(
                    "reserve", "gpu0.1", "--scheduler", scheduler.uri(), "--minutes", "5", "--label", "fan", "--json");
            assertThat(kept.json().path("label").asText()).isEqualTo("fan");

            CommandRun top = CommandRun.of("top", "--once", "--scheduler", scheduler.uri());
            CommandRun elsewhere = CommandRun.of("top", "--once", "--scheduler", scheduler.uri() + "/x");
            assertThat(elsewhere.code()).isEqualTo(1);
            assertThat(elsewhere.err()).contains("Leave /x out of the address");
            assertThat(top.out()).contains("3 slices, 0 jobs", "gpu0.1", "2g.20gb", "JOB");
            assertThat(top.out())
                    .containsPattern("memory: 0 % leased, \\d+ % reserved, \\d+ % free \\(0 % fragmented\\)");
            for (String wrong : List.of("1e300", "Infinity", "NaN", "0")) {
                CommandRun refused =
                        CommandRun.of("reserve", "gpu0.1", "--scheduler", scheduler.uri(), "--minutes", wrong);
                assertThat(refused.code()).isEqualTo(2);
                assertThat(refused.err()).contains("--minutes must be");
            }
            assertThat(CommandRun.of("reserve", "nowhere", "--scheduler", scheduler.uri(), "--minutes", "5")
                            .err())
                    .contains("there is no slice nowhere");
        }
    }

    @Test
    void everyCommandHasHelp() {
        for (String command :
                List.of("demo", "scheduler", "run", "jobs", "gpus", "journal", "tokens", "reserve", "top")) {
            CommandRun ended = run(command, "--help");
            assertThat(ended.code()).isZero();
            assertThat(ended.out()).contains("Usage: atomizable " + command);
        }
    }
}
