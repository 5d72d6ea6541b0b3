package org.atomizable.examples.curriculum;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.examples.Cut;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurriculumTest {

    private static final NamedJob JOB = new NamedJob(Curriculum.class.getName(), Map.of());
    private static final double SCALE = 30_000;
    private static final int GROWN = 200;
    private static final int ATOMS = 300;

    @TempDir
    Path directory;

    /** What the subjobs of a run reported. */
    private static final class Seen implements AgentObserver {
        private final List<Report> reports = new CopyOnWriteArrayList<>();
        private final AtomicReference<JobProfile> profile =
                new AtomicReference<>(JobProfile.declared(Optional.empty()));

        @Override
        public void ended(Subjob subjob, Report report, JobProfile known) {
            reports.add(report);
            profile.set(known);
        }
    }

    @Test
    void aRunCutAtManyPlacesEndsInTheBitsOfAStraightRun() throws Exception {
        StraightRun straight = StraightRun.of(JOB, VirtualTime.create(), next -> {});
        long[] cuts = LongStream.concat(
                        LongStream.of(1, 19, 20, 21, GROWN - 1, GROWN, GROWN + 1),
                        LongStream.iterate(13, it -> it < ATOMS, it -> it + 13))
                .sorted()
                .distinct()
                .toArray();

        assertThat(Cut.at(JOB, directory, cuts)).isEqualTo(straight.sha256());
        assertThat(straight.metric().orElseThrow().low())
                .as("the space alone is a sixth of the text")
                .isGreaterThan(0.25);
    }

    /** Its slices are all small, then all large: which of them serve the job does not depend on how fast this machine is. */
    @Test
    @Tag("slow")
    void smallSlicesServeTheJobUntilItGrows() throws Exception {
        Seen small = new Seen();
        assertThat(run("1g.10gb", small)).isInstanceOf(AgentResult.FitsNowhere.class);
        try (CheckpointStore store = opening().open()) {
            assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(GROWN);
        }

        assertThat(small.profile
                        .get()
                        .from(spec(), 0)
                        .mostAtoms(
                                new SliceKind("1g.10gb"), Bytes.gibi(9), JobProfile.ANY_LENGTH, ATOMS, Promise.DEFAULT))
                .as("atoms that its profile plans on such slices")
                .isEqualTo(GROWN);

        Seen large = new Seen();
        assertThat(run("3g.40gb", large)).isInstanceOf(AgentResult.Finished.class);
        try (CheckpointStore store = opening().open()) {
            assertThat(store.latest().orElseThrow().sha256())
                    .isEqualTo(StraightRun.of(JOB, VirtualTime.create(), next -> {})
                            .sha256());
        }
        assertThat(peak(small)).isLessThan(Bytes.mebi(30_000 * 160 / 1024));
        assertThat(peak(large)).isGreaterThan(Bytes.gibi(10)).isLessThan(Bytes.mebi(30_000 * 640 / 1024));
        assertThat(evaluations(small) + evaluations(large)).isEqualTo(ATOMS / 20);
    }

    private static Bytes peak(Seen seen) {
        return seen.reports.stream().map(Report::peak).reduce(Bytes.ZERO, Bytes::max);
    }

    private static long evaluations(Seen seen) {
        return seen.reports.stream()
                .flatMap(it -> it.samples().stream())
                .filter(it -> it.phase().name().equals("evaluation"))
                .count();
    }

    private static JobSpec spec() throws Exception {
        try (Atomizable made = JOB.create()) {
            return made.spec().withMemoryTimes(SCALE);
        }
    }

    private StoreOpening opening() {
        return StoreOpening.in(directory, "curriculum");
    }

    private AgentResult run(String slice, Seen seen) throws Exception {
        TimeSource time = TimeSource.system();
        AlwaysFree node =
                new AlwaysFree(SimulatedGpus.parse("sim:A100-80GB*1", slice).slices());
        try (Scheduler scheduler = Scheduler.start(SchedulerOptions.of(node), time);
                WorkerLauncher workers = new InProcessLauncher(JOB, opening(), Samplers.of(SCALE, time), time);
                SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, time);
                CheckpointStore store = opening().open()) {
            AgentJob job = new AgentJob(spec(), store, workers);
            return new Agent(job, AgentOptions.DEFAULT, seen, time).run(client);
        }
    }
}
