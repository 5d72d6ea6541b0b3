package org.atomizable.scheduler.market;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The rules of offers, suited to the overhead of the jobs: the median of what restore and checkpoint took in the newest subjobs.
 * It is not kept in the journal, as the first subjobs after a restart tell it again. Guarded by the market's lock.
 */
final class WindowLengths {

    /** A few subjobs of another job change little, and a change of the jobs is followed soon. */
    private static final int REMEMBERED = 31;

    private final OfferRules rules;
    private final Deque<Duration> newest = new ArrayDeque<>();
    private OfferRules suited;

    /** Makes them as configured, until a subjob was reported. */
    WindowLengths(OfferRules rules) {
        this.rules = rules;
        this.suited = rules;
    }

    /** A subjob has ended, whose restore and checkpoint took so long. */
    void reported(Duration overhead) {
        newest.addLast(overhead);
        if (newest.size() > REMEMBERED) {
            newest.removeFirst();
        }
        Duration median =
                newest.stream().sorted().skip(newest.size() / 2).findFirst().orElse(Duration.ZERO);
        suited = rules.suiting(median);
    }

    /** Returns the rules for the next offers. */
    OfferRules rules() {
        return suited;
    }
}
