package org.atomizable.testkit.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.ReportMessage;

/** The messages that were seen of one grant. Guarded by the monitor's lock. */
final class GrantTrace {

    private static final double NANOS = 1e9;

    final String job;
    final GrantIssued issued;
    private ProtocolStates.Grant state = ProtocolStates.Grant.GRANTED;
    private Optional<AcceptMessage> acceptance = Optional.empty();
    private Optional<ReportMessage> report = Optional.empty();
    private Instant heard;
    private boolean refused;
    private boolean perhapsOver;

    GrantTrace(String job, GrantIssued issued, Instant now) {
        this.job = job;
        this.issued = issued;
        this.heard = now;
    }

    ProtocolStates.Grant state() {
        return state;
    }

    boolean isOver() {
        return state == ProtocolStates.Grant.REPORTED || state == ProtocolStates.Grant.REVOKED;
    }

    /** Takes a message; returns whether it may come now. */
    boolean take(Message message) {
        Optional<ProtocolStates.Grant> next = ProtocolStates.GRANT_OF_A_JOB.next(state, message);
        next.ifPresent(it -> state = it);
        return next.isPresent();
    }

    Optional<AcceptMessage> acceptance() {
        return acceptance;
    }

    void accepted(AcceptMessage told) {
        acceptance = Optional.of(told);
    }

    Optional<ReportMessage> report() {
        return report;
    }

    void reported(ReportMessage told) {
        report = Optional.of(told);
    }

    /** Its holder has spoken. */
    void spoke(Instant now) {
        heard = now;
    }

    /** The scheduler does not know it, or not any more. */
    void refuse() {
        refused = true;
    }

    boolean isRefused() {
        return refused;
    }

    /** Something was sent that may end it. */
    void mayEnd() {
        perhapsOver = true;
    }

    /** Tells whether the scheduler may have ended it already, whether that was told or not. */
    boolean mayBeOver(Instant now) {
        Duration patience = Duration.ofNanos((long) (issued.patienceSeconds() * NANOS));
        return perhapsOver || isOver() || !now.isBefore(heard.plus(patience));
    }

    boolean overlaps(GrantIssued other) {
        return issued.starts().isBefore(other.ends()) && other.starts().isBefore(issued.ends());
    }

    double seconds() {
        return Duration.between(issued.starts(), issued.ends()).toNanos() / NANOS;
    }
}
