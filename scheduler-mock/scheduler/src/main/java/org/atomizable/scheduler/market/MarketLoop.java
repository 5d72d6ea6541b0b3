package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.change.Along;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles requests and timer events one at a time under the market's lock. After each of them it advances the market,
 * writes the changes to the journal, and sets the timer for the next due action.
 */
final class MarketLoop {

    /** A request to the market. */
    @FunctionalInterface
    interface Request<T> {
        T at(Instant now) throws Refused;
    }

    /** The result of a request, and whether it changed anything that belongs in the audit log. */
    record Done<T>(T value, boolean anew) {}

    /** Undoes what a request has created. */
    @FunctionalInterface
    interface Undoing<T> {
        void at(T made, Instant now) throws Refused;
    }

    private static final Logger LOG = LoggerFactory.getLogger(MarketLoop.class);
    private static final Duration AFTER_A_DEFECT = Duration.ofSeconds(1);

    private final Object lock;
    private final TimeSource time;
    private final JournalWriter writer;
    private final MarketState state;
    private TimeSource.Timer timer = () -> {};
    private Optional<Instant> due = Optional.empty();
    private boolean closed;

    /** Makes one for this state, which is touched under this lock alone. */
    MarketLoop(Object lock, TimeSource time, JournalWriter writer, MarketState state) {
        this.lock = lock;
        this.time = time;
        this.writer = writer;
        this.state = state;
    }

    /** Restores the state of an earlier incarnation and starts. */
    void restore(RecoveredState former) {
        synchronized (lock) {
            Instant now = time.now();
            state.recovery().restore(former, now);
            state.requests().grants().runOut(now);
            moveOn(now);
            state.outbox().submit(writer);
        }
    }

    /** Does something that no audit asks for, and returns once it is written. */
    <T> T moving(Request<T> request) throws Refused {
        return moving("", Along.nothing(), now -> new Done<>(request.at(now), false));
    }

    /** Does something, and returns once it is written, together with what goes along with it. */
    <T> T moving(String did, Along<T> along, Request<Done<T>> request) throws Refused {
        return moving(did, along, request, Optional.empty());
    }

    /** Does something, and undoes what it added if that could not be written in time. */
    <T> T moving(String did, Along<T> along, Request<Done<T>> request, Undoing<T> undoing) throws Refused {
        return moving(did, along, request, Optional.of(undoing));
    }

    private <T> T moving(String did, Along<T> along, Request<Done<T>> request, Optional<Undoing<T>> undoing)
            throws Refused {
        Optional<Done<T>> done = Optional.empty();
        Optional<Refused> refused = Optional.empty();
        JournalWriter.Submitted submitted;
        synchronized (lock) {
            if (writer.stuck()) {
                throw stuck();
            }
            Instant now = time.now();
            // A grant whose time is up is over, even if its timer comes later than this message.
            state.requests().grants().runOut(now);
            try {
                done = Optional.of(request.at(now));
                done.filter(Done::anew).ifPresent(it -> state.outbox().along(along.with(did, it.value())));
            } catch (Refused no) {
                refused = Optional.of(no);
            } finally {
                moveOn(now);
                submitted = state.outbox().submit(writer);
            }
        }
        // A refusal, too, may tell of what time has ended.
        try {
            await(submitted);
        } catch (Refused unwritten) {
            if (done.filter(Done::anew).isPresent() && undoing.isPresent()) {
                undo(done.get().value(), along, undoing.get());
            }
            throw unwritten;
        }
        if (refused.isPresent()) {
            throw refused.get();
        }
        return done.orElseThrow().value();
    }

    private static void await(JournalWriter.Submitted submitted) throws Refused {
        try {
            submitted.await();
        } catch (JournalException failed) {
            throw new Refused(Refused.Reason.NOT_WRITTEN, "the scheduler could not write it down", failed.remedy());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw stuck();
        }
    }

    private static Refused stuck() {
        return new Refused(
                Refused.Reason.NOT_WRITTEN,
                "the scheduler cannot write its journal at present",
                "Send the same request again later; the scheduler's operator must make room on its disk.");
    }

    /**
     * Undoes what was made: its maker is told that it could not be written in time, but it is in the queue of what is to be written, and
     * would be there once there is room. Waits for nothing.
     */
    private <T> void undo(T made, Along<T> along, Undoing<T> undoing) {
        synchronized (lock) {
            Instant now = time.now();
            try {
                undoing.at(made, now);
                state.outbox().along(along.with("undid", made));
            } catch (Refused gone) {
                // Then there is nothing to undo.
            }
            moveOn(now);
            state.outbox().submit(writer);
        }
    }

    private void moveOn(Instant now) {
        if (closed) {
            return;
        }
        if (writer.stuck()) {
            timer.cancel();
            timer = time.schedule(AFTER_A_DEFECT, this::tick);
            due = Optional.empty();
            return;
        }
        Optional<Instant> next = state.progress().moveOn(now);
        // Most messages change nothing of when there is something to do again.
        if (!next.equals(due)) {
            timer.cancel();
            due = next;
            timer = next.map(at -> time.schedule(Duration.between(now, at), this::tick))
                    .orElse(() -> {});
        }
    }

    /** Does what is due. */
    void tick() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            Instant now = time.now();
            due = Optional.empty();
            try {
                state.requests().grants().runOut(now);
                moveOn(now);
                state.outbox().submit(writer);
            } catch (RuntimeException defect) {
                // A defect must not stop the market for those it does not concern.
                LOG.error("the market could not process its due actions; trying again in {}", AFTER_A_DEFECT, defect);
                timer = time.schedule(AFTER_A_DEFECT, this::tick);
                throw defect;
            }
        }
    }

    /** Stops the timer. */
    void close() {
        synchronized (lock) {
            closed = true;
            timer.cancel();
        }
    }
}
