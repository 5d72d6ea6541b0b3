package org.atomizable.cli.demo;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.cli.job.JobEnd;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.NativeLibraries;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.profiler.profile.JobProfile;
import org.jspecify.annotations.Nullable;

/** One job of the demonstration, from its beginning to the comparison. */
final class Contestant {

    private final NamedJob job;
    private final JobSpec spec;
    private final StoreOpening store;
    private final JobTrack track;
    private volatile @Nullable AgentResult result;
    private volatile Instant endedAt = Instant.MIN;

    private Contestant(NamedJob job, JobSpec spec, StoreOpening store, JobTrack track) {
        this.job = job;
        this.spec = spec;
        this.store = store;
        this.track = track;
    }

    static Contestant enter(NamedJob job, Path checkpoints, double memoryScale, Board board) throws Exception {
        JobSpec spec;
        NativeLibraries.toUnpack(job)
                .ifPresent(it -> board.line("unpacking native libraries to %s, once on this machine".formatted(it)));
        try (Atomizable made = job.create()) {
            spec = made.spec();
        }
        JobSpec scaled = spec.withMemoryTimes(memoryScale);
        JobTrack track = new JobTrack(
                scaled, board.bar(spec.name(), spec.totalAtoms().orElse(0)), board::note, JobProfile.of(scaled));
        return new Contestant(job, scaled, StoreOpening.in(checkpoints.resolve(spec.name()), spec.name()), track);
    }

    NamedJob job() {
        return job;
    }

    JobSpec spec() {
        return spec;
    }

    StoreOpening store() {
        return store;
    }

    JobTrack track() {
        return track;
    }

    void ended(AgentResult with, Instant at) {
        result = with;
        endedAt = at;
        track.measured().complete(null);
    }

    /** Returns when it ended; once it has. */
    Instant endedAt() {
        return endedAt;
    }

    boolean finished() {
        return result instanceof AgentResult.Finished;
    }

    /** Says how it ended. */
    String outcome() {
        AgentResult ended = result;
        return ended == null ? "did not end" : JobEnd.words(ended);
    }

    /** Evaluates the last checkpoint, and puts it beside the straight run. */
    Compared against(StraightRun straight) throws Exception {
        Optional<Checkpoint> last = store.open().latest();
        if (last.isEmpty()) {
            return new Compared(spec.name(), outcome(), "", Optional.empty(), straight);
        }
        try (Atomizable revived = job.create()) {
            revived.restore(last.get().state());
            Optional<Metric> metric = revived.evaluate();
            return new Compared(spec.name(), outcome(), last.get().sha256(), metric, straight);
        }
    }
}
