package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.cli.CommandRun;
import org.atomizable.core.engine.Allotment;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EngineWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The complaints about Slurm that concern its commands; {@code SlurmComplaintsTest} of the testkit has those about chains. */
class SlurmCommandComplaintsTest {

    private final List<List<String>> commands = new ArrayList<>();
    private final VirtualTime time = VirtualTime.startingAt(Instant.ofEpochSecond(1_000));

    private static SlurmWish wish(String gres, String... further) {
        return new SlurmWish(null, null, null, null, gres, null, List.of(further));
    }

    private SlurmEngine answering(String answer) {
        return new SlurmEngine(
                command -> {
                    commands.add(command);
                    return answer;
                },
                wish("1g.10gb"),
                Map.of(),
                time);
    }

    private List<String> submission() throws Exception {
        String id = answering("71;cluster\n")
                .claim(new Claim(
                        "job.chain-0a1b2c3d",
                        4,
                        Path.of("links/000004/run.sh"),
                        Path.of("links/000004/log.txt"),
                        Duration.ofMinutes(7),
                        Duration.ofMinutes(7),
                        Optional.of("70")));
        assertThat(id).isEqualTo("71");
        assertThat(commands).hasSize(1);
        return commands.get(0);
    }

    private static SlurmEngine onNode(Map<String, String> environment) {
        SlurmCalls none = command -> {
            throw EngineException.refused("Slurm's command %s cannot be run".formatted(command.get(0)), "Install it");
        };
        return new SlurmEngine(
                none, wish("1g.10gb"), environment, VirtualTime.startingAt(Instant.ofEpochSecond(1_000)));
    }

    /** No signal, array, requeue or deadline; a log that is never overwritten; whatever becomes of the link before. */
    @Test
    void aLinkIsSubmittedWithTheseOptionsAndNoOthers() throws Exception {
        assertThat(submission())
                .containsExactly(
                        "sbatch",
                        "--parsable",
                        "--job-name=atomizable-job.chain-0a1b2c3d",
                        "--comment=link 4",
                        "--time=7",
                        "--output=links/000004/log.txt",
                        "--open-mode=append",
                        "--no-requeue",
                        "--gres=gpu:1g.10gb:1",
                        "--dependency=afterany:70",
                        "links/000004/run.sh");
    }

    private List<Claimed> claims(String state) throws Exception {
        String line = String.join("\u001f", "70", "atomizable-c", state, "N/A", "(null)", "", "None", "link 3");
        return answering(line + "\n").claims("c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PREEMPTED", "NODE_FAIL", "TIMEOUT", "COMPLETED", "FAILED", "REVOKED", "BOOT_FAIL"})
    void aJobInAStateThatEndsItIsGoneWhateverTheState(String state) throws Exception {
        assertThat(claims(state)).isEmpty();
    }

    /** Else a second job would be claimed beside it. */
    @ParameterizedTest
    @ValueSource(strings = {"REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD"})
    void aJobThatSlurmMayStartAgainStillWaits(String state) throws Exception {
        assertThat(claims(state)).extracting(Claimed::runs).containsExactly(false);
    }

    /** Sites allow a call a minute or so. */
    @Test
    void aViewAsksOneCommandForItsChainAlone() throws Exception {
        answering("").claims("c");
        assertThat(commands).hasSize(1);
        assertThat(commands.get(0)).startsWith("squeue").contains("--name=atomizable-c");
    }

