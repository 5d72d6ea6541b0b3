package org.atomizable.djl;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runs something on a thread of its own, and throws here what it throws there. */
final class OnThread {

    private OnThread() {}

    interface Work {
        void run() throws Exception;
    }

    static void run(Work work) throws Exception {
        start(() -> {
                    work.run();
                    return true;
                })
                .get();
    }

    static <T> FutureTask<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task, "beside").start();
        return task;
    }
}
