package org.atomizable.lab.bench;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.Credentials;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.JobScheduler;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.Token;
import org.jspecify.annotations.Nullable;

/** Made-up jobs of a scheduler elsewhere, each with its own stream of events. They repeat nothing, so that nothing that fails is hidden. */
final class LiveJobs implements AutoCloseable {

    private static final int BEATS_IN_A_PATIENCE = 3;
    private static final int MOST_OFFERED = 64;
    private static final int THREADS = 48;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Nothing is said again. */
    private static final Backoff NEVER = new Backoff(Duration.ZERO, Duration.ZERO, 1);

    private final TimeSource time;
    private final Crowd crowd;
    private final Map<String, SchedulerClient> clients = new HashMap<>();
    private final Posting posting = new Posting(THREADS, this::refused);
    private final Set<Live> living = ConcurrentHashMap.newKeySet();
    private final LongAdder granted = new LongAdder();
    private final LongAdder reported = new LongAdder();
    private final LongAdder revoked = new LongAdder();
    private volatile Counts counts = new Counts();
    private volatile boolean timing;
    private volatile boolean stopped;

    /** The counts and latencies since this was made. Safe for use by several threads. */
    static final class Counts {

        final Latencies windowToGrant = new Latencies();
        /** After what is announced as the time by which answers are due, or the window's opening. */
        final Latencies dueToGrant = new Latencies();
        /** There and back. */
        final Latencies bid = new Latencies();

        final LongAdder bids = new LongAdder();
        final LongAdder grants = new LongAdder();
        final LongAdder finished = new LongAdder();
        private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

        void refused(String kind) {
            refusals.computeIfAbsent(kind, it -> new LongAdder()).increment();
        }

        Map<String, Long> refusals() {
            Map<String, Long> sums = new TreeMap<>();
            refusals.forEach((kind, count) -> sums.put(kind, count.sum()));
            return sums;
        }
    }

    /** Makes jobs; the tokens are by tenant. */
    LiveJobs(URI scheduler, Map<String, String> tokens, Crowd crowd, TimeSource time) throws AtomizableException {
        this.time = time;
        this.crowd = crowd;
        for (Map.Entry<String, String> each : tokens.entrySet()) {
            clients.put(
                    each.getKey(),
                    SchedulerClient.of(
                            scheduler,
                            new Credentials(Optional.of(Token.of(each.getValue(), "this bench")), Optional.empty()),
                            NEVER,
                            time));
        }
    }

    Counts counts() {
        return counts;
    }

    /** Counts from zero on. */
    void reset() {
        counts = new Counts();
    }

    /** Returns how many grants, ever, have come to no end that is known. */
    long unreported() {
        return granted.sum() - reported.sum() - revoked.sum();
    }

    /** Windows that are told while this is off are not timed, nor those that were told before and are granted after. */
    void timing(boolean on) {
        timing = on;
    }

    /** Registers jobs and opens their streams. */
    void arrive(int jobs) throws InterruptedException, AtomizableException {
        CountDownLatch arrived = new CountDownLatch(jobs);
        for (int i = 0; i < jobs; i++) {
            posting.hold(() -> {
                try {
                    begin(crowd.underWay());
                } finally {
                    arrived.countDown();
                }
            });
        }
        arrived.await();
        if (living.size() < jobs) {
            throw new AtomizableException(
                    "only %s of %s jobs could register: %s".formatted(living.size(), jobs, counts.refusals()),
                    "Look at what the scheduler said; with fewer jobs it may work");
        }
    }

    private void refused(String kind) {
        counts.refused(kind);
    }

    private void begin(MadeUpJob job) throws Exception {
        SchedulerClient client = client(job);
        String id = client.register(job.registration(null), job.name()).id();
        Live live = new Live(id, job, client);
        living.add(live);
        live.listening = client.events(id, live);
    }

    private SchedulerClient client(MadeUpJob job) {
        SchedulerClient client = clients.get(job.tenant());
        if (client == null) {
            throw new IllegalArgumentException("there is no token of " + job.tenant());
        }
        return client;
    }

    /** Bids no more, and waits until every grant is reported. */
    void stop() throws InterruptedException {
        stopped = true;
        Instant until = time.now().plus(PATIENCE);
        while (unreported() > 0 && time.now().isBefore(until)) {
            time.sleep(LOOK);
        }
    }

    private record Offered(long nanos, Instant due) {}

    /** One of them. */
    private final class Live implements EventListener {

