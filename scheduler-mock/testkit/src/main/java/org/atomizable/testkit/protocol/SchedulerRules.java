package org.atomizable.testkit.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.WindowOffered;

/** The rules that a message of a scheduler can break. Guarded by the monitor's lock. */
final class SchedulerRules {

    private static final Set<String> WHYS = Set.of("silent", "scheduler-away", "out-of-memory", "withdrawn");

    /** Instants are told in nanoseconds, and offsets in decimal seconds. */
    private static final Duration ROUNDING = Duration.ofMillis(1);

    private final Breaches breaches;
    private final Map<String, GrantTrace> grants;
    private final Map<String, Long> tokens = new HashMap<>();

    SchedulerRules(Breaches breaches, Map<String, GrantTrace> grants) {
        this.breaches = breaches;
        this.grants = grants;
    }

    void delivered(JobTrace job, EventMessage event, Instant now) {
        Optional<Message> message = message(event);
        if (message.isEmpty()) {
            return;
        }
        breaches.unless(
                job.take(message.get()),
                ProtocolRule.NOTHING_AFTER_THE_END,
                "job %s was told event %s, a %s, after its end",
                job.id,
                event.id(),
                event.type());
        if (event.window() != null) {
            window(job, event.window());
        } else if (event.grant() != null) {
            grant(job, event.grant(), now);
        } else if (event.revoked() != null) {
            revoked(job, event.revoked());
        }
    }

    private static Optional<Message> message(EventMessage event) {
        return switch (event.type()) {
            case "window" -> Optional.of(Message.WINDOW);
            case "grant" -> Optional.of(Message.GRANT);
            case "revoked" -> Optional.of(Message.REVOKED);
            case "ended" -> Optional.of(Message.ENDED);
            // A later scheduler may tell more.
            default -> Optional.empty();
        };
    }

    private void window(JobTrace job, WindowOffered window) {
        breaches.unless(
                window.opens().isBefore(window.closes())
                        && window.capacityBytes() > 0
                        && window.capacityBytes() <= window.slice().memoryBytes(),
                ProtocolRule.WINDOWS_ARE_SOUND,
                "%s",
                window);
        job.offered(window);
    }

    private void grant(JobTrace job, GrantIssued grant, Instant now) {
        GrantTrace known = grants.get(grant.id());
        if (known != null) {
            // After a restart a scheduler tells again what is not accepted yet.
            breaches.unless(
                    known.issued.equals(grant),
                    ProtocolRule.EVENTS_DO_NOT_CHANGE,
                    "grant %s was told otherwise",
                    grant.id());
            return;
        }
        Optional<JobTrace.WindowTrace> window = job.window(grant.window());
        breaches.unless(
                window.filter(JobTrace.WindowTrace::wanted).isPresent(),
                ProtocolRule.GRANTS_FOLLOW_INTEREST,
                "grant %s of window %s for job %s",
                grant.id(),
                grant.window(),
                job.id);
        window.ifPresent(it -> {
            breaches.unless(
                    lies(grant, it.offered) && bid(grant, it),
                    ProtocolRule.GRANTS_LIE_IN_THEIR_WINDOW,
                    "%s of %s",
                    grant,
                    it.offered);
        });
        long newest = tokens.getOrDefault(job.lineage, Long.MIN_VALUE);
        breaches.unless(grant.token() > newest, ProtocolRule.TOKENS_GROW, "token %s after %s", grant.token(), newest);
        tokens.merge(job.lineage, grant.token(), Math::max);
        Optional<GrantTrace> other = grants.values().stream()
                .filter(it -> it.job.equals(job.id)
                        || it.issued.slice().id().equals(grant.slice().id()))
                .filter(it -> it.overlaps(grant) && !it.mayBeOver(now))
                .findFirst();
        breaches.unless(
                other.isEmpty(),
                ProtocolRule.ONE_HOLDER_AT_A_TIME,
                "grant %s of slice %s overlaps %s",
                grant.id(),
                grant.slice().id(),
                other.map(it -> it.issued.id()).orElse(""));
        grants.values().removeIf(it -> it.isOver() && it.issued.ends().isBefore(now.minus(Duration.ofMinutes(1))));
        grants.put(grant.id(), new GrantTrace(job.id, grant, now));
    }

