package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.core.engine.EngineWindow;
import org.atomizable.core.engine.SubjobStart;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the engine reads from a real cluster of three nodes. On n1 a job runs on two of three slices 1g.10gb, and another one is planned on two
 * behind it, six minutes later. n2 is reserved in half an hour. n3 is drained.
 */
class RecordedSlurmTest {

    @TempDir
    Path directory;

    private static SlurmWish wish(@Nullable String partition, @Nullable String gres) {
        return new SlurmWish(partition, null, null, null, gres, null, List.of());
    }

    private static SlurmEngine engine(RecordedSlurm recorded, SlurmWish wish) {
        return engine(recorded, wish, Map.of(), recorded.now());
    }

    private static SlurmEngine engine(SlurmCalls calls, SlurmWish wish, Map<String, String> environment, Instant now) {
        return new SlurmEngine(calls, wish, environment, VirtualTime.startingAt(now));
    }

    private static Map<String, EngineWindow> byPlace(Engine.Look look) {
        return look.windows().stream().collect(Collectors.toMap(EngineWindow::place, it -> it));
    }

    @ParameterizedTest
    @ValueSource(strings = {"planned-22.05.txt", "planned-24.11.txt"})
    void aWindowEndsAtTheFirstPlanOrReservationOfItsNode(String file) throws Exception {
        RecordedSlurm recorded = new RecordedSlurm(file);

        Map<String, EngineWindow> windows =
                byPlace(engine(recorded, wish(null, "1g.10gb")).look("x", Optional.empty()));

        assertThat(windows.keySet()).containsExactlyInAnyOrder("n1", "n2");
        assertThat(windows.get("n1").slices()).isEqualTo(1);
        // The plan was up to six minutes ahead; the job that made it had run for some seconds.
        assertThat(windows.get("n1").length()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
        assertThat(windows.get("n2").slices()).isEqualTo(3);
        assertThat(windows.get("n2").length()).isBetween(Duration.ofMinutes(29), Duration.ofMinutes(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"planned-22.05.txt", "planned-24.11.txt"})
    void placesHaveAllSlicesAndTheHolesOfWindows(String file) throws Exception {
        SlurmEngine engine = engine(new RecordedSlurm(file), wish(null, "1g.10gb"));
        Map<String, EngineWindow> windows = byPlace(engine.look("x", Optional.empty()));

        List<EnginePlace> places = engine.places();

        assertThat(places).extracting(EnginePlace::name).containsExactly("n1", "n2", "n3");
        assertThat(places).extracting(EnginePlace::slices).containsOnly(3);
        assertThat(places).extracting(EnginePlace::free).containsExactly(1, 3, 0);
        assertThat(places)
                .extracting(EnginePlace::length)
                .containsExactly(windows.get("n1").length(), windows.get("n2").length(), Duration.ZERO);
        assertThat(places).allSatisfy(it -> assertThat(it.memory()).isEqualTo(Bytes.of(10_000_000_000L)));
    }

    /** A subjob that waits is planned where it was granted, so its plan ends no hole; one that runs has its slice. */
    @Test
    void placesTellTheSlicesOfSubjobsAndForgetWhereTheyWait() throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-24.11.txt");
        String soon = Long.toString(recorded.now().plusSeconds(20).getEpochSecond());
        String runs = String.join("\u001f", "901", "a", "RUNNING", soon, "", "n2", "None", "slice n2.1g.10gb.2");
        String waits = String.join("\u001f", "902", "b", "PENDING", soon, "n2", "", "Resources", "slice n2.1g.10gb.1");
        SlurmCalls calls = command -> {
            String answer = recorded.run(command);
            return command.get(0).equals("squeue") ? answer + runs + "\n" + waits + "\n" : answer;
        };
        SlurmEngine engine = engine(calls, wish(null, "1g.10gb"), Map.of(), recorded.now());

        EnginePlace place = engine.places().get(1);

        assertThat(place.subjobs()).containsExactly("n2.1g.10gb.2");
        assertThat(place.length()).isGreaterThan(Duration.ofMinutes(29));
    }

    @Test
    void aSubjobIsStartedByOneSrunWhoseLimitIsRoundedUp() throws Exception {
        SlurmWish wish = new SlurmWish("short", "physics", null, null, "a100", 40.0, List.of("--mem=16G"));
        SubjobStart subjob = new SubjobStart("subjob-1", "n1.a100.2", Duration.ofSeconds(45), Duration.ofSeconds(121));

        assertThat(new SlurmEngine(new RecordedSlurm("planned-24.11.txt"), wish, Map.of(), VirtualTime.create())
                        .start(subjob))
                .startsWith(
                        "srun",
                        "--partition=short",
                        "--account=physics",
                        "--gres=gpu:a100:1",
                        "--mem=16G",
                        "--job-name=atomizable-subjob-1",
                        "--comment=slice n1.a100.2",
                        "--nodelist=n1",
                        "--nodes=1",
                        "--ntasks=1",
                        "--time=3",
                        "--immediate=45",
                        "--kill-on-bad-exit=1",
                        "--mpi=none",
                        "/bin/sh",
                        "-c")
                .endsWith("atomizable-subjob");
    }

    /** A worker that has lost its launcher ends with 3. */
    @ParameterizedTest
    @CsvSource({"exit 0, 0, ''", "exit 1, 1, ''", "exit 3, 3, 17"})
    void aSubjobThatHasLostItsAgentGivesItsSliceBack(String program, int code, String cancelled) throws Exception {
        List<String> srun = engine(new RecordedSlurm("planned-24.11.txt"), wish(null, "a100"))
                .start(new SubjobStart("x", "n1.a100.2", Duration.ofSeconds(45), Duration.ofSeconds(121)));
        Path scancel = directory.resolve("scancel");
        Files.writeString(scancel, "#!/bin/sh\necho \"$1\"\n");
        assertThat(scancel.toFile().setExecutable(true)).isTrue();
        List<String> command = new ArrayList<>(srun.subList(srun.indexOf("/bin/sh"), srun.size()));
        command.addAll(List.of("/bin/sh", "-c", program));
        ProcessBuilder node = new ProcessBuilder(command);
        node.environment().put("PATH", directory + ":/usr/bin:/bin");
        node.environment().put("SLURM_JOB_ID", "17");
        Process process = node.start();

        assertThat(process.waitFor()).isEqualTo(code);
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .isEqualTo(cancelled);
    }

    /** Within an allocation, srun would start the subjob there. */
    @Test
    void aSubjobIsAJobOfItsOwnThoughItsAgentIsOneToo() throws Exception {
        SlurmEngine engine = new SlurmEngine(
                new RecordedSlurm("planned-24.11.txt"),
                wish(null, "1g.10gb"),
                Map.of("SLURM_JOB_ID", "7", "SLURM_CONF", "/etc/slurm.conf", "SLURM_NTASKS", "4"),
                VirtualTime.create());

        assertThat(engine.start(new SubjobStart("x", "n1.1g.10gb.0", Duration.ofSeconds(1), Duration.ofSeconds(60))))
                .startsWith("env", "-u", "SLURM_JOB_ID", "-u", "SLURM_NTASKS", "srun")
                .contains("--time=1")
                .endsWith("1g.10gb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu0.0", "n1.2g.20gb.0", "n1.1g.10gb", "n1.1g.10gb.x"})
    void aSliceThatIsNotOfThisTypeIsRefused(String slice) {
        assertThatThrownBy(() -> engine(new RecordedSlurm("planned-24.11.txt"), wish(null, "1g.10gb"))
                        .start(new SubjobStart("x", slice, Duration.ofSeconds(1), Duration.ofSeconds(60))))
                .isInstanceOf(EngineException.class)
                .hasMessageContainingAll(slice, "1g.10gb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"planned-22.05.txt", "planned-24.11.txt"})
    void thePlanCountsForSlicesThatThePlannedJobDoesNotAskFor(String file) throws Exception {
        Map<String, EngineWindow> windows =
                byPlace(engine(new RecordedSlurm(file), wish(null, "2g.20gb")).look("x", Optional.empty()));

        assertThat(windows.get("n1").slices()).isEqualTo(2);
        assertThat(windows.get("n1").length()).isLessThan(Duration.ofMinutes(6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"planned-22.05.txt", "planned-24.11.txt"})
    void noWindowIsLongerThanThePartitionAllows(String file) throws Exception {
        SlurmEngine engine = engine(new RecordedSlurm(file), wish("short", "1g.10gb"));

        assertThat(engine.longest()).isEqualTo(Duration.ofMinutes(10));
        assertThat(byPlace(engine.look("x", Optional.empty())).get("n2").length())
                .isEqualTo(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"planned-22.05.txt", "planned-24.11.txt"})
    void theSlicesOfAJobThatIsAboutToEndCountAsFree(String file) throws Exception {
        RecordedSlurm recorded = new RecordedSlurm(file);
        String running = recorded.run(List.of("squeue", "--noheader", "--all"))
                .lines()
                .map(QueuedJob::of)
                .flatMap(Optional::stream)
                .filter(QueuedJob::runs)
                .findFirst()
                .orElseThrow()
                .id();

        Engine.Look look = engine(recorded, wish(null, "1g.10gb")).look("x", Optional.of(running));

        assertThat(byPlace(look).get("n1").slices()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"planned-22.05.txt", "planned-24.11.txt"})
    void theJobsOfAChainAreFoundByTheirName(String file) throws Exception {
        List<Claimed> claims = engine(new RecordedSlurm(file), wish(null, "1g.10gb"))
                .look("x", Optional.empty())
                .claims();

        assertThat(claims).hasSize(1);
        assertThat(claims.get(0).runs()).isFalse();
        assertThat(claims.get(0).why()).isEqualTo("Dependency");
    }

    @Test
    void aTypeThatNoNodeHasIsRefusedWithTheTypesThatThereAre() throws Exception {
        SlurmEngine engine = engine(new RecordedSlurm("planned-22.05.txt"), wish(null, "a100"));

        assertThatThrownBy(() -> engine.look("x", Optional.empty()))
                .isInstanceOf(EngineException.class)
                .hasMessageContainingAll("no node of this cluster has a slice of type a100", "1g.10gb, 2g.20gb");
    }

    @Test
    void aTypeThatTellsNoMemoryIsRefusedBeforeAnythingIsSubmitted() throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-22.05.txt");
        SlurmEngine engine = engine(
                command -> recorded.run(command).replace("1g.10gb", "a100"),
                wish(null, "a100"),
                Map.of(),
                recorded.now());

        assertThatThrownBy(() -> engine.look("x", Optional.empty()))
                .isInstanceOf(EngineException.class)
                .hasMessageContainingAll("a100", "--gres-memory");
    }

    @Test
    void oneLookCostsFiveCallsAndTheNextOneTwo() throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-22.05.txt");
        VirtualTime time = VirtualTime.startingAt(recorded.now());
        SlurmEngine engine = new SlurmEngine(recorded, wish(null, "1g.10gb"), Map.of(), time);

        engine.look("x", Optional.empty());

        assertThat(recorded.asked())
                .containsExactlyInAnyOrder(
                        "scontrol -o show partitions",
                        "scontrol -d -o show nodes",
                        "scontrol -o show reservations",
                        "scontrol show config",
                        "squeue --all");
        engine.look("x", Optional.empty());
        assertThat(recorded.asked().subList(5, 7)).containsExactly("scontrol -d -o show nodes", "squeue --all");
        assertThat(recorded.asked()).hasSize(7);
        time.advance(Duration.ofHours(1));
        engine.look("x", Optional.empty());
        assertThat(recorded.asked()).hasSize(12);
    }

    @Test
    void aSchedulerHearsOfANewReservationWithinTenMinutes() throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-22.05.txt");
        VirtualTime time = VirtualTime.startingAt(recorded.now());
        SlurmEngine engine = new SlurmEngine(recorded, wish(null, "1g.10gb"), Map.of(), time);

        engine.places();
        time.advance(Duration.ofMinutes(9));
        engine.places();
        assertThat(recorded.asked()).hasSize(7);
        time.advance(Duration.ofMinutes(1));
        engine.places();
        assertThat(recorded.asked()).hasSize(12);
    }

    /** A waiting job is looked at after half of the time between two looks, on average. */
    @Test
    void aWindowIsShorterWhereTheBackfillLooksSeldom() throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-22.05.txt");
        List<Duration> lengths = new ArrayList<>();
        for (String interval : List.of("bf_interval=2", "bf_interval=20", "bf_continue", "bf_interval=600")) {
            SlurmCalls calls = command -> command.contains("config")
                    ? "SchedulerParameters     = sched_interval=7," + interval + "\nSchedulerType = sched/backfill\n"
                    : recorded.run(command);
            SlurmEngine engine = engine(calls, wish(null, "1g.10gb"), Map.of(), recorded.now());
            lengths.add(byPlace(engine.look("x", Optional.empty())).get("n1").length());
        }

        assertThat(lengths.get(0)).isEqualTo(lengths.get(1).plusSeconds(9));
        assertThat(lengths.get(1)).isEqualTo(lengths.get(2).plusSeconds(5));
        assertThat(lengths.get(3)).isEqualTo(lengths.get(2));
    }

