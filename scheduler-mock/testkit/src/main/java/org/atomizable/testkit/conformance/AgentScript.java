package org.atomizable.testkit.conformance;

import static org.atomizable.testkit.conformance.ScriptedScheduler.about;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.testkit.conformance.ScriptedScheduler.Said;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.protocol.Request;

/** The messages of the scripted scheduler to an agent, step by step. Used by one thread. */
final class AgentScript {

    private static final int WINDOWS = 12;
    private static final int SLOWER = 5;

    private final ScriptedScheduler scheduler;
    private final TimeSource time;
    private final String job;
    private int pace = 1;
    private int windows;
    private int grants;
    private Optional<GrantIssued> newest = Optional.empty();

    AgentScript(ScriptedScheduler scheduler, TimeSource time, String job) {
        this.scheduler = scheduler;
        this.time = time;
        this.job = job;
    }

    /** Takes five times as long for all that follows, as on a busy machine; returns false if it does so already. */
    boolean slowDown() {
        boolean usual = pace == 1;
        pace = SLOWER;
        return usual;
    }

    /** Takes the usual time again. */
    void speedUp() {
        pace = 1;
    }

    private Duration answeredWithin() {
        return Duration.ofSeconds(3).multipliedBy(pace);
    }

    private Duration length() {
        return Duration.ofSeconds(5).multipliedBy(pace);
    }

    private Duration grace() {
        return Duration.ofSeconds(1).multipliedBy(pace);
    }

    private Duration patience() {
        return Duration.ofMillis(1500).multipliedBy(pace);
    }

    List<Scenario> all() {
        return List.of(
                new Scenario(
                        "windows",
                        List.of(
                                ProtocolRule.ANSWERS_EVERY_WINDOW,
                                ProtocolRule.ANSWERS_WHAT_IT_WAS_OFFERED,
                                ProtocolRule.ANSWERS_IN_ITS_MODE,
                                ProtocolRule.ANSWERS_FIT_THE_WINDOW,
                                ProtocolRule.ANSWERS_ONCE),
                        this::windows),
                new Scenario(
                        "grant",
                        List.of(
                                ProtocolRule.ACTS_ON_ITS_GRANTS,
                                ProtocolRule.SUBJOBS_FIT_THE_GRANT,
                                ProtocolRule.ACCEPTS_BEFORE_IT_RUNS,
                                ProtocolRule.HEARTBEATS_IN_TIME,
                                ProtocolRule.HEARTBEATS_ONLY_WHAT_IT_HOLDS,
                                ProtocolRule.REPORTS_EVERY_GRANT,
                                ProtocolRule.REPORTS_ONCE,
                                ProtocolRule.REPORTS_WHAT_IT_RAN),
                        () -> used(granted(false))),
                new Scenario(
                        "told twice",
                        List.of(ProtocolRule.ACCEPTS_ONCE, ProtocolRule.BEGINS_AT_THE_NEXT_ATOM),
                        () -> used(granted(true))),
                new Scenario(
                        "unavailable",
                        List.of(ProtocolRule.RETRIES_KEEP_THEIR_KEY, ProtocolRule.KEYS_NAME_ONE_REQUEST),
                        this::unavailable),
                new Scenario("revoked", List.of(ProtocolRule.STOPS_WHEN_REVOKED), this::revoked),
                new Scenario("ended", List.of(ProtocolRule.STOPS_AT_THE_END), this::ended));
    }

    private void windows() throws InterruptedException, Unfinished {
        offer(length(), ScriptedScheduler.SLICE.memoryBytes());
        // Nothing fits these two; silence is said, too.
        offer(Duration.ofMillis(1), ScriptedScheduler.SLICE.memoryBytes());
        offer(length(), 1);
    }

