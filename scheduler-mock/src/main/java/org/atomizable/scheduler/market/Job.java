package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.score.Reliability;

/** A job's entry in the market. Guarded by the market's lock. */
final class Job {

    /** A job that left so many windows in a row without a word is not waited for any more, until it speaks. */
    private static final int MOST_MISSED = 3;

    final String id;
    final JobRequest request;
    final Instant registered;
    JobState state = JobState.WAITING;
    long nextAtom;
    int missed;
    long offered;
    long signals;
    long grants;
    Instant waitingSince;
    Instant lastTurn;
    Reliability reliability = Reliability.FRESH;
    Optional<String> lastSlice = Optional.empty();
    final Map<String, Promised> promised = new HashMap<>();

    Job(String id, JobRequest request, Instant registered) {
        this.id = id;
        this.request = request;
        this.registered = registered;
        this.nextAtom = request.nextAtom();
        this.waitingSince = registered;
        this.lastTurn = registered;
    }

    String name() {
        return request.name();
    }

    boolean waiting() {
        return state == JobState.WAITING;
    }

    /** Holds a grant of its that has ended against what it had declared. */
    void judge(Lease ended) {
        Promised word = promised.remove(ended.grant().id());
        if (word != null && Promised.judges(ended)) {
            reliability = reliability.after(word.variant().features(), word.seen(ended));
        }
    }

    boolean awaited() {
        return waiting() && missed < MOST_MISSED;
    }
}
