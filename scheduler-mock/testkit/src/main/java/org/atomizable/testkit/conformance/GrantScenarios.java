package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;

/** Scenarios with a grant that its holder uses as it should, or nearly. */
final class GrantScenarios {

    private final Stage stage;

    GrantScenarios(Stage stage) {
        this.stage = stage;
    }

    List<Scenario> all() {
        return List.of(
                new Scenario(
                        "grant",
                        List.of(
                                ProtocolRule.INTEREST_LEADS_TO_A_GRANT,
                                ProtocolRule.GRANTS_FOLLOW_INTEREST,
                                ProtocolRule.GRANTS_LIE_IN_THEIR_WINDOW,
                                ProtocolRule.UNFIT_SUBJOBS_ARE_REFUSED,
                                ProtocolRule.REPEATS_GET_THE_SAME_ANSWER,
                                ProtocolRule.CONTRADICTIONS_ARE_REFUSED,
                                ProtocolRule.LOST_GRANTS_ARE_REFUSED,
                                ProtocolRule.PROGRESS_IS_KEPT,
                                ProtocolRule.TOKENS_GROW),
                        this::grant),
                new Scenario("bids", List.of(ProtocolRule.GRANTS_LIE_IN_THEIR_WINDOW), this::bids),
                new Scenario("declined", List.of(ProtocolRule.GRANTS_FOLLOW_INTEREST), this::declined),
                new Scenario("late", List.of(ProtocolRule.LATE_ANSWERS_ARE_REFUSED), this::late),
                new Scenario("exclusion", List.of(ProtocolRule.ONE_HOLDER_AT_A_TIME), this::exclusion));
    }

    private void grant() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("grant", "sja");
        GrantIssued grant = job.granted();
        AcceptMessage fits = SuiteJob.subjob(grant, 0, 10);
        AcceptMessage large = new AcceptMessage(0, 10, grant.capacityBytes() + 1, "declared", 0, fits.totalSeconds());
        stage.refused(job.ofGrant(grant, "accept", large), ProtocolRule.UNFIT_SUBJOBS_ARE_REFUSED, 422, "does-not-fit");
        AcceptMessage slow = new AcceptMessage(
                0, 10, 1 << 20, "declared", 0, 2 * SuiteJob.seconds(grant.starts(), grant.ends()) + 1);
        stage.refused(job.ofGrant(grant, "accept", slow), ProtocolRule.UNFIT_SUBJOBS_ARE_REFUSED, 422, "does-not-fit");
        job.accept(grant, 0, 10);
        said(job.ofGrant(grant, "accept", fits), "the same acceptance again");
        stage.refused(
                job.ofGrant(grant, "accept", SuiteJob.subjob(grant, 0, 11)),
                ProtocolRule.CONTRADICTIONS_ARE_REFUSED,
                409,
                "contradiction");
        done(job.ofGrant(grant, "heartbeat", SuiteJob.beat(5, 1 << 20)), "a heartbeat");
        reported(job, grant);
        if (job.view().nextAtom() != 10) {
            throw Unfinished.breaks(
                    ProtocolRule.PROGRESS_IS_KEPT,
                    "the job's next atom is %s after a report of atom 10"
                            .formatted(job.view().nextAtom()));
        }
        // The next one shows whether tokens grow.
        GrantIssued next = job.granted();
        done(job.ofGrant(next, "report", SuiteJob.report("handed-back", 10)), "a hand-back");
    }

    private void reported(SuiteJob job, GrantIssued grant) throws IOException, InterruptedException, Unfinished {
        ReportMessage report = SuiteJob.report("yielded", 10);
        String path = "/v1/grants/%s/report".formatted(grant.id());
        String key = SuiteJob.freshKey();
        done(stage.peer().post(path, Peer.text(report), key), "a report");
        said(stage.peer().post(path, Peer.text(report), key), "the same report with its key");
        said(job.ofGrant(grant, "report", report), "the same report without its key");
        stage.refused(
                job.ofGrant(grant, "report", SuiteJob.report("yielded", 9)),
                ProtocolRule.CONTRADICTIONS_ARE_REFUSED,
                409,
                "contradiction");
        stage.refused(
                job.ofGrant(grant, "heartbeat", SuiteJob.beat(5, 1)),
                ProtocolRule.LOST_GRANTS_ARE_REFUSED,
                409,
                "grant-lost");
    }

    private static void done(Reply reply, String what) throws Unfinished {
        if (!reply.done()) {
            throw Unfinished.lacks("%s was answered %s: %s".formatted(what, reply.status(), reply.text()));
        }
    }

    private static void said(Reply reply, String what) throws Unfinished {
        if (!reply.done()) {
            throw Unfinished.breaks(
                    ProtocolRule.REPEATS_GET_THE_SAME_ANSWER,
                    "%s was answered %s, and not at first".formatted(what, reply.status()));
        }
    }

    private void bids() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("bids", "jasda");
        GrantIssued grant = job.granted();
        job.accept(grant, 0, 1);
        done(job.ofGrant(grant, "report", SuiteJob.report("yielded", 1)), "a report");
    }

    private void declined() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("declined", "sja");
        job.decline(job.window());
        // A grant of it would come before the window is offered again.
        job.decline(job.window());
    }

    private void late() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("late", "sja");
        GrantIssued grant = job.granted();
        Reply reply = stage.peer()
                .post(
                        "/v1/windows/%s/signals".formatted(grant.window()),
                        new SignalMessage(job.id, false, 0, 0, 0, "it is late"));
        stage.refused(reply, ProtocolRule.LATE_ANSWERS_ARE_REFUSED, 409, "window-cleared");
    }

    /** Two jobs want every window, and hold what they get for a while. */
    private void exclusion() throws IOException, InterruptedException, Unfinished {
        Instant deadline = stage.time().now().plusSeconds(60);
        Holder one = new Holder(stage, stage.job("exclusion-one", "sja"));
        Holder other = new Holder(stage, stage.job("exclusion-other", "sja"));
        while (one.held() == 0 || other.held() == 0) {
            if (stage.time().now().isAfter(deadline)) {
                throw Unfinished.lacks(
                        "the two jobs were granted %s and %s windows in a minute".formatted(one.held(), other.held()));
            }
            one.step();
            other.step();
            stage.time().sleep(Duration.ofMillis(20));
        }
    }
}
