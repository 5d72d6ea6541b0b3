package org.atomizable.lab.bench;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.atomizable.core.client.SchedulerRefusedException;

/** Sends what many jobs say on the threads of few. Safe for use by several threads. */
final class Posting implements AutoCloseable {

    private static final int MOST_BACKLOG = 10_000;

    /** Each job would have a thread of its own: who holds a grant does not wait for those who bid. */
    private final ExecutorService holding;

    /** The newest first: where there is too much, some bids come too late, and not all. */
    private final ThreadPoolExecutor bidding;

    private final Consumer<String> refused;

    /**
     * Makes it.
     *
     * @param threads for bids, and as many for all else
     * @param refused is told in a word of whatever does not work
     */
    Posting(int threads, Consumer<String> refused) {
        this.refused = refused;
        this.holding = Executors.newFixedThreadPool(threads);
        this.bidding = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingDeque<>() {
            @Override
            public boolean offer(Runnable bid) {
                return offerFirst(bid);
            }
        });
    }

    /** Something to be sent. */
    interface Post {
        void done() throws Exception;
    }

    void bid(Post sending) {
        if (bidding.getQueue().size() > MOST_BACKLOG) {
            refused.accept("not-sent");
        } else {
            post(bidding, sending);
        }
    }

    void hold(Post sending) {
        post(holding, sending);
    }

    private void post(ExecutorService on, Post sending) {
        if (!on.isShutdown()) {
            on.execute(() -> {
                try {
                    sending.done();
                } catch (SchedulerRefusedException no) {
                    String type = no.problem().type();
                    refused.accept(type.substring(type.lastIndexOf(':') + 1));
                } catch (Exception failed) {
                    refused.accept(failed.getClass().getSimpleName());
                }
            });
        }
    }

    @Override
    public void close() {
        bidding.shutdownNow();
        holding.shutdownNow();
        try {
            holding.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
