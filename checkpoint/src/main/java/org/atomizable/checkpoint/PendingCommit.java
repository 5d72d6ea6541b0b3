package org.atomizable.checkpoint;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.jspecify.annotations.Nullable;

/** A commit that runs on a separate thread, and its result. */
final class PendingCommit implements CheckpointStore.Pending, Runnable {

    /** The work of a commit. */
    @FunctionalInterface
    interface Work {
        Checkpoint commit() throws CheckpointException;
    }

    private final FutureTask<Checkpoint> task;
    private final AtomicBoolean told = new AtomicBoolean();

    PendingCommit(Work work) {
        this.task = new FutureTask<>(work::commit);
    }

    @Override
    public void run() {
        task.run();
    }

    @Override
    public boolean isOver() {
        return task.isDone();
    }

    @Override
    public Checkpoint await() throws CheckpointException, InterruptedException {
        try {
            Checkpoint committed = task.get();
            told.set(true);
            return committed;
        } catch (ExecutionException e) {
            told.set(true);
            throw asItWas(e.getCause());
        }
    }

    /** Waits without being interruptible; fails if the commit failed and no caller has been told yet. */
    void awaitAndTellOnce() throws CheckpointException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    task.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    if (told.compareAndSet(false, true)) {
                        throw asItWas(e.getCause());
                    }
                    return;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static CheckpointException asItWas(@Nullable Throwable failure) {
        if (failure instanceof CheckpointException e) {
            return e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        throw new IllegalStateException("a commit throws nothing else", failure);
    }
}
