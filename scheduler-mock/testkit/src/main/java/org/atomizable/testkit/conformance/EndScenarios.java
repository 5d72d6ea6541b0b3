package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;

/** Scenarios of how grants and jobs end. */
final class EndScenarios {

    private static final Duration LATEST = Duration.ofSeconds(5);
    private static final double LONGEST_SECONDS = 60;

    private final Stage stage;

    EndScenarios(Stage stage) {
        this.stage = stage;
    }

    List<Scenario> all() {
        return List.of(
                new Scenario("memory", List.of(ProtocolRule.MEMORY_ENDS_A_LEASE), this::memory),
                new Scenario("silence", List.of(ProtocolRule.SILENCE_ENDS_A_LEASE), this::silence),
                new Scenario("unreported", List.of(ProtocolRule.TIME_ENDS_A_LEASE), this::unreported),
                new Scenario(
                        "withdrawn",
                        List.of(
                                ProtocolRule.THE_END_IS_TOLD,
                                ProtocolRule.NOTHING_AFTER_THE_END,
                                ProtocolRule.REVOKES_ONLY_GRANTS),
                        this::withdrawn),
                new Scenario("finished", List.of(ProtocolRule.THE_END_IS_TOLD), this::finished),
                new Scenario(
                        "replaced", List.of(ProtocolRule.THE_END_IS_TOLD, ProtocolRule.TOKENS_GROW), this::replaced));
    }

    private void memory() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("memory", "sja");
        GrantIssued grant = job.granted();
        job.accept(grant, 0, 1);
        Reply reply = job.ofGrant(grant, "heartbeat", SuiteJob.beat(0, grant.capacityBytes() + 1));
        stage.refused(reply, ProtocolRule.MEMORY_ENDS_A_LEASE, 409, "grant-lost");
        revoked(job, ProtocolRule.MEMORY_ENDS_A_LEASE, "out-of-memory", LATEST);
    }

    private void revoked(SuiteJob job, ProtocolRule rule, String why, Duration within)
            throws IOException, InterruptedException, Unfinished {
        Optional<EventMessage> event = job.next("revoked", within);
        if (event.isEmpty() || event.get().revoked() == null) {
            throw Unfinished.breaks(rule, "the grant was not revoked in %s s".formatted(within.toSeconds()));
        }
        if (!event.get().revoked().why().equals(why)) {
            throw Unfinished.breaks(
                    rule,
                    "the grant was revoked as %s, and should be as %s"
                            .formatted(event.get().revoked().why(), why));
        }
    }

    private void silence() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("silence", "sja");
        GrantIssued grant = job.granted();
        job.accept(grant, 0, 1);
        double left = SuiteJob.seconds(stage.time().now(), grant.ends());
        if (left <= grant.patienceSeconds() + 0.5) {
            throw Unfinished.lacks(String.format(
                    Locale.ROOT,
                    "the grant ends in %.1f s, and the patience is %.1f s; use longer windows",
                    left,
                    grant.patienceSeconds()));
        }
        if (grant.patienceSeconds() > LONGEST_SECONDS) {
            throw Unfinished.lacks(String.format(Locale.ROOT, "the patience is %.0f s", grant.patienceSeconds()));
        }
        Duration until = Duration.ofMillis((long) (1000 * grant.patienceSeconds()));
        Duration toStart = Duration.between(stage.time().now(), grant.starts());
        revoked(
                job,
                ProtocolRule.SILENCE_ENDS_A_LEASE,
                "silent",
                until.plus(LATEST).plus(toStart.isNegative() ? Duration.ZERO : toStart));
    }

    private void unreported() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("unreported", "sja");
        GrantIssued grant = job.granted();
        if (SuiteJob.seconds(grant.starts(), grant.ends()) > LONGEST_SECONDS) {
            throw Unfinished.lacks(String.format(
                    Locale.ROOT, "the grant lasts longer than %.0f s; use shorter windows", LONGEST_SECONDS));
        }
        job.accept(grant, 0, 1);
        Duration beat = Duration.ofNanos((long) (grant.patienceSeconds() / 3 * 1e9));
        while (stage.time().now().plus(beat).isBefore(grant.ends())) {
            stage.time().sleep(beat);
            job.ofGrant(grant, "heartbeat", SuiteJob.beat(0, 1));
        }
        Instant now = stage.time().now();
        Duration left = now.isBefore(grant.ends()) ? Duration.between(now, grant.ends()) : Duration.ZERO;
        double patience = Math.min(grant.patienceSeconds(), LONGEST_SECONDS);
        Duration awaited = left.plus(Duration.ofMillis((long) (1000 * patience)));
        revoked(job, ProtocolRule.TIME_ENDS_A_LEASE, "silent", awaited.plus(LATEST));
        stage.refused(
                job.ofGrant(grant, "report", SuiteJob.report("yielded", 1)),
                ProtocolRule.LOST_GRANTS_ARE_REFUSED,
                409,
                "grant-lost");
    }

    private void withdrawn() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("withdrawn", "sja");
        GrantIssued grant = job.granted();
        job.accept(grant, 0, 1);
        job.withdraw();
        revoked(job, ProtocolRule.REVOKES_ONLY_GRANTS, "withdrawn", LATEST);
        ended(job, "withdrawn");
        // The monitor would see an event after the end.
        Optional<EventMessage> more = job.next(Duration.ofSeconds(2));
        if (more.isPresent()) {
            throw Unfinished.breaks(
                    ProtocolRule.NOTHING_AFTER_THE_END,
                    "event %s, a %s, came after the end"
                            .formatted(more.get().id(), more.get().type()));
        }
    }

    private static EventMessage ended(SuiteJob job, String how) throws IOException, InterruptedException, Unfinished {
        Optional<EventMessage> event = job.next("ended", LATEST);
        if (event.isEmpty() || event.get().ended() == null) {
            throw Unfinished.breaks(ProtocolRule.THE_END_IS_TOLD, "a job that was %s was not told so".formatted(how));
        }
        if (!event.get().ended().how().equals(how)) {
            throw Unfinished.breaks(
                    ProtocolRule.THE_END_IS_TOLD,
                    "a job that was %s was told %s"
                            .formatted(how, event.get().ended().how()));
        }
        return event.get();
    }

    private void finished() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("finished", "sja");
        GrantIssued grant = job.granted();
        job.accept(grant, 0, SuiteJob.ATOMS);
        Reply reply = job.ofGrant(grant, "report", SuiteJob.report("finished", SuiteJob.ATOMS));
        if (!reply.done()) {
            throw Unfinished.lacks("the report of the end was answered %s".formatted(reply.status()));
        }
        ended(job, "finished");
    }

    private void replaced() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("replaced", "sja");
        GrantIssued grant = job.granted();
        job.ofGrant(grant, "report", SuiteJob.report("handed-back", 0));
        SuiteJob next = stage.job("replaced", "sja");
        EventMessage end = ended(job, "replaced");
        if (end.ended() != null && !end.ended().by().equals(next.id)) {
            throw Unfinished.breaks(
                    ProtocolRule.THE_END_IS_TOLD,
                    "a job was told to be replaced by %s, and was by %s"
                            .formatted(end.ended().by(), next.id));
        }
        // Its token is greater than that of the job that it replaces; the monitor compares.
        GrantIssued later = next.granted();
        next.ofGrant(later, "report", SuiteJob.report("handed-back", 0));
    }
}