    /** Else a view ends, though its chain goes on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "squeue: error: slurm_msg_sendto: address:port=127.0.0.1:32000 msg_type=2003: Unexpected missing socket error",
                "slurm_load_jobs error: Unexpected missing socket error",
                "slurm_load_jobs error: Unable to contact slurm controller (connect failure)"
            })
    void aCommandThatFailsOnTheWayToTheControllerIsTriedAgain(String said) {
        assertThat(failure(said)).matches(it -> !it.isFinal()).hasMessageContaining("sh: ");
    }

    @Test
    void aCommandThatSaysWhatIsWrongWithItIsNot() {
        assertThat(failure("sbatch: error: invalid partition specified: nowhere"))
                .matches(EngineException::isFinal);
    }

    private static EngineException failure(String said) {
        List<String> command = List.of("sh", "-c", "printf %s \"$1\" >&2; exit 1", "sh", said);
        return catchThrowableOfType(
                EngineException.class, () -> new SlurmProcesses(SlurmProcesses.LIMIT, false).run(command));
    }

    @Test
    void aSweepAsksOneCommandForAllOfItsChains() throws Exception {
        assertThat(answering("").claimsOf(List.of("a", "b"))).isEqualTo(Map.of("a", List.of(), "b", List.of()));
        assertThat(commands).hasSize(1);
        assertThat(commands.get(0)).startsWith("squeue").contains("--name=atomizable-a,atomizable-b");
    }

    @Test
    void aSweepWithoutChainsAsksNothing() throws Exception {
        assertThat(answering("").claimsOf(List.of())).isEmpty();
        assertThat(commands).isEmpty();
    }

    /** The nodes call it A100, as sinfo shows. */
    @ParameterizedTest
    @ValueSource(strings = {"A100", "gpu:A100", "gpu:A100:1"})
    void aTypeIsFoundAsSinfoShowsIt(String gres) throws Exception {
        RecordedSlurm recorded = new RecordedSlurm("planned-24.11.txt");
        SlurmEngine engine = new SlurmEngine(
                command -> recorded.run(command).replace("1g.10gb", "A100"),
                new SlurmWish(null, null, null, null, gres, 80.0, List.of()),
                Map.of(),
                VirtualTime.startingAt(recorded.now()));

        assertThat(engine.look("x", Optional.empty()).windows())
                .extracting(EngineWindow::place)
                .containsExactlyInAnyOrder("n1", "n2");
    }

    @Test
    void theSliceThatIsGivenIsNamed() throws Exception {
        Allotment given = onNode(Map.of(
                        "SLURM_JOB_ID", "71",
                        "SLURM_JOB_END_TIME", "1300",
                        "SLURMD_NODENAME", "n1",
                        "SLURM_JOB_GPUS", "2",
                        "CUDA_VISIBLE_DEVICES", "MIG-6a2e"))
                .allotment();
        assertThat(given.slice().id()).isEqualTo("n1.MIG-6a2e");
        assertThat(given.slice().kind().name()).isEqualTo("1g.10gb");
    }

    /** CUDA would take that number for another GPU, or for the first instance of one. */
    @Test
    void aNumberOfSlurmBecomesTheUuidOfTheOnlyInstanceThatTheJobCanOpen() throws Exception {
        Map<String, String> environment = Map.of(
                "SLURM_JOB_ID", "71",
                "SLURM_JOB_END_TIME", "1300",
                "SLURMD_NODENAME", "n1",
                "SLURM_JOB_GPUS", "2",
                "CUDA_VISIBLE_DEVICES", "0");
        SlurmEngine engine = new SlurmEngine(
                command -> "",
                wish("1g.10gb"),
                environment,
                VirtualTime.startingAt(Instant.ofEpochSecond(1_000)),
                () -> "  MIG 1g.10gb     Device  0: (UUID: MIG-6a2e)\n");

        assertThat(engine.allotment().slice().id()).isEqualTo("n1.MIG-6a2e");
    }

    /** These are the names that AutoDetect=nvml makes. */
    @ParameterizedTest
    @CsvSource({"nvidia_a100_3g.39gb,39", "a100-sxm4-40gb_1g.5gb,5", "nvidia_h100_80gb_hbm3_1g.10gb,10"})
    void theTypeOfAnInstanceTellsItsMemoryAlsoBehindTheProduct(String type, long gigabytes) throws Exception {
        assertThat(wish(type).memory(Bytes.ZERO)).isEqualTo(Bytes.of(gigabytes * 1_000_000_000L));
    }

    /** With another name the chain was doubled, and with an array each link ran four times. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-J",
                "-Jfoo",
                "--job-name=foo",
                "--job=foo",
                "--arr=0-3",
                "-a0-2",
                "--time=99",
                "-t99",
                "--test-only",
                "--wait"
            })
    void anOptionThatIsTheChainsOwnIsRefusedBeforeAnythingIsSubmitted(String option) {
        SlurmWish wish = wish("1g.10gb", "--mem=1G", option);
        assertThatThrownBy(() -> new SlurmEngine(command -> "slurm 24.11.5", wish, Map.of(), time).checked())
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("--sbatch=" + option + " cannot be given");
    }

    /** It would count for nothing. */
    @Test
    void anOptionOfJobsThatASchedulerDoesNotStartIsRefused() {
        for (SlurmWish wish : List.of(
                new SlurmWish(null, "physics", null, null, "1g.10gb", null, List.of()), wish("1g.10gb", "--mem=1G"))) {
            assertThatThrownBy(() -> new SlurmEngine(command -> "", wish, Map.of(), time).places())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContainingAll("which a scheduler does not start", "give it to each run");
        }
    }