        private final String id;
        private final MadeUpJob job;
        private final SchedulerClient client;
        private final Set<String> held = ConcurrentHashMap.newKeySet();
        /** Only of its stream's thread. */
        private final Map<String, Offered> offered = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Offered> eldest) {
                return size() > MOST_OFFERED;
            }
        };

        private volatile JobScheduler.@Nullable Listening listening;

        Live(String id, MadeUpJob job, SchedulerClient client) {
            this.id = id;
            this.job = job;
            this.client = client;
        }

        @Override
        public void on(EventMessage event) {
            if (event.window() != null) {
                offered(event.window());
            } else if (event.grant() != null) {
                granted(event.grant());
            } else if (event.revoked() != null && held.remove(event.revoked().id())) {
                revoked.increment();
            }
        }

        private void offered(WindowOffered window) {
            if (stopped) {
                return;
            }
            if (time.now().isAfter(window.answersBy())) {
                refused("told-too-late");
            }
            if (timing) {
                Instant now = time.now();
                boolean opensFirst =
                        window.opens().isAfter(now) && window.opens().isBefore(window.answersBy());
                offered.put(window.id(), new Offered(time.nanos(), opensFirst ? window.opens() : window.answersBy()));
            } else {
                offered.clear();
            }
            double seconds = Duration.between(window.opens(), window.closes()).toNanos() / 1e9;
            posting.bid(() -> {
                BidMessage bid = job.bid(id, seconds, window.capacityBytes());
                long began = time.nanos();
                counts.bids.increment();
                client.bid(window.id(), bid);
                counts.bid.add((time.nanos() - began) / 1e6);
            });
        }

        private void granted(GrantIssued grant) {
            Offered since = offered.remove(grant.window());
            Instant now = time.now();
            if (since != null && timing) {
                counts.windowToGrant.add((time.nanos() - since.nanos()) / 1e6);
                counts.dueToGrant.add(
                        Math.max(0, Duration.between(since.due(), now).toNanos() / 1e6));
            }
            counts.grants.increment();
            granted.increment();
            held.add(grant.id());
            Instant starts = now.isAfter(grant.starts()) ? now : grant.starts();
            MadeUpJob.Subjob subjob =
                    job.subjob(Duration.between(starts, grant.ends()).toNanos() / 1e9, crowd.early());
            if (subjob.atoms() == 0) {
                posting.hold(() -> report(grant, subjob));
                return;
            }
            Instant over = starts.plusNanos(Math.round(subjob.totalSeconds() * 1e9));
            posting.hold(() -> {
                accept(grant, subjob);
                Duration left = Duration.between(time.now(), over);
                time.schedule(
                        left.isNegative() ? Duration.ZERO : left, () -> posting.hold(() -> report(grant, subjob)));
            });
            beatAfter(grant, subjob);
        }

        /** Accepts a grant. A subjob whose acceptance is refused because it came too late does not run, and is not reported. */
        private void accept(GrantIssued grant, MadeUpJob.Subjob subjob) throws Exception {
            try {
                client.accept(grant.id(), subjob.acceptance());
            } catch (SchedulerRefusedException late) {
                if (held.remove(grant.id())) {
                    revoked.increment();
                }
                throw late;
            }
        }

        private void beatAfter(GrantIssued grant, MadeUpJob.Subjob subjob) {
            Duration third = Duration.ofNanos(Math.round(grant.patienceSeconds() * 1e9 / BEATS_IN_A_PATIENCE));
            time.schedule(third, () -> {
                if (held.contains(grant.id())) {
                    posting.hold(() -> {
                        // It may have been reported while this waited for a thread.
                        if (held.contains(grant.id())) {
                            client.heartbeat(grant.id(), subjob.beat());
                        }
                    });
                    beatAfter(grant, subjob);
                }
            });
        }

        private void report(GrantIssued grant, MadeUpJob.Subjob subjob) throws Exception {
            if (!held.remove(grant.id())) {
                return;
            }
            if (subjob.last()) {
                // A job that has finished loses its further grants.
                releaseAll();
            }
            try {
                client.report(grant.id(), subjob.report());
                reported.increment();
            } catch (SchedulerRefusedException lost) {
                revoked.increment();
                throw lost;
            }
            if (subjob.last()) {
                counts.finished.increment();
                leave();
                if (!stopped) {
                    begin(crowd.beginner());
                }
            }
        }

        private void releaseAll() {
            for (String each : List.copyOf(held)) {
                if (held.remove(each)) {
                    revoked.increment();
                }
            }
        }

        private void leave() {
            living.remove(this);
            releaseAll();
            JobScheduler.Listening stream = listening;
            if (stream != null) {
                stream.close();
            }
        }

        @Override
        public void lost(AtomizableException why) {
            refused("stream-lost");
        }
    }

    @Override
    public void close() {
        stopped = true;
        living.forEach(Live::leave);
        posting.close();
        clients.values().forEach(SchedulerClient::close);
    }
}
