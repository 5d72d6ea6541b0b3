package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;

/** Scenarios without a grant: registrations, refusals, events and answers. */
final class CallScenarios {

    private static final int WINDOWS = 10;

    private final Stage stage;

    CallScenarios(Stage stage) {
        this.stage = stage;
    }

    List<Scenario> all() {
        return List.of(
                new Scenario("keys", List.of(ProtocolRule.SAME_KEY_SAME_JOB), this::keys),
                new Scenario("unknown", List.of(ProtocolRule.UNKNOWN_IS_REFUSED), this::unknown),
                new Scenario("malformed", List.of(ProtocolRule.MALFORMED_IS_REFUSED), this::malformed),
                new Scenario(
                        "events",
                        List.of(
                                ProtocolRule.WINDOWS_ARE_SOUND,
                                ProtocolRule.EVENT_NUMBERS_GROW,
                                ProtocolRule.EVENTS_DO_NOT_CHANGE,
                                ProtocolRule.EVENTS_RESUME_AFTER),
                        this::events),
                new Scenario("mode", List.of(ProtocolRule.MODE_IS_KEPT), this::mode),
                new Scenario(
                        "impossible",
                        List.of(ProtocolRule.IMPOSSIBLE_ANSWERS_ARE_REFUSED, ProtocolRule.REFUSALS_ARE_PROBLEMS),
                        this::impossible));
    }

    private void keys() throws IOException, InterruptedException, Unfinished {
        String text = Peer.text(SuiteJob.registration(stage.name("keys"), "sja"));
        String key = SuiteJob.freshKey();
        // The monitor compares.
        String first = stage.registered(stage.peer().post("/v1/jobs", text, key));
        String second = stage.registered(stage.peer().post("/v1/jobs", text, key));
        stage.peer().delete("/v1/jobs/" + first);
        stage.peer().delete("/v1/jobs/" + second);
    }

    private void unknown() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("unknown", "sja");
        stage.refused(stage.peer().get("/v1/jobs/no-such-job"), ProtocolRule.UNKNOWN_IS_REFUSED, 404, "unknown-job");
        stage.refused(
                stage.peer()
                        .post(
                                "/v1/windows/no-such-window/signals",
                                new SignalMessage(job.id, false, 0, 0, 0, "there is none")),
                ProtocolRule.UNKNOWN_IS_REFUSED,
                404,
                "unknown-window");
        stage.refused(
                stage.peer().post("/v1/grants/no-such-grant/heartbeat", SuiteJob.beat(0, 1)),
                ProtocolRule.UNKNOWN_IS_REFUSED,
                404,
                "unknown-grant");
    }

    private void malformed() throws IOException, InterruptedException, Unfinished {
        String good = Peer.text(SuiteJob.registration(stage.name("malformed"), "sja"));
        String more = good.substring(0, good.length() - 1) + ",\"colour\":\"red\"}";
        String less = good.replaceFirst("\"mode\":\"sja\",", "");
        for (String body : List.of(more, less, "{")) {
            Reply reply = stage.peer().post("/v1/jobs", body, SuiteJob.freshKey());
            Optional<JobView> taken = reply.done() ? reply.read(JobView.class) : Optional.empty();
            if (taken.isPresent()) {
                // A job that nobody answers for would delay every window.
                stage.peer().delete("/v1/jobs/" + taken.get().id());
            }
            stage.refused(reply, ProtocolRule.MALFORMED_IS_REFUSED, 400, "malformed-body");
        }
    }

    private void events() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("events", "sja");
        job.decline(job.window());
        job.window();
        List<EventMessage> page = stage.peer().poll(job.id, 0, 0);
        for (int i = 1; i < page.size(); i++) {
            if (page.get(i).id() != page.get(i - 1).id() + 1) {
                throw Unfinished.breaks(
                        ProtocolRule.EVENT_NUMBERS_GROW,
                        "event %s follows event %s"
                                .formatted(page.get(i).id(), page.get(i - 1).id()));
            }
        }
        long first = page.get(0).id();
        long last = page.get(page.size() - 1).id();
        List<EventMessage> later = page.subList(1, page.size());
        resumed("a poll", first, later, stage.peer().poll(job.id, first, 0));
        resumed("a stream", first, later, stage.peer().stream(job.id, first, last));
        resumed("a stream from the beginning", 0, page, stage.peer().stream(job.id, 0, last));
    }

    private static void resumed(String how, long after, List<EventMessage> expected, List<EventMessage> told)
            throws Unfinished {
        boolean same = told.size() >= expected.size()
                && told.subList(0, expected.size()).stream()
                        .map(EventMessage::id)
                        .toList()
                        .equals(expected.stream().map(EventMessage::id).toList());
        if (!same) {
            throw Unfinished.breaks(
                    ProtocolRule.EVENTS_RESUME_AFTER,
                    "%s after event %s told %s events, where %s were there"
                            .formatted(how, after, told.size(), expected.size()));
        }
    }

    private interface Answer {
        Reply to(WindowOffered window) throws IOException, InterruptedException;
    }

    /** Answers a window before it is cleared, which may take some windows. */
    private Reply intime(SuiteJob job, Answer answer) throws IOException, InterruptedException, Unfinished {
        for (int tried = 0; tried < WINDOWS; tried++) {
            WindowOffered window = job.window();
            Reply reply = answer.to(window);
            if (!reply.problem().equals("window-cleared") && !reply.problem().equals("unknown-window")) {
                job.decline(window);
                return reply;
            }
        }
        throw Unfinished.lacks("%s windows were cleared before they could be answered".formatted(WINDOWS));
    }

    private void mode() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("mode", "sja");
        Reply reply = intime(
                job,
                window -> stage.peer()
                        .post(
                                "/v1/windows/%s/bids".formatted(window.id()),
                                new BidMessage(job.id, List.of(), "in the other mode")));
        stage.refused(reply, ProtocolRule.MODE_IS_KEPT, 409, "contradiction");
    }

    private void impossible() throws IOException, InterruptedException, Unfinished {
        SuiteJob job = stage.job("impossible", "sja");
        Reply reply = intime(
                job,
                window -> stage.peer()
                        .post(
                                "/v1/windows/%s/signals".formatted(window.id()),
                                new SignalMessage(
                                        job.id,
                                        true,
                                        1,
                                        1,
                                        2 * SuiteJob.seconds(window.opens(), window.closes()) + 1,
                                        "too long")));
        stage.refused(reply, ProtocolRule.IMPOSSIBLE_ANSWERS_ARE_REFUSED, 422, "does-not-fit");
    }
}
