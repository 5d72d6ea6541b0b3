package org.atomizable.scheduler.market.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.ServiceRecord;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.answer.MemoryClaim;
import org.atomizable.scheduler.score.Reliability;

/** A job's entry in the market. Guarded by the market's lock. */
public final class Job {

    /** A job that did not answer this many consecutive windows is no longer waited for, until it answers again. */
    private static final int MOST_MISSED = 3;

    public final String id;
    public final JobRequest request;
    public final Instant registered;
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
    private ServiceRecord seen = ServiceRecord.FRESH;
    private final RoundTrips trips = new RoundTrips();

    public Job(String id, JobRequest request, Instant registered) {
        this.id = id;
        this.request = request;
        this.registered = registered;
        this.lineage = request.lineage();
        this.nextAtom = request.nextAtom();
        this.waitingSince = registered;
        this.idleSince = registered;
        this.lastTurn = registered;
    }

    /** Restores a job from the journal. Its deadline may be one that an older scheduler took, and that clients cannot read. */
    public Job(Kept kept) {
        this(kept.id(), kept.request().withDeadlineIn(new Century(kept.registered())), kept.registered());
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
        this.seen = kept.seen().orElse(ServiceRecord.FRESH);
    }

    /** Returns what the journal keeps of it. */
    public Kept kept() {
        return new Kept(
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
                ended,
                Optional.of(seen));
    }

    void numbered(long place) {
        number = place;
    }

