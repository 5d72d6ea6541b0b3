package org.atomizable.djl;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runs something on a thread of its own, and throws here what it throws there. */
final class OnThread {

    private OnThread() {}

    interface Deed {
        void run() throws Exception;
    }

    static void run(Deed deed) throws Exception {
        start(() -> {
                    deed.run();
                    return true;
                })
                .get();
    }

    static <T> FutureTask<T> start(Callable<T> deed) {
        FutureTask<T> task = new FutureTask<>(deed);
        new Thread(task, "beside").start();
        return task;
    }
}
