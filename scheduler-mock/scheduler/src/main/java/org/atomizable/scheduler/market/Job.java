package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.score.Reliability;

/** A job's entry in the market. Guarded by the market's lock. */
final class Job {

    /** A job that left so many windows in a row without a word is not waited for any more, until it speaks. */
    private static final int MOST_MISSED = 3;

    final String id;
    final JobRequest request;
    final Instant registered;
    private final String lineage;
    /** In the order of registration. */
    long number;
    /** Changed by {@link Jobs#become}, as jobs are found by it. */
    JobState state = JobState.WAITING;

    long nextAtom;
    int missed;
    long arrival;
    long lastAsked;
    long offered;
    long signals;
    long grants;
    Instant waitingSince;
    /** When its last grant ended, or it came. */
    Instant idleSince;

    Instant lastTurn;
    Bytes peak = Bytes.ZERO;
    Optional<Bytes> needed = Optional.empty();
    /** By its newest bid or accepted subjob; not kept, as the next one tells it anew. */
    Optional<MemoryClaim> claimed = Optional.empty();

    Reliability reliability = Reliability.FRESH;
    Optional<String> lastSlice = Optional.empty();
    Optional<SafePoint> safePoint = Optional.empty();
    /** Empty while it is active, and for those that ended before ends were written down. */
    Optional<JobEnd> ended = Optional.empty();

    final Map<String, Declaration> promised = new HashMap<>();

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