    /** Only {@link Jobs} calls this, as it finds jobs by their state. */
    public void become(JobState next) {
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
    public void ask(long place) {
        lastAsked = place;
    }

    /** A window is offered to it. */
    public void offer(String window, Instant now) {
        offered++;
        trips.asked(window, now);
    }

    public RoundTrips trips() {
        return trips;
    }

    /** It has sent a message, even one that came too late. */
    public void spoke() {
        missed = 0;
    }

    public void missWindow() {
        missed++;
    }

    /** Takes an answer to a window, which is the {@code first} if it has not answered this window before. */
    public void answered(JobAnswer answer, boolean first) {
        if (answer.interested() && first) {
            signals++;
        }
        if (answer instanceof Bids bids && bids.interested()) {
            claimed = bids.claim();
        }
        answer.needed().ifPresent(it -> needed = Optional.of(it));
    }

    /** It is the same job as an active one that it replaces: an agent that starts again is not a new job. */
    public void replaces(Job earlier) {
        seen = earlier.seen.inherited();
    }

    /** It is chosen for a window, by what it signalled. */
    public void chosen(SelectionCandidate signalled, Duration window) {
        seen = signalled.won(nextAtom, window);
    }

    /** It is chosen for a lease of that length, by what it bid. */
    public void chosen(BidVariant bid, Duration lease) {
        if (bid.firstLook()) {
            seen = seen.wonFirstLook();
            return;
        }
        Duration useful = Duration.ofNanos(Math.round(bid.usefulSeconds() * 1e9));
        seen = seen.won(new ServiceRecord.Claim(bid.firstAtom(), bid.atoms(), useful, bid.length(), lease));
    }

    /** Wins a grant, in bids with what it declared of it. */
    public void won(String grant, Optional<Declaration> declared, Instant now) {
        declared.ifPresent(it -> promised.put(grant, it));
        waitingSince = now;
        grants++;
    }

    /** Accepts a grant on a slice. */
    public void accepted(Acceptance told, String slice) {
        claimed = Optional.of(MemoryClaim.of(told.memory()));
        lastSlice = Optional.of(slice);
    }

    /** A subjob of its has ended. */
    public void reported(SubjobEnd told, Instant now) {
        nextAtom = told.nextAtom();
        peak = peak.max(told.peak());
        if (told.kind() == SubjobEnd.Kind.FINISHED || told.kind() == SubjobEnd.Kind.YIELDED) {
            safePoint = Optional.of(new SafePoint(now, told.total().minus(told.useful())));
        }
    }

    /** Moves times that a fast clock has recorded back to now: otherwise the job would have waited for a negative time. */
    public void recovered(Instant now) {
        waitingSince = waitingSince.isAfter(now) ? now : waitingSince;
        idleSince = idleSince.isAfter(now) ? now : idleSince;
        lastTurn = lastTurn.isAfter(now) ? now : lastTurn;
    }

    public void beginToWait(Instant now) {
        idleSince = now;
    }

    /** It had its turn: it won what it wanted most, for nothing. */
    public void hadTurn(Instant now) {
        lastTurn = now;
    }

    public JobState state() {
        return state;
    }

    /** Empty while it is active, and for jobs that ended before the journal kept their ends. */
    public Optional<JobEnd> ended() {
        return ended;
    }

    /** Returns how many atoms are left, if it told how many it has. */
    public OptionalLong atomsLeft() {
        return request.totalAtoms()
                .map(total -> OptionalLong.of(Math.max(0, total - nextAtom)))
                .orElse(OptionalLong.empty());
    }

    public long nextAtom() {
        return nextAtom;
    }

    /** Returns how many windows in a row it left without an answer. */
    public int missed() {
        return missed;
    }

    public long number() {
        return number;
    }

    public long arrival() {
        return arrival;
    }

    long lastAsked() {
        return lastAsked;
    }

    public long offered() {
        return offered;
    }

    public long signals() {
        return signals;
    }

    public long grants() {
        return grants;
    }

    public Instant waitingSince() {
        return waitingSince;
    }

    /** Returns when its last grant ended, or when it was registered. */
    public Instant idleSince() {
        return idleSince;
    }

    public Instant lastTurn() {
        return lastTurn;
    }

    public Bytes peak() {
        return peak;
    }

    public Optional<Bytes> needed() {
        return needed;
    }

    /** Returns what its newest bid or accepted subjob claims. */
    public Optional<MemoryClaim> claimed() {
        return claimed;
    }

    public Reliability reliability() {
        return reliability;
    }

    public Optional<String> lastSlice() {
        return lastSlice;
    }

    public Optional<SafePoint> safePoint() {
        return safePoint;
    }

    public ServiceRecord seen() {
        return seen;
    }

    public String name() {
        return request.name();
    }

    public String lineage() {
        return lineage;
    }

    public boolean waiting() {
        return state == JobState.WAITING;
    }

    /** Holds a grant of its that has ended against what it had declared. */
    public void judge(Lease ended) {
        ended.ended()
                .map(it -> Duration.between(ended.grant().starts(), it.at()))
                .ifPresent(it -> seen = seen.after(it.isNegative() ? Duration.ZERO : it, nextAtom));
        Declaration word = promised.remove(ended.grant().id());
        if (word != null && Declaration.judges(ended)) {
            reliability = reliability.after(word.variant().features(), word.seen(ended));
        }
    }

    /** Returns how much memory a subjob is thought to fill. */
    public Bytes filling(Bytes told) {
        return MemoryClaim.filling(peak, told);
    }

    public boolean awaited() {
        return waiting() && missed < MOST_MISSED;
    }

    /**
     * How long a job takes to answer, from the announcement of a window to its answer, also where that came too late. It is not kept in
     * the journal, as the first answers after a restart tell it again.
     */
    public static final class RoundTrips {

        /** A job of a large cluster may have been asked about every slice. */
        private static final int MOST_OPEN = 256;

        private static final int REMEMBERED = 8;

        private final Map<String, Instant> open = new LinkedHashMap<>();
        private final Deque<Duration> newest = new ArrayDeque<>();
        private int lateInARow;

        void asked(String window, Instant now) {
            open.put(window, now);
            if (open.size() > MOST_OPEN) {
                open.remove(open.keySet().iterator().next());
            }
        }

        /** An answer has come. Only the first one to a window is measured; returns whether it is that. */
        public boolean answered(String window, Instant now, boolean late) {
            Instant asked = open.remove(window);
            if (asked == null) {
                return false;
            }
            lateInARow = late ? lateInARow + 1 : 0;
            newest.addLast(Duration.between(asked, now));
            if (newest.size() > REMEMBERED) {
                newest.removeFirst();
            }
            return true;
        }

        /** Returns the longest of the newest ones; empty for a job that has never answered. */
        public Optional<Duration> longest() {
            return newest.stream().max(Comparator.naturalOrder());
        }

        /** Returns how many of the newest answers in a row came too late. */
        public int lateInARow() {
            return lateInARow;
        }
    }

    /**
     * The form of a {@link Job} in the journal.
     *
     * @param seen what was seen of its leases; empty if an older scheduler wrote it
     */
    public record Kept(
            String id,
            JobRequest request,
            Instant registered,
            JobState state,
            long nextAtom,
            long offered,
            long signals,
            long grants,
            Instant waitingSince,
            Instant lastTurn,
            Bytes peak,
            Reliability reliability,
            Optional<String> lastSlice,
            Optional<SafePoint> safePoint,
            Map<String, Declaration> promised,
            Optional<JobEnd> ended,
            Optional<ServiceRecord> seen) {}

    /**
     * A job's last safe point, and its cost.
     *
     * @param at when the report of it arrived
     * @param cost the time that the subjob that ended there spent on restore and checkpoint
     */
    public record SafePoint(Instant at, Duration cost) {}
}
