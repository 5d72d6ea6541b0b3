package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.ChannelWorker;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of every launcher that starts workers in its own way and gives out a {@link WorkerChannel} to each. The workers are real,
 * and so are their times.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(NeedsAssertJ.class)
public abstract class WorkerChannelContract {

    private static final Slice SLICE = new Slice("here", new SliceKind("cpu"), Bytes.gibi(19));
    private static final FencingToken FIRST = new FencingToken(1);
    private static final FencingToken SECOND = new FencingToken(2);
    private static final TimeSource TIME = TimeSource.system();

    @TempDir
    Path directory = Path.of("");

    /** Starts a worker and returns the channel to it, once it is ready. */
    protected abstract WorkerChannel start() throws Exception;

    /** Returns a job of four atoms or more, of some milliseconds each, which a worker can make by its name. */
    protected abstract NamedJob job();

    @Test
    void aWorkerRunsASubjobToTheEndOfItsJobInTheSameBits() throws Exception {
        StoreOpening store = store();
        List<Long> progress = Collections.synchronizedList(new ArrayList<>());
        try (Worker worker = worker(start(), store)) {
            Outcome outcome = worker.run(subjob(FIRST, 0, atoms()), (next, memory) -> progress.add(next))
                    .outcome();

            assertThat(outcome).isEqualTo(new Outcome.Finished(atoms()));
            assertThat(worker.isWarm()).isTrue();
        }
        assertThat(progress).isSorted().isNotEmpty();
        assertThat(store.open().latest().orElseThrow().sha256()).isEqualTo(straight());
    }

    @Test
    void aSecondWorkerGoesOnWhereTheFirstHasCommitted() throws Exception {
        StoreOpening store = store();
        try (Worker worker = worker(start(), store)) {
            worker.run(subjob(FIRST, 0, 2), (next, memory) -> {});
        }
        long reached = store.open().latest().orElseThrow().nextAtom();
        try (Worker worker = worker(start(), store)) {
            assertThat(worker.run(subjob(SECOND, reached, atoms()), (next, memory) -> {})
                            .outcome())
                    .isEqualTo(new Outcome.Finished(atoms()));
        }
        assertThat(reached).isGreaterThanOrEqualTo(2);
        assertThat(store.open().latest().orElseThrow().sha256()).isEqualTo(straight());
    }

    @Test
    void aWorkerThatIsToldToExitEndsAndSaysNothingMore() throws Exception {
        WorkerChannel channel = start();

        channel.send(new WorkerCommand.Exit());

        assertThatThrownBy(channel::next).isInstanceOf(WorkerException.class);
    }

    @Test
    void aWorkerThatWasKilledTakesNoCommands() throws Exception {
        WorkerChannel channel = start();

        channel.kill();

        assertThatThrownBy(() -> channel.send(new WorkerCommand.Yield())).isInstanceOf(WorkerException.class);
    }

    @Test
    void aWorkerMayBeKilledTwice() throws Exception {
        WorkerChannel channel = start();

        channel.kill();

        assertThatCode(channel::kill).doesNotThrowAnyException();
    }

    @Test
    void theEndOfAWorkerIsToldWithARemedy() throws Exception {
        WorkerChannel channel = start();

        channel.kill();

        assertThatThrownBy(channel::next)
                .isInstanceOfSatisfying(
                        WorkerException.class, it -> assertThat(it.remedy()).isNotBlank());
    }

    private StoreOpening store() throws Exception {
        try (Atomizable any = job().create()) {
            return StoreOpening.in(directory.resolve("store"), any.spec().name());
        }
    }

    private long atoms() throws Exception {
        try (Atomizable any = job().create()) {
            return any.spec().totalAtoms().orElseThrow();
        }
    }

    private String straight() throws Exception {
        return StraightRun.of(job(), TIME, next -> {}).sha256();
    }

    private Worker worker(WorkerChannel channel, StoreOpening store) {
        return ChannelWorker.of(channel, SLICE, job(), store, Optional.of(1.0), TIME);
    }

    /** A subjob of ten minutes, of which its atoms are thought to need milliseconds. */
    private static Subjob subjob(FencingToken token, long first, long atoms) {
        List<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(phase -> Stream.of(1, 2, 3)
                        .map(it -> new Sample(SLICE.kind(), phase, Duration.ofMillis(1), Bytes.mebi(1))))
                .toList();
        JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(1))).with(samples);
        Grant grant = new Grant(
                "g" + token.value(),
                "w",
                SLICE,
                SLICE.memory(),
                TIME.now(),
                TIME.now().plus(Duration.ofMinutes(10)),
                token,
                Duration.ofMinutes(1));
        return Subjob.fit(grant, TIME.now(), first, atoms, profile, Promise.DEFAULT)
                .orElseThrow();
    }
}