    private static boolean lies(GrantIssued grant, WindowOffered window) {
        return grant.starts().isBefore(grant.ends())
                && !grant.starts().isBefore(window.opens())
                && !grant.ends().isAfter(window.closes())
                && grant.slice().equals(window.slice())
                && grant.capacityBytes() == window.capacityBytes();
    }

    private static boolean bid(GrantIssued grant, JobTrace.WindowTrace window) {
        return window.answer().filter(BidMessage.class::isInstance).map(BidMessage.class::cast).stream()
                .allMatch(bid -> bid.variants().stream().anyMatch(variant -> {
                    Instant from = window.offered.opens().plus(duration(variant.fromSeconds()));
                    Instant to = window.offered.opens().plus(duration(variant.toSeconds()));
                    // The lease of the first variant may last until the next one would begin, or the window closes.
                    return !grant.starts().isBefore(from.minus(ROUNDING))
                            && !grant.ends().isBefore(to.minus(ROUNDING));
                }));
    }

    private void revoked(JobTrace job, GrantRevoked revoked) {
        GrantTrace grant = grants.get(revoked.id());
        breaches.unless(
                grant != null
                        && grant.job.equals(job.id)
                        && WHYS.contains(revoked.why())
                        && grant.take(Message.REVOKED),
                ProtocolRule.REVOKES_ONLY_GRANTS,
                "%s of job %s, which was %s",
                revoked,
                job.id,
                grant == null ? "not granted" : grant.state().name().toLowerCase(Locale.ROOT));
        job.lost();
    }

    /** The scheduler has carried out what a holder asked. */
    void carriedOut(ProtocolMonitor.Asked asked, GrantTrace grant) {
        Request request = asked.request();
        boolean same = request.body(AcceptMessage.class)
                        .flatMap(told -> grant.acceptance().filter(it -> AgentRules.sameSubjob(it, told)))
                        .isPresent()
                || request.body(ReportMessage.class)
                        .flatMap(told -> grant.report().filter(it -> AgentRules.sameEnd(it, told)))
                        .isPresent();
        if (same) {
            return;
        }
        boolean contradicts = (request.message() == Message.ACCEPT
                        && grant.acceptance().isPresent()
                        && grant.state() == ProtocolStates.Grant.ACCEPTED)
                || (request.message() == Message.REPORT && grant.report().isPresent());
        breaches.unless(
                !contradicts,
                ProtocolRule.CONTRADICTIONS_ARE_REFUSED,
                "%s was carried out, after another one",
                request.shown());
        breaches.unless(
                contradicts || !asked.tooLate(),
                ProtocolRule.LOST_GRANTS_ARE_REFUSED,
                "%s was carried out, and it was %s",
                request.shown(),
                grant.state().name().toLowerCase(Locale.ROOT));
        request.body(HeartbeatMessage.class)
                .ifPresent(it -> breaches.unless(
                        it.memoryBytes() <= grant.issued.capacityBytes(),
                        ProtocolRule.MEMORY_ENDS_A_LEASE,
                        "a heartbeat with %s bytes of %s was accepted",
                        it.memoryBytes(),
                        grant.issued.capacityBytes()));
        request.body(AcceptMessage.class)
                .ifPresent(it -> breaches.unless(
                        it.memoryBytes() <= grant.issued.capacityBytes() && it.totalSeconds() <= grant.seconds(),
                        ProtocolRule.UNFIT_SUBJOBS_ARE_REFUSED,
                        "%s bytes of %s and %s s of %s s were accepted",
                        it.memoryBytes(),
                        grant.issued.capacityBytes(),
                        it.totalSeconds(),
                        grant.seconds()));
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
