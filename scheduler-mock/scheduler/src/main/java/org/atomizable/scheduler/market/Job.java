package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.score.Reliability;

/** A job's entry in the market. Guarded by the market's lock. */
final class Job {

    /** A job that did not answer this many consecutive windows is no longer waited for, until it answers again. */
    private static final int MOST_MISSED = 3;

    final String id;
    final JobRequest request;
    final Instant registered;
    private final String lineage;
    private final Map<String, Declaration> promised = new HashMap<>();
    private JobState state = JobState.WAITING;
    private Optional<JobEnd> ended = Optional.empty();
    private long nextAtom;
    private int missed;
    private long number;
    private long arrival;
    private long lastAsked;
    private long offered;
    private long signals;
    private long grants;
    private Instant waitingSince;
    private Instant idleSince;
    private Instant lastTurn;
    private Bytes peak = Bytes.ZERO;
    private Optional<Bytes> needed = Optional.empty();
    /** Not kept in the journal: the next bid or subjob tells it again. */
    private Optional<MemoryClaim> claimed = Optional.empty();

    private Reliability reliability = Reliability.FRESH;
    private Optional<String> lastSlice = Optional.empty();
    private Optional<SafePoint> safePoint = Optional.empty();

    Job(String id, JobRequest request, Instant registered) {
        this.id = id;
        this.request = request;
        this.registered = registered;
        this.lineage = request.lineage();
        this.nextAtom = request.nextAtom();
        this.waitingSince = registered;
        this.idleSince = registered;
        this.lastTurn = registered;
    }

    /** Restores a job from the journal. */
    Job(KeptJob kept) {
        this(kept.id(), kept.request(), kept.registered());
        this.state = kept.state();
        this.ended = kept.ended();
        this.nextAtom = kept.nextAtom();
        this.offered = kept.offered();
        this.signals = kept.signals();
        this.grants = kept.grants();
        this.waitingSince = kept.waitingSince();
        this.idleSince = kept.waitingSince();
        this.lastTurn = kept.lastTurn();
        this.peak = kept.peak();
        this.reliability = kept.reliability();
        this.lastSlice = kept.lastSlice();
        this.safePoint = kept.safePoint();
        this.promised.putAll(kept.promised());
    }

    /** Returns what the journal keeps of it. */
    KeptJob kept() {
        return new KeptJob(
                id,
                request,
                registered,
                state,
                nextAtom,
                offered,
                signals,
                grants,
                waitingSince,
                lastTurn,
                peak,
                reliability,
                lastSlice,
                safePoint,
                Map.copyOf(promised),
                ended);
    }

    /** Its place in the order of registration. */
    void numbered(long place) {
        number = place;
    }

    /** Only {@link Jobs} calls this, as it finds jobs by their state. */
    void become(JobState next) {
        state = next;
    }

    void endBy(JobEnd how) {
        ended = Optional.of(how);
    }

    /** It begins to wait, as the n-th of all waits. */
    void arrive(long place) {
        arrival = place;
    }

    /** It is asked about a window, as the n-th question of all. */
    void ask(long place) {
        lastAsked = place;
    }

    void offer() {
        offered++;
    }

    /** It has sent a message, even one that came too late. */
    void spoke() {
        missed = 0;
    }

    void missWindow() {
        missed++;
    }

    /**
     * Takes an answer to a window.
     *
     * @param first whether it has not answered this window before
     */
    void answered(JobAnswer answer, boolean first) {
        if (answer.interested() && first) {
            signals++;
        }
        if (answer instanceof Bids bids && bids.interested()) {
            claimed = bids.claim();
        }
        answer.needed().ifPresent(it -> needed = Optional.of(it));
    }

    /** Wins a grant, in bids with what it declared of it. */
    void won(String grant, Optional<Declaration> declared, Instant now) {
        declared.ifPresent(it -> promised.put(grant, it));
        waitingSince = now;
        grants++;
    }

    /** Accepts a grant on a slice. */
    void accepted(Acceptance told, String slice) {
        claimed = Optional.of(MemoryClaim.of(told.memory()));
        lastSlice = Optional.of(slice);
    }

    /** A subjob of its has ended. */
    void reported(SubjobEnd told, Instant now) {
        nextAtom = told.nextAtom();
        peak = peak.max(told.peak());
        if (told.kind() == SubjobEnd.Kind.FINISHED || told.kind() == SubjobEnd.Kind.YIELDED) {
            safePoint = Optional.of(new SafePoint(now, told.total().minus(told.useful())));
        }
    }

    void beginToWait(Instant now) {
        idleSince = now;
    }

    /** It had its turn: it won what it wanted most, for nothing. */
    void hadTurn(Instant now) {
        lastTurn = now;
    }

    JobState state() {
        return state;
    }

    /** Empty while it is active, and for jobs that ended before the journal kept their ends. */
    Optional<JobEnd> ended() {
        return ended;
    }

    long nextAtom() {
        return nextAtom;
    }

    /** Returns how many windows in a row it left without an answer. */
    int missed() {
        return missed;
    }

    long number() {
        return number;
    }

    long arrival() {
        return arrival;
    }

    long lastAsked() {
        return lastAsked;
    }

    long offered() {
        return offered;
    }

    long signals() {
        return signals;
    }

    long grants() {
        return grants;
    }

    Instant waitingSince() {
        return waitingSince;
    }

    /** Returns when its last grant ended, or when it was registered. */
    Instant idleSince() {
        return idleSince;
    }

    Instant lastTurn() {
        return lastTurn;
    }

    Bytes peak() {
        return peak;
    }

    Optional<Bytes> needed() {
        return needed;
    }

    /** Returns what its newest bid or accepted subjob claims. */
    Optional<MemoryClaim> claimed() {
        return claimed;
    }

    Reliability reliability() {
        return reliability;
    }

    Optional<String> lastSlice() {
        return lastSlice;
    }

    Optional<SafePoint> safePoint() {
        return safePoint;
    }

    String name() {
        return request.name();
    }

    String lineage() {
        return lineage;
    }

    boolean waiting() {
        return state == JobState.WAITING;
    }

    /** Holds a grant of its that has ended against what it had declared. */
    void judge(Lease ended) {
        Declaration word = promised.remove(ended.grant().id());
        if (word != null && Declaration.judges(ended)) {
            reliability = reliability.after(word.variant().features(), word.seen(ended));
        }
    }

    /**
     * Returns how much memory a subjob is thought to fill: no more than half as much again as any has used, so that to claim more than is
     * needed gains nothing.
     */
    Bytes filling(Bytes claimed) {
        Bytes most = peak.times(1.5);
        return peak.equals(Bytes.ZERO) || most.exceeds(claimed) ? claimed : most;
    }

    boolean awaited() {
        return waiting() && missed < MOST_MISSED;
    }
}
