package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.core.report.Attribution;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pause of a job after a failure that was not its own fault. */
final class Pause {

    private static final Logger LOG = LoggerFactory.getLogger(Pause.class);

    private final Waiting waiting;
    private final AgentObserver observer;
    private Instant ends = Instant.MIN;

    Pause(Waiting waiting, AgentObserver observer) {
        this.waiting = waiting;
        this.observer = observer;
    }

    /** Begins after a failure. */
    void after(Outcome.Failed failed, Attribution by, Duration length, Instant now) {
        ends = now.plus(length);
        if (!length.isZero()) {
            waiting.rests(by.evidence());
        }
        LOG.info("the subjob failed ({}); at fault: {}, as {}", failed.kind(), by.fault(), by.evidence());
        observer.failed(failed, by, length);
    }

    boolean isOver(Instant now) {
        return !now.isBefore(ends);
    }
}
