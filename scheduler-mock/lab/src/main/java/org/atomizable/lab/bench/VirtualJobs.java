package org.atomizable.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.core.wire.ToWire;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.server.BidMessages;
import org.atomizable.scheduler.server.Messages;

/** Made-up jobs of a market in the same process: they bid, accept, beat and report in virtual time. Used by one thread, beside which a person may withdraw some. */
final class VirtualJobs implements Mailbox, Observer {

    private static final int BEATS_IN_A_PATIENCE = 3;

    private final TimeSource time;
    private final CountedTime counted;
    private final Crowd crowd;
    private final Map<String, MadeUpJob> jobs = new ConcurrentHashMap<>();
    private final Map<String, Instant> offered = new HashMap<>();
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private Optional<Market> market = Optional.empty();
    private Counts counts = new Counts();

    VirtualJobs(TimeSource time, CountedTime counted, Crowd crowd) {
        this.time = time;
        this.counted = counted;
        this.crowd = crowd;
    }

    /** The counts since the measurement began. */
    static final class Counts {
        final Latencies windowToGrant = new Latencies();
        long windows;
        long lapsed;
        long grants;
        long reports;
        long revoked;
        long finished;
        long messages;
    }

    Counts counts() {
        return counts;
    }

    /** Returns how many grants are held now. */
    long held() {
        return held.size();
    }

    /** Begins to measure. */
    void forget() {
        counts = new Counts();
        counts.grants = held.size();
    }

    void arrive(Market met, int count) {
        market = Optional.of(met);
        for (int i = 0; i < count; i++) {
            register(crowd.underWay());
        }
    }

    private void register(MadeUpJob job) {
        JobRequest request =
                read(() -> Messages.request(job.registration(job.tenant()), Optional.empty(), Optional.empty()));
        say(it -> jobs.put(it.register(request).id(), job));
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        if (offered.putIfAbsent(window.id(), time.now()) == null) {
            counts.windows++;
        }
        time.schedule(Duration.ofMillis(crowd.answerMillis()), () -> bid(job, window, answersBy));
    }

    private void bid(String id, Window window, Instant answersBy) {
        MadeUpJob job = jobs.get(id);
        if (job == null || time.now().isAfter(answersBy) || !offered.containsKey(window.id())) {
            return;
        }
        BidMessage bid =
                job.bid(id, ToWire.seconds(window.length()), window.capacity().count());
        Bids read = read(() -> BidMessages.read(bid));
        say(it -> it.answer(window.id(), read));
    }

    @Override
    public void cleared(Cleared cleared) {
        Instant since = offered.remove(cleared.window().id());
        counts.lapsed += cleared.winners().isEmpty() ? 1 : 0;
        if (since != null && !cleared.winners().isEmpty()) {
            counts.windowToGrant.add(Duration.between(since, time.now()).toNanos() / 1e6);
        }
    }

    @Override
    public void granted(String job, Grant grant) {
        counts.grants++;
        held.add(grant.id());
        time.schedule(Duration.ofMillis(crowd.answerMillis()), () -> run(job, grant));
    }

    private void run(String id, Grant grant) {
        MadeUpJob job = jobs.get(id);
        if (job == null || !held.contains(grant.id())) {
            return;
        }
        Instant now = time.now();
        Instant starts = now.isAfter(grant.starts()) ? now : grant.starts();
        MadeUpJob.Subjob subjob =
                job.subjob(Duration.between(starts, grant.ends()).toNanos() / 1e9, crowd.early());
        if (subjob.atoms() == 0) {
            report(id, grant, subjob);
            return;
        }
        Acceptance acceptance = read(() -> Messages.acceptance(subjob.acceptance()));
        say(it -> it.accept(grant.id(), acceptance));
        Duration ahead = Duration.between(now, starts);
        time.schedule(ahead.plus(acceptance.total()), () -> report(id, grant, subjob));
        beatAfter(grant, subjob);
    }

    private void beatAfter(Grant grant, MadeUpJob.Subjob subjob) {
        time.schedule(grant.patience().dividedBy(BEATS_IN_A_PATIENCE), () -> {
            if (held.contains(grant.id())) {
                HeartbeatMessage beat = subjob.beat();
                say(it -> it.heartbeat(grant.id(), beat.nextAtom(), Bytes.of(beat.memoryBytes())));
                beatAfter(grant, subjob);
            }
        });
    }

    private void report(String id, Grant grant, MadeUpJob.Subjob subjob) {
        if (!held.remove(grant.id())) {
            return;
        }
        counts.reports++;
        SubjobEnd end = read(() -> Messages.end(subjob.report()));
        say(it -> it.report(grant.id(), end));
        if (subjob.last()) {
            counts.finished++;
            jobs.remove(id);
            register(crowd.beginner());
        }
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        if (held.remove(grant)) {
            counts.revoked++;
        }
    }

    @Override
    public void ended(String job, JobEnd end) {
        // A person may have withdrawn it.
        jobs.remove(job);
    }

    @Override
    public void forgotten(String job) {
        jobs.remove(job);
    }

    private interface Saying {
        void to(Market market) throws Refused;
    }

    private void say(Saying what) {
        counts.messages++;
        try {
            counted.counting(() -> what.to(market.orElseThrow()));
        } catch (Refused unexpected) {
            throw new IllegalStateException("a job that keeps every rule was refused", unexpected);
        }
    }

    private interface Reading<T> {
        T read() throws Refused;
    }

    /** Reads a message as the server does, which counts as no work of the market. */
    private static <T> T read(Reading<T> message) {
        try {
            return message.read();
        } catch (Refused unexpected) {
            throw new IllegalStateException("a message that keeps every rule was refused", unexpected);
        }
    }
}