    private static final Map<String, String> LINK =
            Map.of("ATOMIZABLE_LINK", "/shared/x.chain/links/000002", "SLURM_JOB_ID", "5", "SLURMD_NODENAME", "n1");

    private static Map<String, String> with(Map<String, String> environment, String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return more;
    }

    private static Claim claim() {
        return claim("x", Duration.ofMinutes(5), Optional.of("5"));
    }

    private static Claim claim(String chain, Duration least, Optional<String> after) {
        return new Claim(chain, 3, Path.of("run.sh"), Path.of("log.txt"), Duration.ofMinutes(5), least, after);
    }

    /** All that a link asks, from its start to its end; before Slurm 23.02 it asks for its end too. */
    @ParameterizedTest
    @CsvSource({"planned-22.05.txt,5", "planned-24.11.txt,4"})
    void aLinkCostsFourCalls(String file, int calls) throws Exception {
        RecordedSlurm first = new RecordedSlurm(file);
        Instant now = first.now();
        SlurmEngine run = engine(first, wish(null, "1g.10gb"));
        run.look("x", Optional.empty());
        run.claim(claim());
        String rules = first.exported().orElseThrow().substring("ALL,ATOMIZABLE_SLURM_RULES=".length());
        Map<String, String> environment = with(LINK, "ATOMIZABLE_SLURM_RULES", rules);
        if (calls == 4) {
            environment = with(environment, "SLURM_JOB_START_TIME", Long.toString(now.getEpochSecond() - 2));
            environment = with(environment, "SLURM_JOB_END_TIME", Long.toString(now.getEpochSecond() + 298));
        }
        RecordedSlurm recorded = new RecordedSlurm(file);
        SlurmEngine link = engine(recorded, wish(null, "1g.10gb"), environment, now);

        Duration left = link.allotment().left();
        Duration longest = link.longest();
        link.claim(claim());
        Map<String, EngineWindow> windows = byPlace(link.look("x", Optional.of("5")));
        link.shorten("6", Duration.ofMinutes(3));

        assertThat(recorded.asked()).hasSize(calls);
        assertThat(longest).isEqualTo(run.longest());
        assertThat(windows).isEqualTo(byPlace(run.look("x", Optional.of("5"))));
        assertThat(calls == 4 ? left : Duration.ofSeconds(298)).isEqualTo(Duration.ofSeconds(298));
        assertThat(recorded.exported()).contains("ALL,ATOMIZABLE_SLURM_RULES=" + rules);
    }

