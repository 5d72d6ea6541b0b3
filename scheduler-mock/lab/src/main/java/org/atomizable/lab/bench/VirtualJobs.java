package org.atomizable.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.scheduler.clear.BidVariant;
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
    private Latencies windowToGrant = new Latencies();
    private long windows;
    private long lapsed;
    private long grants;
    private long reports;
    private long revoked;
    private long finished;
    private long messages;

    VirtualJobs(TimeSource time, CountedTime counted, Crowd crowd) {
        this.time = time;
        this.counted = counted;
        this.crowd = crowd;
    }

    /** The counts so far; some of them since they were last reset. */
    record Seen(
            long windows,
            long lapsed,
            long grants,
            long reports,
            long revoked,
            long held,
            long finished,
            long messages,
            Latencies windowToGrant) {}

    Seen seen() {
        return new Seen(windows, lapsed, grants, reports, revoked, held.size(), finished, messages, windowToGrant);
    }

    /** Begins to measure. */
    void forget() {
        windows = 0;
        lapsed = 0;
        grants = held.size();
        reports = 0;
        revoked = 0;
        finished = 0;
        messages = 0;
        windowToGrant = new Latencies();
    }

    void arrive(Market met, int count) {
        market = Optional.of(met);
        for (int i = 0; i < count; i++) {
            register(crowd.underWay());
        }
    }

    private void register(MadeUpJob job) {
        JobRequest request = new JobRequest(
                job.name(),
                Mode.JASDA,
                job.tenant(),
                0,
                Optional.empty(),
                Optional.of(job.totalAtoms()),
                job.nextAtom(),
                Optional.empty());
        say(it -> jobs.put(it.register(request).id(), job));
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        if (offered.putIfAbsent(window.id(), time.now()) == null) {
            windows++;
        }
        time.schedule(Duration.ofMillis(crowd.answerMillis()), () -> bid(job, window, answersBy));
    }

    private void bid(String id, Window window, Instant answersBy) {
        MadeUpJob job = jobs.get(id);
        if (job == null || time.now().isAfter(answersBy) || !offered.containsKey(window.id())) {
            return;
        }
        List<BidVariant> variants = job
                .bid(window.length().toNanos() / 1e9, window.capacity().count())
                .stream()
                .map(VirtualJobs::variant)
                .toList();
        say(it -> it.answer(window.id(), new Bids(id, variants, variants.isEmpty() ? "too short" : "fits")));
    }

    private static BidVariant variant(VariantMessage of) {
        Map<JobFeature, Double> features = new EnumMap<>(JobFeature.class);
        of.features().forEach((word, value) -> JobFeature.of(word).ifPresent(it -> features.put(it, value)));
        return new BidVariant(
                of.id(),
                Optional.ofNullable(of.after()),
                of.firstAtom(),
                of.atoms(),
                duration(of.fromSeconds()),
                duration(of.toSeconds()),
                Bytes.of(of.memoryBytes()),
                of.usefulSeconds(),
                new Features<>(features),
                of.utility());
    }

    @Override
    public void cleared(Cleared cleared) {
        Instant since = offered.remove(cleared.window().id());
        lapsed += cleared.winners().isEmpty() ? 1 : 0;
        if (since != null && !cleared.winners().isEmpty()) {
            windowToGrant.add(Duration.between(since, time.now()).toNanos() / 1e6);
        }
    }

    @Override
    public void granted(String job, Grant grant) {
        grants++;
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
        Duration took = duration(subjob.totalSeconds());
        say(it -> it.accept(
                grant.id(), new Acceptance(subjob.firstAtom(), subjob.atoms(), Bytes.of(MadeUpJob.MEMORY), took)));
        Duration ahead = Duration.between(now, starts);
        time.schedule(ahead.plus(took), () -> report(id, grant, subjob));
        beatAfter(grant, subjob);
    }

    private void beatAfter(Grant grant, MadeUpJob.Subjob subjob) {
        time.schedule(grant.patience().dividedBy(BEATS_IN_A_PATIENCE), () -> {
            if (held.contains(grant.id())) {
                say(it -> it.heartbeat(grant.id(), subjob.firstAtom(), Bytes.of(MadeUpJob.MEMORY)));
                beatAfter(grant, subjob);
            }
        });
    }

    private void report(String id, Grant grant, MadeUpJob.Subjob subjob) {
        if (!held.remove(grant.id())) {
            return;
        }
        reports++;
        SubjobEnd end = new SubjobEnd(
                SubjobEnd.Kind.valueOf(subjob.outcome().toUpperCase(Locale.ROOT).replace('-', '_')),
                "time",
                subjob.nextAtom(),
                duration(subjob.usefulSeconds()),
                duration(subjob.totalSeconds()),
                Bytes.of(MadeUpJob.MEMORY));
        say(it -> it.report(grant.id(), end));
        if (subjob.last()) {
            finished++;
            jobs.remove(id);
            register(crowd.beginner());
        }
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        if (held.remove(grant)) {
            revoked++;
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
        messages++;
        try {
            counted.counting(() -> what.to(market.orElseThrow()));
        } catch (Refused unexpected) {
            throw new IllegalStateException("a job that keeps every rule was refused", unexpected);
        }
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
