package org.atomizable.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.JobScheduler;
import org.atomizable.core.client.SchedulerClient;

/** Many jobs without work: each bids eight variants for every window, and reports each grant at once. */
final class Negotiators implements AutoCloseable {

    private static final int MEGABYTE = 1 << 20;

    /** From where to where in a window each variant lies. */
    private static final double[][] PLACES = {
        {0, 1}, {0, 0.5}, {0.5, 1}, {0, 0.34}, {0.34, 0.67}, {0.67, 1}, {0, 0.75}, {0.25, 1}
    };

    static final int VARIANTS = PLACES.length;

    private final SchedulerClient client;
    private final TimeSource time;
    private final Posting posting;
    private final List<JobScheduler.Listening> streams = new ArrayList<>();
    private final Map<String, Long> offeredAt = new ConcurrentHashMap<>();
    private final Semaphore parked = new Semaphore(0);
    private final Semaphore allowed = new Semaphore(0);
    private final Semaphore reported = new Semaphore(0);
    private final AtomicReference<String> trouble = new AtomicReference<>("");
    private Ratios windowToGrantMillis = new Ratios();

    Negotiators(SchedulerClient client, int threads, TimeSource time) {
        this.client = client;
        this.time = time;
        this.posting = new Posting(threads, this::failed);
    }

    void register(int jobs) throws Exception {
        for (int i = 0; i < jobs; i++) {
            String name = String.format(Locale.ROOT, "job-%03d", i);
            String id = client.register(new JobRegistration(name, "jasda", "tenant-" + i % 4, 0, null, null, 0), name)
                    .id();
            double useful = 0.5 + 0.4 * i / jobs;
            streams.add(client.events(id, new Job(id, useful)));
        }
    }

    /**
     * Lets so many windows be announced, bid for, cleared, granted and reported; returns how long that took. Before and after, the
     * only window is held by a job that keeps its report back, and nothing happens.
     */
    long nanosOf(int windows) throws InterruptedException {
        await(parked, 1);
        allowed.release();
        await(reported, 1);
        long began = time.nanos();
        allowed.release(windows);
        await(reported, windows);
        long took = time.nanos() - began;
        await(parked, windows);
        return took;
    }

    /** Waits for all of them; a busy machine may be slow, so only a minute without any is too long. */
    private void await(Semaphore each, int many) throws InterruptedException {
        for (int i = 0; i < many; i++) {
            if (!each.tryAcquire(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the negotiation stands still: " + trouble.get());
            }
        }
    }

    /** Returns how long each window took from its announcement to its grant, as jobs saw it, since this was last asked. */
    synchronized Ratios windowToGrantMillis() {
        Ratios sinceLast = windowToGrantMillis;
        windowToGrantMillis = new Ratios();
        return sinceLast;
    }

    private synchronized void granted(String window) {
        Long since = offeredAt.remove(window);
        if (since != null) {
            windowToGrantMillis.add((time.nanos() - since) / 1e6);
        }
    }

    /** One of them. */
    private final class Job implements EventListener {

        private final String id;
        private final double useful;

        Job(String id, double useful) {
            this.id = id;
            this.useful = useful;
        }

        @Override
        public void on(EventMessage event) {
            WindowOffered window = event.window();
            GrantIssued grant = event.grant();
            if (window != null) {
                offeredAt.putIfAbsent(window.id(), time.nanos());
                posting.hold(() -> client.bid(window.id(), bid(window)));
            } else if (grant != null) {
                granted(grant.window());
                posting.hold(() -> report(grant));
            }
        }

        private void report(GrantIssued grant) throws Exception {
            parked.release();
            allowed.acquire();
            client.accept(grant.id(), new AcceptMessage(0, 1, MEGABYTE, "declared", 0, 0.001));
            client.report(grant.id(), new ReportMessage("yielded", "time", "", 0, 0, 0, 0, 0, MEGABYTE));
            reported.release();
        }

        private BidMessage bid(WindowOffered window) {
            List<VariantMessage> variants = new ArrayList<>();
            double length = Duration.between(window.opens(), window.closes()).toNanos() / 1e9;
            for (double[] place : PLACES) {
                variants.add(new VariantMessage(
                        "v" + variants.size(),
                        null,
                        0,
                        10,
                        place[0] * length,
                        place[1] * length,
                        MEGABYTE,
                        "declared",
                        useful * (place[1] - place[0]) * length,
                        Map.of("useful-share", useful, "locality", 0.5, "headroom", 0.9),
                        useful));
            }
            return new BidMessage(id, variants, "fits");
        }

        @Override
        public void lost(AtomizableException why) {
            trouble.compareAndSet("", String.valueOf(why.getMessage()));
        }
    }

    /** A window that was cleared before some bid for it came is nothing: it happens to agents too. */
    private void failed(String kind) {
        if (!kind.equals("window-cleared")) {
            trouble.compareAndSet("", kind);
        }
    }

    @Override
    public void close() {
        posting.close();
        streams.forEach(JobScheduler.Listening::close);
    }
}