    @Test
    void rulesThatAreDamagedOrOfAnotherProgramAreAskedForAgain() throws Exception {
        Instant now = new RecordedSlurm("planned-22.05.txt").now();
        String fresh = new SiteRules("main", Duration.ofMinutes(1), Duration.ofSeconds(2), List.of(), now)
                .text()
                .orElseThrow();
        Duration told =
                engine(new RecordedSlurm("planned-22.05.txt"), wish(null, null)).longest();
        for (Map<String, String> environment : List.of(
                with(LINK, SiteRules.VARIABLE, "main;60;2;x"),
                with(LINK, SiteRules.VARIABLE, fresh + ";1-2"),
                with(LINK, SiteRules.VARIABLE, fresh + ";1:n1"),
                Map.of(SiteRules.VARIABLE, fresh))) {
            SlurmEngine engine = engine(new RecordedSlurm("planned-22.05.txt"), wish(null, null), environment, now);
            assertThat(engine.longest()).as(environment.toString()).isEqualTo(told);
        }
        assertThat(engine(
                                new RecordedSlurm("planned-22.05.txt"),
                                wish(null, null),
                                with(LINK, SiteRules.VARIABLE, fresh),
                                now)
                        .longest())
                .isEqualTo(Duration.ofMinutes(1));
    }

