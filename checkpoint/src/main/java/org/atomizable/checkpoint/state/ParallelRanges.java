package org.atomizable.checkpoint.state;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A few daemon threads that share the work of one checkpoint, and end when there is no work. A task must not wait for
 * another one.
 */
public final class ParallelRanges {

    private static final int MOST = 16;
    private static final ParallelRanges COMPUTING =
            new ParallelRanges(Math.min(MOST, Runtime.getRuntime().availableProcessors()), "checkpoint-compute");
    private static final ParallelRanges WAITING = new ParallelRanges(4, "checkpoint-disk");

    private final Executor executor;
    private final int size;

    private ParallelRanges(int size, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon(task, name));
        pool.allowCoreThreadTimeOut(true);
        this.executor = pool;
        this.size = size;
    }

    private ParallelRanges(Executor executor) {
        this.executor = executor;
        this.size = 1;
    }

    /** Returns the one for what keeps a processor busy: copies, checksums, digests. */
    public static ParallelRanges computing() {
        return COMPUTING;
    }

    /** Returns the one for what waits for the disk. */
    public static ParallelRanges waiting() {
        return WAITING;
    }

    /** Returns one that does everything at once on the caller's thread, in an order that never changes. */
    public static ParallelRanges ofTheCaller() {
        return new ParallelRanges(Runnable::run);
    }

    /** Makes a daemon thread. */
    public static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** A part of the work of one checkpoint. */
    @FunctionalInterface
    public interface Task {

        /** Does the work. */
        void run() throws IOException;
    }

    /** Tasks that were started. */
    public static final class Begun {

        private final List<FutureTask<Void>> tasks;

        private Begun(List<FutureTask<Void>> tasks) {
            this.tasks = tasks;
        }

        /**
         * Waits for all of them, also if one fails.
         *
         * @throws IOException the first failure
         */
        public void join() throws IOException {
            @Nullable Throwable first = null;
            boolean interrupted = false;
            for (FutureTask<Void> task : tasks) {
                boolean done = false;
                while (!done) {
                    try {
                        task.get();
                        done = true;
                    } catch (ExecutionException e) {
                        first = first == null ? e.getCause() : first;
                        done = true;
                    } catch (InterruptedException e) {
                        // They work on buffers that the caller will use again.
                        interrupted = true;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            rethrow(first);
            if (interrupted) {
                throw new InterruptedIOException("interrupted");
            }
        }
    }

    private static void rethrow(@Nullable Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    /** Returns how many tasks run at the same time. */
    public int size() {
        return size;
    }

    /** Starts tasks and does not wait for them. */
    public Begun begin(List<Task> tasks) {
        List<FutureTask<Void>> started = new ArrayList<>();
        for (Task task : tasks) {
            FutureTask<Void> future = new FutureTask<>(() -> {
                task.run();
                return null;
            });
            started.add(future);
            executor.execute(future);
        }
        return new Begun(started);
    }

    /**
     * Runs tasks and waits for them.
     *
     * @throws IOException the first failure
     */
    public void run(List<Task> tasks) throws IOException {
        begin(tasks).join();
    }
}
