package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.plan.Materialized;

/**
 * Builds subjobs that still fit their grants when the scheduler checks them. Between the plan and the check time passes, on a busy
 * machine more than a message is ever allowed to take. A subjob is planned to begin as much later as that took lately; if it is refused
 * all the same, it is built again for what is left. A delay that leaves no time of a grant is not expected again: otherwise a scheduler that
 * was away once, for longer than its windows are, would get no more subjobs, and no delay would ever show that it is back.
 *
 * @param delays from plans to the answers to them
 */
record Acceptances(TimeSource time, RecentMost delays) {

    private static final int MOST_TRIES = 4;

    /** Makes one that has seen no delay yet. */
    Acceptances(TimeSource time) {
        this(time, new RecentMost());
    }

    /** The scheduler's answer to a subjob. */
    enum Answer {
        TAKEN,
        /** There is less time left than it may need. */
        DOES_NOT_FIT,
        REFUSED
    }

    /** Asks the scheduler. */
    @FunctionalInterface
    interface Call {
        Answer accept(Subjob subjob) throws InterruptedException;
    }

    /**
     * The result of the try to accept a grant.
     *
     * @param taken the subjob that the scheduler took; empty if there is none
     * @param because why not
     */
    record Result(Optional<Subjob> taken, String because) {}

    /**
     * Builds a subjob and has it accepted.
     *
     * @param plan builds one that begins then
     */
    Result accept(Function<Instant, Materialized> plan, Call call) throws InterruptedException {
        String because = "";
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Instant began = time.now();
            Materialized made = planned(plan, began);
            Optional<Subjob> subjob = made.match(built -> Optional.of(built.subjob()), handBack -> Optional.empty());
            if (subjob.isEmpty()) {
                return new Result(subjob, made.match(built -> "", Materialized.HandBack::because));
            }
            Answer answer = call.accept(subjob.get());
            delays.saw(Duration.between(began, time.now()));
            if (answer == Answer.TAKEN) {
                return new Result(subjob, "");
            }
            because = answer == Answer.DOES_NOT_FIT
                    ? "its subjobs did not fit what was left when the scheduler checked them"
                    : "its acceptance was refused, or not answered";
            if (answer == Answer.REFUSED) {
                break;
            }
        }
        return new Result(Optional.empty(), because);
    }

    private Materialized planned(Function<Instant, Materialized> plan, Instant now) {
        Materialized made = new Materialized.HandBack("");
        for (Duration delay : delays.longestFirst()) {
            made = plan.apply(now.plus(delay));
            if (made instanceof Materialized.Built) {
                break;
            }
        }
        return made;
    }
}