    /** The user's own choice of the environment stays. */
    @Test
    void theEnvironmentOfALinkIsThatWhichTheUserChose() throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-22.05.txt");
        SlurmEngine engine = engine(recorded, wish(null, null), Map.of("SBATCH_EXPORT", "NONE"), recorded.now());
        engine.look("x", Optional.empty());

        engine.claim(claim());

        assertThat(recorded.exported()).isEmpty();
    }

    @Test
    void anOldVersionAndForeignProgramsAreRefused() {
        for (String version : List.of("slurm 19.05.8", "sinfo from somewhere else")) {
            SlurmEngine engine = engine(command -> version, wish(null, null), Map.of(), Instant.EPOCH);
            assertThatThrownBy(engine::checked).hasMessageContainingAll(version, "20.02");
        }
    }

    /** A call may be carried out although its answer is lost. */
    @Test
    void aSubmissionWhoseAnswerWasLostIsNotMadeTwice() throws Exception {
        List<List<String>> calls = new ArrayList<>();
        SlurmCalls forgetful = command -> {
            calls.add(command);
            if (command.get(0).equals("sbatch")) {
                throw EngineException.absent("sbatch: error: Socket timed out on send/recv operation", "Wait");
            }
            return String.join("\u001f", "77", "atomizable-c", "PENDING", "N/A", "(null)", "", "Priority", "link 3")
                    + "\n";
        };
        SlurmEngine engine = engine(forgetful, wish(null, null), Map.of(), Instant.EPOCH);

        String id = engine.claim(claim("c", Duration.ofMinutes(5), Optional.of("70")));

        assertThat(id).isEqualTo("77");
        assertThat(calls.stream().filter(it -> it.get(0).equals("sbatch"))).hasSize(1);
        assertThat(calls.get(0)).contains("--time=5", "--dependency=afterany:70", "--no-requeue", "--open-mode=append");
    }

    @Test
    void aClaimThatWaitsMayStartWithItsLeastTimeUntilItIsFitted() throws Exception {
        List<List<String>> calls = new ArrayList<>();
        SlurmCalls answering = command -> {
            calls.add(command);
            return "77\n";
        };
        SlurmEngine engine = engine(answering, wish(null, null), Map.of(), Instant.EPOCH);

        for (Duration least : List.of(Duration.ofMinutes(1), Duration.ofSeconds(61), Duration.ofMinutes(5))) {
            engine.claim(claim("c", least, Optional.empty()));
        }
        engine.shorten("77", Duration.ofMinutes(3));

        assertThat(calls.get(0)).contains("--time=5", "--time-min=1");
        assertThat(calls.get(1)).contains("--time=5", "--time-min=2");
        assertThat(calls.get(2)).contains("--time=5").noneMatch(it -> it.startsWith("--time-min"));
        assertThat(calls.get(3)).contains("JobId=77", "TimeLimit=3", "TimeMin=0");
    }

    @Test
    void theRealEndIsWhatTheControllerSaysIsLeft() throws Exception {
        SlurmEngine engine = engine(
                command -> "JobId=5 JobName=a b=c RunTime=00:00:30 TimeLimit=00:06:00 TimeMin=N/A",
                wish(null, "1g.10gb"),
                Map.of("SLURM_JOB_ID", "5", "SLURMD_NODENAME", "n1", "CUDA_VISIBLE_DEVICES", "2"),
                Instant.EPOCH);

        assertThat(engine.allotment().left()).isEqualTo(Duration.ofSeconds(330));
        assertThat(engine.allotment().slice().id()).isEqualTo("n1.2");
        assertThat(engine.allotment().slice().memory()).isEqualTo(Bytes.of(10_000_000_000L));
    }

    /** In a container there may be no scontrol. */
    @Test
    void withoutScontrolTheEndIsThatOfTheEnvironment() throws Exception {
        SlurmCalls none = command -> {
            throw EngineException.refused("Slurm's command scontrol cannot be run", "Install it");
        };
        SlurmEngine engine = engine(
                none,
                wish(null, "1g.10gb"),
                Map.of("SLURM_JOB_ID", "5", "SLURM_JOB_END_TIME", "1100"),
                Instant.ofEpochSecond(1000));

        assertThat(engine.allotment().left()).isEqualTo(Duration.ofSeconds(100));
    }

    /** The controller's clock tells start and end; that of the node may be five minutes apart. */
    @ParameterizedTest
    @CsvSource({"1002,98,0", "1300,70,1", "700,70,1"})
    void theEndOfTheEnvironmentCountsIfTheClocksAgree(long now, long left, int calls) throws Exception {
        List<List<String>> asked = new ArrayList<>();
        SlurmCalls slurm = command -> {
            asked.add(command);
            return "JobId=5 RunTime=00:00:30 TimeLimit=00:01:40 TimeMin=N/A";
        };
        Map<String, String> environment =
                with(with(LINK, "SLURM_JOB_START_TIME", "1000"), "SLURM_JOB_END_TIME", "1100");
        SlurmEngine engine = engine(slurm, wish(null, null), environment, Instant.ofEpochSecond(now));

        assertThat(engine.allotment().left()).isEqualTo(Duration.ofSeconds(left));
        assertThat(asked).hasSize(calls);
    }

    @Test
    void lengthsAndNamesOfNodesAreReadAsSlurmWritesThem() {
        assertThat(Field.length("10:00")).contains(Duration.ofMinutes(10));
        assertThat(Field.length("1-02:03:04"))
                .contains(Duration.ofDays(1).plusHours(2).plusMinutes(3).plusSeconds(4));
        assertThat(Field.length("00:00:30")).contains(Duration.ofSeconds(30));
        assertThat(Field.length("UNLIMITED")).isEmpty();
        assertThat(HostList.of("n[1-3,07],login")).containsExactly("n1", "n2", "n3", "n07", "login");
        assertThat(HostList.of("r[1-2]c[08-10]")).containsExactly("r1c08", "r1c09", "r1c10", "r2c08", "r2c09", "r2c10");
        assertThat(HostList.of("(null)")).isEmpty();
    }
}