    /** Offers a window and returns the answer. */
    private Answered offer(Duration open, long capacity) throws InterruptedException, Unfinished {
        settle();
        int from = scheduler.said().size();
        Instant now = time.now();
        Instant opens = now.plus(answeredWithin());
        String id = "window-" + ++windows;
        WindowOffered window = new WindowOffered(id, ScriptedScheduler.SLICE, capacity, opens, opens.plus(open), opens);
        scheduler.tell(job, new EventMessage(0, "window", window, null, null));
        Optional<Said> said = scheduler.await(from, about(id, Message.SIGNAL, Message.BID), opens);
        if (said.isEmpty()) {
            throw Unfinished.breaks(
                    ProtocolRule.ANSWERS_EVERY_WINDOW,
                    "window %s was not answered in %s s"
                            .formatted(id, answeredWithin().toSeconds()));
        }
        return new Answered(window, said.get().request());
    }

    /** An agent that is still busy with a grant of an earlier step answers no window as it would. */
    private void settle() throws InterruptedException, Unfinished {
        if (newest.isPresent()) {
            GrantIssued grant = newest.get();
            Optional<Said> report = scheduler.await(
                    0, about(grant.id(), Message.REPORT), grant.ends().plus(grace()));
            requireUnfinished(report);
        }
    }

    private static void requireUnfinished(Optional<Said> report) throws Unfinished {
        if (report.filter(it -> isReport(it.request(), "finished")).isPresent()) {
            throw Unfinished.lacks("the job is finished already; give it more work");
        }
    }

    private static boolean isReport(Request request, String outcome) {
        return request.body(ReportMessage.class)
                .filter(it -> it.outcome().equals(outcome))
                .isPresent();
    }

    private record Answered(WindowOffered window, Request request) {}

    /** Offers windows until the agent wants one, and grants it. */
    private GrantIssued granted(boolean twice) throws InterruptedException, Unfinished {
        for (int offered = 0; offered < WINDOWS; offered++) {
            Answered answered = offer(length(), ScriptedScheduler.SLICE.memoryBytes());
            Optional<GrantIssued> grant = grant(answered);
            if (grant.isPresent()) {
                newest = grant;
                EventMessage event = new EventMessage(0, "grant", null, grant.get(), null);
                scheduler.tell(job, event);
                if (twice) {
                    scheduler.tell(job, event);
                }
                return grant.get();
            }
        }
        throw Unfinished.lacks("the agent wanted none of %s windows of %s s; use a job of short atoms"
                .formatted(WINDOWS, length().toSeconds()));
    }

    private Optional<GrantIssued> grant(Answered answered) {
        WindowOffered window = answered.window();
        Object body = answered.request().body().map(it -> (Object) it).orElse("");
        Instant now = time.now();
        if (body instanceof SignalMessage signal && signal.interested()) {
            return Optional.of(issued(window, now, window.closes()));
        }
        if (body instanceof BidMessage bid) {
            return bid.variants().stream()
                    .filter(it -> it.after() == null)
                    .findFirst()
                    .map(it -> issued(window, at(window, it.fromSeconds()), at(window, it.toSeconds())));
        }
        return Optional.empty();
    }

    private static Instant at(WindowOffered window, double seconds) {
        return window.opens().plusNanos((long) (seconds * 1e9));
    }

    private GrantIssued issued(WindowOffered window, Instant from, Instant to) {
        grants++;
        return new GrantIssued(
                "grant-" + grants,
                window.id(),
                window.slice(),
                window.capacityBytes(),
                from.isBefore(window.opens()) ? window.opens() : from,
                to,
                grants,
                patience().toMillis() / 1e3);
    }

    /** Follows a grant to its report. */
    private void used(GrantIssued grant) throws InterruptedException, Unfinished {
        Optional<Said> report = scheduler.await(
                0, about(grant.id(), Message.REPORT), grant.ends().plus(grace()));
        if (report.isEmpty()) {
            throw Unfinished.breaks(
                    ProtocolRule.REPORTS_EVERY_GRANT,
                    "%s was not reported %s s after its end".formatted(grant.id(), grace().toSeconds()));
        }
        Instant heard = grant.starts();
        for (Said each : scheduler.said()) {
            if (each.request().subject().equals(grant.id())) {
                Duration silent = Duration.between(heard, each.at());
                if (silent.compareTo(patience()) > 0) {
                    throw Unfinished.breaks(
                            ProtocolRule.HEARTBEATS_IN_TIME,
                            "nothing was said of %s for %s ms of a patience of %s ms"
                                    .formatted(
                                            grant.id(),
                                            silent.toMillis(),
                                            patience().toMillis()));
                }
                heard = each.at().isAfter(heard) ? each.at() : heard;
            }
        }
        requireUnfinished(report);
        // The monitor would see a message that follows the report.
        time.sleep(grace());
    }

