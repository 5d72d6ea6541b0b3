package org.atomizable.core.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;
import org.atomizable.api.StateReader;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a loop on its own thread, without a scheduler, and with checkpoints in a store: where {@code ATOMIZABLE_CHECKPOINTS} names
 * one, {@code java Train} goes on from the last of them. It commits when 50 times as long has passed as the last commit took,
 * so that checkpoints cost about 2 % of the time, and once more at the end.
 */
public final class CheckpointedLoop implements Run.Host {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointedLoop.class);

    private static final int TURNS_TO_COMMITS = 50;

    private final String location;
    private final StoreOptions options;
    private final TimeSource time;
    private @Nullable JobSpec spec;
    private @Nullable CheckpointStore store;
    private long committedAt = -1;
    private long nextCommit;

    /** Creates the host; it is found as a service. */
    public CheckpointedLoop() {
        this(Run.Host.checkpoints().orElseThrow(), StoreOptions.usual());
    }

    /** Creates the host of a loop that paces its commits by the clock of its store. */
    CheckpointedLoop(String location, StoreOptions options) {
        this.location = location;
        this.options = options;
        this.time = options.time();
    }

    @Override
    public void declare(JobSpec declared) {
        requireCarriesNothing();
        spec = declared;
        nextCommit = time.nanos();
        try {
            store = Checkpoints.at(location, declared.name(), options);
        } catch (CheckpointException e) {
            throw failed(e);
        }
    }

    private static void requireCarriesNothing() {
        try {
            Carried carried = Carried.ofCaller();
            carried.refuse();
            carried.caution().ifPresent(LOG::warn);
        } catch (LoopException e) {
            // Its stack would print the same long message twice.
            throw new IllegalStateException(e.getMessage());
        }
    }

    @Override
    public Optional<StateReader> begin() {
        try {
            Optional<Checkpoint> latest = opened().latest();
            committedAt = latest.map(Checkpoint::nextAtom).orElse(-1L);
            return latest.isEmpty()
                    ? Optional.empty()
                    : Optional.of(latest.get().state());
        } catch (CheckpointException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean turn(Run.SafePoint point) {
        boolean goesOn = !point.enough() && Objects.requireNonNull(spec).atomsLeft(point.nextTurn()) > 0;
        // Before the first turn there is nothing that a new start would not have.
        boolean due = point.nextTurn() > 0 && time.nanos() >= nextCommit;
        if ((due || !goesOn) && point.nextTurn() != committedAt) {
            commit(point);
        }
        if (!goesOn) {
            opened().close();
        }
        return goesOn;
    }

    private void commit(Run.SafePoint point) {
        long began = time.nanos();
        try (CheckpointStore.Draft draft = opened().open(point.nextTurn(), FencingToken.NONE)) {
            point.save(draft.state());
            draft.commit();
        } catch (CheckpointException e) {
            throw failed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        committedAt = point.nextTurn();
        long ended = time.nanos();
        nextCommit = ended + TURNS_TO_COMMITS * (ended - began);
    }

    private CheckpointStore opened() {
        return Objects.requireNonNull(store, "declared before");
    }

    private static UncheckedIOException failed(CheckpointException e) {
        return new UncheckedIOException(new IOException(e.getMessage(), e));
    }

    @Override
    public boolean takesResult() {
        return true;
    }

    @Override
    public void report(Metric metric) {}
}
