package org.atomizable.testkit.protocol;

import java.util.Optional;
import java.util.Set;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;

/** The rules that a message of an agent can break. Guarded by the monitor's lock. */
final class AgentRules {

    private static final Set<String> OUTCOMES = Set.of("finished", "yielded", "failed", "handed-back");
    private static final double ROUNDING = 1e-6;

    private final Breaches breaches;

    AgentRules(Breaches breaches) {
        this.breaches = breaches;
    }

    void answer(Request request, Optional<JobTrace> job) {
        Optional<JobTrace.WindowTrace> window = job.flatMap(it -> it.window(request.subject()));
        if (job.isPresent() && job.get().isOver()) {
            // The end may cross an answer on its way.
            return;
        }
        breaches.unless(window.isPresent(), ProtocolRule.ANSWERS_WHAT_IT_WAS_OFFERED, "%s", request.shown());
        if (window.isEmpty() || job.isEmpty() || request.body().isEmpty()) {
            return;
        }
        String mode = request.message() == Message.SIGNAL ? "sja" : "jasda";
        breaches.unless(
                job.get().registration.mode().equals(mode),
                ProtocolRule.ANSWERS_IN_ITS_MODE,
                "%s by a job of mode %s",
                request.shown(),
                job.get().registration.mode());
        Record answer = request.body().get();
        AnswerCheck.flaw(answer, window.get().offered)
                .ifPresent(flaw -> breaches.unless(
                        false, ProtocolRule.ANSWERS_FIT_THE_WINDOW, "%s has %s", request.shown(), flaw));
        breaches.unless(
                window.get().answer().filter(it -> !it.equals(answer)).isEmpty(),
                ProtocolRule.ANSWERS_ONCE,
                "%s, after another answer",
                request.shown());
        window.get().answered(answer, AnswerCheck.interested(answer));
    }

    static Optional<String> jobOf(Request request) {
        return request.body(SignalMessage.class)
                .map(SignalMessage::job)
                .or(() -> request.body(BidMessage.class).map(BidMessage::job));
    }

    void ofGrant(Request request, Optional<GrantTrace> grant, Optional<JobTrace> job) {
        breaches.unless(
                grant.isPresent(), ProtocolRule.ACTS_ON_ITS_GRANTS, "%s, which was not issued", request.shown());
        if (grant.isEmpty() || job.isEmpty()) {
            return;
        }
        switch (request.message()) {
            case ACCEPT ->
                request.body(AcceptMessage.class).ifPresent(it -> accept(request, it, grant.get(), job.get()));
            case REPORT ->
                request.body(ReportMessage.class).ifPresent(it -> report(request, it, grant.get(), job.get()));
            default ->
                breaches.unless(
                        !grant.get().isRefused() && grant.get().state() != ProtocolStates.Grant.REPORTED,
                        ProtocolRule.HEARTBEATS_ONLY_WHAT_IT_HOLDS,
                        "%s, which is over for its holder",
                        request.shown());
        }
    }

    private void accept(Request request, AcceptMessage told, GrantTrace grant, JobTrace job) {
        breaches.unless(
                grant.acceptance().filter(it -> !sameSubjob(it, told)).isEmpty(),
                ProtocolRule.ACCEPTS_ONCE,
                "%s with atoms %s+%s, after another one",
                request.shown(),
                told.firstAtom(),
                told.atoms());
        breaches.unless(
                told.atoms() >= 1
                        && told.memoryBytes() <= grant.issued.capacityBytes()
                        && told.totalSeconds() <= grant.seconds() + ROUNDING,
                ProtocolRule.SUBJOBS_FIT_THE_GRANT,
                "%s with %s atoms, %s bytes of %s and %s s of %s s",
                request.shown(),
                told.atoms(),
                told.memoryBytes(),
                grant.issued.capacityBytes(),
                told.totalSeconds(),
                grant.seconds());
        boolean next = job.knowsNextAtom() ? told.firstAtom() == job.nextAtom() : told.firstAtom() >= job.nextAtom();
        breaches.unless(
                next || grant.acceptance().isPresent() || grant.isOver(),
                ProtocolRule.BEGINS_AT_THE_NEXT_ATOM,
                "%s begins at atom %s, and the next one is %s",
                request.shown(),
                told.firstAtom(),
                job.nextAtom());
    }

    private void report(Request request, ReportMessage told, GrantTrace grant, JobTrace job) {
        breaches.unless(
                grant.report().filter(it -> !sameEnd(it, told)).isEmpty(),
                ProtocolRule.REPORTS_ONCE,
                "%s as %s at atom %s, after another report",
                request.shown(),
                told.outcome(),
                told.nextAtom());
        boolean ran = told.outcome().equals("yielded") || told.outcome().equals("finished");
        breaches.unless(
                !ran || grant.acceptance().isPresent(),
                ProtocolRule.ACCEPTS_BEFORE_IT_RUNS,
                "%s as %s without an acceptance",
                request.shown(),
                told.outcome());
        Long total = job.registration.totalAtoms();
        long first = grant.acceptance().map(AcceptMessage::firstAtom).orElse(0L);
        breaches.unless(
                OUTCOMES.contains(told.outcome())
                        && told.nextAtom() >= (ran ? first : 0)
                        && (total == null || told.nextAtom() <= total)
                        && (total == null || !told.outcome().equals("finished") || told.nextAtom() == total),
                ProtocolRule.REPORTS_WHAT_IT_RAN,
                "%s as %s at atom %s; its subjob began at atom %s, and the end of the job is %s",
                request.shown(),
                told.outcome(),
                told.nextAtom(),
                first,
                total == null ? "no end" : total);
    }

    static boolean sameSubjob(AcceptMessage one, AcceptMessage other) {
        return one.firstAtom() == other.firstAtom()
                && one.atoms() == other.atoms()
                && one.memoryBytes() == other.memoryBytes()
                && one.totalSeconds() == other.totalSeconds();
    }

    static boolean sameEnd(ReportMessage one, ReportMessage other) {
        return one.outcome().equals(other.outcome())
                && one.why().equals(other.why())
                && one.nextAtom() == other.nextAtom();
    }
}
