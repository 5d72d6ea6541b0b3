package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;

/** A job of the suite, and what it says. */
final class SuiteJob {

    static final long ATOMS = 1000;
    private static final Duration OFFERED_WITHIN = Duration.ofSeconds(60);
    private static final int WANTED = 20;

    private final Peer peer;
    private final TimeSource time;
    final String id;
    private final String mode;
    private final Deque<EventMessage> unread = new ArrayDeque<>();
    private long last;
    private long acted;
    private boolean late;

    /** Makes one that is registered under that id. */
    SuiteJob(Peer peer, TimeSource time, String id, String mode) {
        this.peer = peer;
        this.time = time;
        this.id = id;
        this.mode = mode;
        this.acted = time.nanos();
    }

    static JobRegistration registration(String name, String mode) {
        return new JobRegistration(name, mode, null, 0, null, ATOMS, 0);
    }

    static String freshKey() {
        return UUID.randomUUID().toString();
    }

    /** Returns the next event; empty if none comes in time. */
    Optional<EventMessage> next(Duration within) throws IOException, InterruptedException, Unfinished {
        Instant deadline = time.now().plus(within);
        while (unread.isEmpty() && time.now().isBefore(deadline)) {
            long left = Duration.between(time.now(), deadline).toMillis();
            List<EventMessage> page = peer.poll(id, last, (int) Math.min(10, left / 1000));
            page.stream().filter(it -> it.id() > last).forEach(unread::add);
            last = unread.isEmpty() ? last : unread.getLast().id();
            if (unread.isEmpty() && left < 1000) {
                time.sleep(Duration.ofMillis(20));
            }
        }
        return Optional.ofNullable(unread.poll());
    }

    /** Returns the next event of a type, passing over others. */
    Optional<EventMessage> next(String type, Duration within) throws IOException, InterruptedException, Unfinished {
        Instant deadline = time.now().plus(within);
        Optional<EventMessage> event = next(within);
        while (event.isPresent() && !event.get().type().equals(type)) {
            event = next(Duration.between(time.now(), deadline));
        }
        return event;
    }

    WindowOffered window() throws IOException, InterruptedException, Unfinished {
        EventMessage event = next("window", OFFERED_WITHIN)
                .orElseThrow(() -> Unfinished.lacks("no window was offered in %s s; the scheduler needs a free slice"
                        .formatted(OFFERED_WITHIN.toSeconds())));
        if (event.window() == null) {
            throw Unfinished.lacks("event %s is of type window and has none".formatted(event.id()));
        }
        return event.window();
    }

    /** Wants every window until it is granted one. */
    GrantIssued granted() throws IOException, InterruptedException, Unfinished {
        for (int wanted = 0; wanted < WANTED; ) {
            Optional<EventMessage> event = next(OFFERED_WITHIN);
            if (event.isEmpty()) {
                break;
            }
            if (event.get().grant() != null) {
                return event.get().grant();
            }
            if (event.get().window() != null) {
                want(event.get().window());
                wanted++;
            }
        }
        throw Unfinished.breaks(
                ProtocolRule.INTEREST_LEADS_TO_A_GRANT, "job %s wanted all windows and got none".formatted(id));
    }

    Reply want(WindowOffered window) throws IOException, InterruptedException {
        acted = time.nanos();
        double length = seconds(window.opens(), window.closes());
        if (mode.equals("sja")) {
            return peer.post(
                    "/v1/windows/%s/signals".formatted(window.id()),
                    new SignalMessage(id, true, 1, length / 8, length / 4, "it fits"));
        }
        VariantMessage variant = new VariantMessage(
                "half", null, 0, 1, 0, length / 2, 1 << 20, "declared", length / 8, Map.of("useful-share", 0.25), 0.2);
        return peer.post("/v1/windows/%s/bids".formatted(window.id()), new BidMessage(id, List.of(variant), "it fits"));
    }

    Reply decline(WindowOffered window) throws IOException, InterruptedException {
        return peer.post(
                "/v1/windows/%s/signals".formatted(window.id()),
                new SignalMessage(id, false, 0, 0, 0, "it is not wanted"));
    }

    static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** Returns a subjob of a few atoms that fits what is left of a grant. */
    static AcceptMessage subjob(GrantIssued grant, long first, long atoms) {
        return new AcceptMessage(
                first, atoms, 1 << 20, "declared", 0, seconds(grant.starts(), grant.ends()) / 8, "declared");
    }

    static ReportMessage report(String outcome, long next) {
        return new ReportMessage(outcome, "time", "a report of the suite", next, 0, 0.01, 0, 0.01, 1 << 20);
    }

    static HeartbeatMessage beat(long next, long memory) {
        return new HeartbeatMessage(next, memory);
    }

    Reply ofGrant(GrantIssued grant, String verb, Record body) throws IOException, InterruptedException {
        long before = time.nanos();
        Reply reply = peer.post("/v1/grants/%s/%s".formatted(grant.id(), verb), body);
        late |= time.nanos() - acted > grant.patienceSeconds() * 1e9;
        acted = before;
        return reply;
    }

    /** Tells whether a call came so long after the one before that the scheduler may have lost its patience. */
    boolean wasLate() {
        return late;
    }

    /** Accepts a grant, when it has begun. */
    void accept(GrantIssued grant, long first, long atoms) throws IOException, InterruptedException, Unfinished {
        Reply reply = ofGrant(grant, "accept", subjob(grant, first, atoms));
        if (!reply.done()) {
            throw Unfinished.lacks(
                    "an acceptance that fits was answered %s: %s".formatted(reply.status(), reply.text()));
        }
    }

    JobView view() throws IOException, InterruptedException, Unfinished {
        Reply reply = peer.get("/v1/jobs/" + id);
        return reply.read(JobView.class)
                .orElseThrow(() -> Unfinished.lacks("job %s was answered %s".formatted(id, reply.status())));
    }

    /** Leaves nothing behind. */
    void withdraw() throws IOException, InterruptedException {
        peer.delete("/v1/jobs/" + id);
    }
}
