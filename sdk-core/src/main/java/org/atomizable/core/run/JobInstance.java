package org.atomizable.core.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.spi.Sampler;
import org.atomizable.checkpoint.ContinuableCheckpoint;
import org.jspecify.annotations.Nullable;

/** The instance of a job that its subjobs share, one after the other. */
final class JobInstance {

    private final JobSource source;
    private final SamplerSource samplers;
    private @Nullable Atomizable job;
    private Optional<Left> left = Optional.empty();
    private boolean changesByItself;
    private boolean untouched;
    private boolean restored;

    /** By which the thread loaded classes before it loaded those of the job anew. */
    private Optional<ClassLoader> usual = Optional.empty();

    private @Nullable Map<String, String> origin;

    /**
     * How an instance was left: it is in the state of a checkpoint.
     *
     * @param restored whether it was restored from there and has not run since, so that its caches are cold
     */
    record Left(ContinuableCheckpoint checkpoint, boolean restored) {}

    JobInstance(JobSource source, SamplerSource samplers) {
        this.source = source;
        this.samplers = samplers;
    }

    /**
     * Returns the instance for a use, and makes it if need be. A used instance may be taken over by a restore; where there is nothing
     * to restore, only one will do that was not used yet.
     */
    Atomizable open(boolean restorable) throws Exception {
        if (job == null || (!restorable && !untouched)) {
            drop();
            job = source.create();
            changesByItself = false;
            restored = false;
        }
        untouched = false;
        return job;
    }

    /** Never two at a time: they would need the memory of both. */
    Atomizable openAfresh() throws Exception {
        drop();
        return open(true);
    }

    /** The same, with static fields that begin anew, where that can be done. */
    Atomizable openAnew() throws Exception {
        drop();
        usual = Optional.ofNullable(Thread.currentThread().getContextClassLoader());
        job = source.createAnew();
        changesByItself = false;
        return open(true);
    }

    /** Restores the opened instance. */
    void restore(Checkpoint from) throws CheckpointException, IOException {
        restored = true;
        Objects.requireNonNull(job).restore(from.state());
    }

    /** Tells whether it has not run all atoms itself: what a restore loses, it lacks. */
    boolean wasRestored() {
        return restored;
    }

    /** Returns what tells the job from others of the same name. */
    Map<String, String> origin() {
        if (origin == null) {
            origin = source.origin();
        }
        return origin;
    }

    List<String> suspects(Atomizable made) {
        return source.suspects(made);
    }

    /** Tells whether there is an instance. */
    boolean isThere() {
        return job != null;
    }

    /** Nothing has happened to it since it was made. */
    void untouched() {
        untouched = true;
    }

    /** The last thing that happened to it is that it was saved in this checkpoint. */
    void savedIn(Checkpoint committed) {
        left = committed instanceof ContinuableCheckpoint it && !changesByItself
                ? Optional.of(new Left(it, false))
                : Optional.empty();
    }

    /** The last thing that happened to it is that it was restored from this checkpoint. */
    void restoredFrom(Checkpoint newest) {
        left = newest instanceof ContinuableCheckpoint it && !changesByItself
                ? Optional.of(new Left(it.withoutState(), true))
                : Optional.empty();
    }

    /** It is still as it was left. */
    void stays(Left as) {
        left = Optional.of(as);
    }

    /** Something is about to happen to it; returns the checkpoint whose state it has, if nothing has happened since. */
    Optional<Left> leave() {
        Optional<Left> was = left;
        left = Optional.empty();
        return was;
    }

    /** It was not in the state in which it was saved. It will not be compared again, since that costs time. */
    void changesByItself() {
        changesByItself = true;
    }

    Sampler sampler(Atomizable running) throws AtomizableException {
        return samplers.of(running);
    }

    void drop() {
        Atomizable dropped = job;
        job = null;
        left = Optional.empty();
        usual.ifPresent(Thread.currentThread()::setContextClassLoader);
        usual = Optional.empty();
        if (dropped != null) {
            dropped.close();
        }
    }
}
