package org.atomizable.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.CommandRun;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint store of a scheme of its own, found on the class path. */
class StoreByUrlTest {

    private static final NamedJob JOB = new NamedJob("sum", Map.of("atoms", "40"));
    private static final Slice SLICE = new Slice("here", new SliceKind("cpu"), Bytes.gibi(19));

    @TempDir
    Path directory;

    private static String straight() throws Exception {
        return StraightRun.of(JOB, VirtualTime.create(), next -> {}).sha256();
    }

    private static Subjob subjob(TimeSource time) {
        List<Sample> samples = List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT).stream()
                .flatMap(phase -> List.of(1, 2, 3).stream()
                        .map(it -> new Sample(SLICE.kind(), phase, Duration.ofMillis(1), Bytes.mebi(1))))
                .toList();
        JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(1))).with(samples);
        Grant grant = new Grant(
                "g",
                "w",
                SLICE,
                SLICE.memory(),
                time.now(),
                time.now().plusSeconds(60),
                new FencingToken(1),
                Duration.ofSeconds(5));
        return Subjob.fit(grant, time.now(), 0, 40, profile, Promise.DEFAULT).orElseThrow();
    }

    @Test
    void aJobRunsOnItInThisJvm() throws Exception {
        VirtualTime time = VirtualTime.create();
        StoreOpening store = StoreOpening.at("memory://this-jvm/sum", "sum");
        try (InProcessLauncher launcher = new InProcessLauncher(JOB, store, job -> () -> Bytes.mebi(1), time);
                Worker worker = launcher.launch(SLICE)) {
            assertThat(worker.run(subjob(time), (next, memory) -> {}).outcome()).isEqualTo(new Outcome.Finished(40));
        }

        assertThat(store.open().latest().orElseThrow().sha256()).isEqualTo(straight());
        assertThat(MemoryStoreProvider.space("memory://this-jvm/sum").list("")).contains("head.json");
    }

    @Test
    @Tag("slow")
    void aJobRunsOnItFromTheCommandLine() throws Exception {
        Load load = new Load(
                new Load.Lengths(Duration.ofMillis(700), Duration.ofMillis(1500)),
                new Load.Lengths(Duration.ofMillis(100), Duration.ofMillis(200)),
                3,
                Duration.ZERO);
        TimeSource time = TimeSource.system();
        List<Slice> slices = SimulatedGpus.parse("sim:A100-80GB*1").slices();
        CommandRun ended;
        try (Scheduler scheduler =
                Scheduler.start(SchedulerOptions.of(new SimulatedNode(slices, load, 5, time.now())), time)) {
            ended = CommandRun.of(
                    "run",
                    "--scheduler",
                    scheduler.uri(),
                    "--store",
                    "memory://command-line/sum",
                    "--profiles",
                    directory.resolve("profiles"),
                    "--launcher",
                    "inprocess",
                    "-p",
                    "atoms=40",
                    "sum");
        }

        assertThat(ended.err().lines()).as("but how far it is").allMatch(it -> it.startsWith("after "));
        assertThat(ended.out()).contains("sum finished: 40 atoms", straight());
        assertThat(CommandRun.of("checkpoint", "verify", "memory://command-line/sum")
                        .code())
                .isZero();
    }

    @Test
    void anUnknownSchemeIsRefusedOnTheCommandLineWithTheKnownOnes() {
        CommandRun refused = CommandRun.of("checkpoint", "ls", "gs://bucket/job");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("\"gs\"", "known: memory, s3").doesNotContain("\tat ");
    }
}
