package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import org.atomizable.core.engine.EngineWindow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the engine reads from a real cluster of three nodes. On n1 a job runs on two of three slices 1g.10gb, and another one is planned on two
 * behind it, six minutes later. n2 is reserved in half an hour. n3 is drained.
 */
class RecordedSlurmTest {

    private static SlurmWish wish(@Nullable String partition, @Nullable String gres) {
        return new SlurmWish(partition, null, null, null, gres, null, List.of());
    }

    private static SlurmEngine engine(RecordedSlurm recorded, SlurmWish wish) {
        return new SlurmEngine(recorded, wish, Map.of(), VirtualTime.startingAt(recorded.now()));
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
    void oneLookCostsFourCalls() throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-22.05.txt");

        engine(recorded, wish(null, "1g.10gb")).look("x", Optional.empty());

        assertThat(recorded.asked())
                .containsExactlyInAnyOrder(
                        "scontrol -o show partitions",
                        "scontrol -d -o show nodes",
                        "scontrol -o show reservations",
                        "squeue --all");
    }

    @Test
    void anOldVersionAndForeignProgramsAreRefused() {
        for (String version : List.of("slurm 19.05.8", "sinfo from somewhere else")) {
            SlurmEngine engine = new SlurmEngine(
                    command -> version, wish(null, null), Map.of(), VirtualTime.startingAt(Instant.EPOCH));
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
        SlurmEngine engine =
                new SlurmEngine(forgetful, wish(null, null), Map.of(), VirtualTime.startingAt(Instant.EPOCH));

        String id = engine.claim(
                new Claim("c", 3, Path.of("run.sh"), Path.of("log.txt"), Duration.ofMinutes(5), Optional.of("70")));

        assertThat(id).isEqualTo("77");
        assertThat(calls.stream().filter(it -> it.get(0).equals("sbatch"))).hasSize(1);
        assertThat(calls.get(0)).contains("--time=5", "--dependency=afterany:70", "--no-requeue", "--open-mode=append");
    }

    @Test
    void theRealEndIsWhatTheControllerSaysIsLeft() throws Exception {
        SlurmEngine engine = new SlurmEngine(
                command -> "JobId=5 JobName=a b=c RunTime=00:00:30 TimeLimit=00:06:00 TimeMin=N/A",
                wish(null, "1g.10gb"),
                Map.of("SLURM_JOB_ID", "5", "SLURMD_NODENAME", "n1", "CUDA_VISIBLE_DEVICES", "2"),
                VirtualTime.startingAt(Instant.EPOCH));

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
        SlurmEngine engine = new SlurmEngine(
                none,
                wish(null, "1g.10gb"),
                Map.of("SLURM_JOB_ID", "5", "SLURM_JOB_END_TIME", "1100"),
                VirtualTime.startingAt(Instant.ofEpochSecond(1000)));

        assertThat(engine.allotment().left()).isEqualTo(Duration.ofSeconds(100));
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