    @Test
    void aMisspeltEngineIsNamedThoughItsOptionsAreOfAnother() {
        CommandRun run = CommandRun.of("run", "sum", "--engine", "slrum", "--gres", "1g.10gb");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no engine named slrum; there is slurm");
    }

    /** Holes of the default partition are none of another one. */
    @Test
    void aPartitionIsNamedToTheChainItself() {
        SlurmWish wish = wish("1g.10gb", "-pgpu");
        assertThatThrownBy(() -> new SlurmEngine(command -> "slurm 24.11.5", wish, Map.of(), time).checked())
                .isInstanceOf(EngineException.class)
                .hasMessageContainingAll("--sbatch=-pgpu", "--partition");
    }

    @Test
    void aConfigurationThatIsNotThereIsNamedBeforeSlurmIsAsked() {
        Map<String, String> environment = Map.of("SLURM_CONF", "/nowhere/slurm.conf");
        assertThatThrownBy(() -> new SlurmEngine(
                                command -> {
                                    throw new AssertionError("nothing is asked");
                                },
                                wish("1g.10gb"),
                                environment,
                                time)
                        .checked())
                .isInstanceOf(EngineException.class)
                .hasMessageContainingAll("SLURM_CONF", "/nowhere/slurm.conf");
    }

    @Test
    void aJobThatSlurmHasNotLookedAtWaitsForNoReason() {
        String line = String.join("\u001f", "7", "j", "PENDING", "N/A", "(null)", "", "None", "link 1");
        assertThat(QueuedJob.of(line)).get().extracting(QueuedJob::reason).isEqualTo("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--mem=16G",
                "--exclude=n1",
                "--export=NONE",
                "--container-image=/a",
                "-c4",
                "--nice=5",
                "--ntasks-per-node=1"
            })
    void otherOptionsArePassedOn(String option) throws Exception {
        SlurmWish wish = wish("1g.10gb", option);
        new SlurmEngine(command -> "slurm 24.11.5", wish, Map.of(), time).checked();
        assertThat(wish.options()).contains(option);
    }

    /** SQUEUE_PARTITION in a profile hid the chain's jobs, so that it was doubled; links ran in the language of C. */
    @Test
    void wishesForOtherCallsDoNotReachACommandNorACommandsLanguageALink() {
        Map<String, String> given = Map.of(
                "SQUEUE_PARTITION", "short", "SBATCH_ARRAY_INX", "0-2", "SBATCH_ACCOUNT", "x", "LC_ALL", "de_DE.UTF-8");
        Map<String, String> ofLink = new HashMap<>(given);
        SlurmProcesses.adjust(ofLink, "sbatch");
        assertThat(ofLink).containsOnly(Map.entry("SBATCH_ACCOUNT", "x"), Map.entry("LC_ALL", "de_DE.UTF-8"));
        Map<String, String> ofView = new HashMap<>(given);
        SlurmProcesses.adjust(ofView, "squeue");
        assertThat(ofView).containsEntry("LC_ALL", "C").doesNotContainKey("SQUEUE_PARTITION");
    }

    /** Before Slurm 23.02 the environment does not tell it. */
    @Test
    void inAContainerWhereNothingTellsTheEndALinkSaysWhatIsMissing() {
        SlurmProcesses inLink = new SlurmProcesses(Duration.ofSeconds(10), true);
        SlurmEngine engine = new SlurmEngine(
                command -> inLink.run(List.of("no-such-" + command.get(0))),
                wish("1g.10gb"),
                Map.of("SLURM_JOB_ID", "71", "SLURMD_NODENAME", "n1"),
                time);

        assertThatThrownBy(engine::allotment)
                .isInstanceOf(EngineException.class)
                .hasMessageContainingAll(
                        "SLURM_JOB_END_TIME is not set",
                        "no-such-scontrol cannot be run",
                        "No such file",
                        "on the PATH of the job, in its container too")
                .hasMessageNotContaining("login node");
    }

    @Test
    void outsideOfALinkAMissingCommandIsLookedForOnALoginNode() {
        assertThatThrownBy(() -> new SlurmProcesses(Duration.ofSeconds(10), false).run(List.of("no-such-sinfo")))
                .isInstanceOf(EngineException.class)
                .hasMessageContainingAll("no-such-sinfo cannot be run", "on a login node");
    }
}