    private void unavailable() throws InterruptedException, Unfinished {
        List<Request> failed = new CopyOnWriteArrayList<>();
        scheduler.answering(request -> {
            boolean first = request.message() == Message.ACCEPT && failed.isEmpty();
            if (first) {
                failed.add(request);
            }
            return first
                    ? Optional.of(ScriptedScheduler.problem(503, "starting", "The scheduler starts. Try again."))
                    : Optional.empty();
        });
        try {
            GrantIssued grant = granted(false);
            retried(grant, failed);
            used(grant);
        } finally {
            scheduler.answering(request -> Optional.<Reply>empty());
        }
    }

    private void retried(GrantIssued grant, List<Request> failed) throws InterruptedException, Unfinished {
        Optional<Said> first = scheduler.await(0, about(grant.id(), Message.ACCEPT), grant.ends());
        if (first.isEmpty()) {
            throw Unfinished.lacks("grant %s was not accepted".formatted(grant.id()));
        }
        int from = scheduler.said().indexOf(first.get()) + 1;
        Optional<Said> again = scheduler.await(from, about(grant.id(), Message.ACCEPT), grant.ends());
        boolean same = again.isPresent()
                && failed.stream()
                        .filter(it -> it.key().equals(again.get().request().key()))
                        .anyMatch(it -> it.body().equals(again.get().request().body()));
        if (!same) {
            throw Unfinished.breaks(
                    ProtocolRule.RETRIES_KEEP_THEIR_KEY,
                    "after a 503 the acceptance of %s was %s"
                            .formatted(grant.id(), again.isPresent() ? "sent otherwise" : "not sent again"));
        }
    }

    private void revoked() throws InterruptedException, Unfinished {
        GrantIssued grant = granted(false);
        Optional<Said> accepted = scheduler.await(0, about(grant.id(), Message.ACCEPT), grant.ends());
        if (accepted.isEmpty()) {
            throw Unfinished.lacks("grant %s was not accepted".formatted(grant.id()));
        }
        Duration toStart = Duration.between(time.now(), grant.starts());
        time.sleep(toStart.isNegative() ? grace() : toStart.plus(grace()));
        if (scheduler.await(0, about(grant.id(), Message.REPORT), time.now()).isPresent()) {
            throw Unfinished.lacks("the subjob was over before it could be revoked; use a job with more work");
        }
        scheduler.tell(job, new EventMessage(0, "revoked", null, null, new GrantRevoked(grant.id(), "silent")));
        time.sleep(grace());
        int from = scheduler.said().size();
        Instant until = grant.ends().plus(grace());
        Optional<Said> more = scheduler.await(
                from,
                request -> about(grant.id(), Message.HEARTBEAT).test(request)
                        || (about(grant.id(), Message.REPORT).test(request) && !isReport(request, "handed-back")),
                until);
        if (more.isPresent()) {
            throw Unfinished.breaks(
                    ProtocolRule.STOPS_WHEN_REVOKED,
                    "a %s of %s came more than %s s after its revocation"
                            .formatted(more.get().request().message().word(), grant.id(), grace().toSeconds()));
        }
    }

    private void ended() throws InterruptedException, Unfinished {
        settle();
        scheduler.tell(job, new EventMessage(0, "ended", null, null, null, new JobEnded("withdrawn", "the suite")));
        time.sleep(grace());
        int from = scheduler.said().size();
        Optional<Said> more = scheduler.await(
                from,
                request -> request.message() != Message.WITHDRAW,
                time.now().plus(grace().multipliedBy(2)));
        if (more.isPresent()) {
            throw Unfinished.breaks(
                    ProtocolRule.STOPS_AT_THE_END,
                    "a %s came more than %s s after the end"
                            .formatted(more.get().request().message().word(), grace().toSeconds()));
        }
    }
}
