package org.atomizable.testkit.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.core.wire.WireJson;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.protocol.Request;
import org.atomizable.testkit.relay.Call;
import org.atomizable.testkit.relay.Intermediary;
import org.atomizable.testkit.relay.Paths;

/** Schedulers that each break one rule: the real one behind a relay that alters what passes. */
enum WrongScheduler {
    FORGETS_KEYS(
            ProtocolRule.SAME_KEY_SAME_JOB,
            (call, real) -> is(call, Message.REGISTER)
                    ? real.send(
                            call.withHeader("Idempotency-Key", UUID.randomUUID().toString()))
                    : real.send(call)),
    CHANGES_EVENTS(ProtocolRule.EVENTS_DO_NOT_CHANGE) {
        private final Set<Long> told = ConcurrentHashMap.newKeySet();

        @Override
        List<EventMessage> told(String job, EventMessage event) {
            WindowOffered window = event.window();
            return window == null || told.add(event.id() * 31 + job.hashCode())
                    ? List.of(event)
                    : List.of(withWindow(event, closing(window, Duration.ofSeconds(1))));
        }
    },
    REORDERS_EVENTS(ProtocolRule.EVENT_NUMBERS_GROW) {
        private final Map<String, EventMessage> held = new ConcurrentHashMap<>();

        /** Exchanges the first two of a page or stream that tells a job's events from the beginning. */
        @Override
        Intermediary.Events events(String job, Call call) {
            if (call.after() > 0) {
                return List::of;
            }
            String delivery = UUID.randomUUID().toString();
            return event -> {
                if (event.id() == 1 && !call.path().contains("wait=10")) {
                    held.put(delivery, event);
                    return List.of();
                }
                EventMessage first = held.remove(delivery);
                return first == null ? List.of(event) : List.of(event, first);
            };
        }
    },
    TELLS_OLD_EVENTS(
            ProtocolRule.EVENTS_RESUME_AFTER,
            (call, real) -> Paths.events(call).isPresent()
                    ? real.send(call.withPath(call.path().replaceFirst("after=[0-9]+", "after=0")))
                    : real.send(call)),
    OFFERS_MORE_MEMORY_THAN_THERE_IS(ProtocolRule.WINDOWS_ARE_SOUND, event -> {
        WindowOffered it = event.window();
        GrantIssued grant = event.grant();
        if (it != null) {
            return List.of(withWindow(
                    event,
                    new WindowOffered(
                            it.id(), it.slice(), 2 * it.capacityBytes(), it.opens(), it.closes(), it.answersBy())));
        }
        return grant == null
                ? List.of(event)
                : List.of(withGrant(event, copy(grant, grant.token(), 2 * grant.capacityBytes(), Duration.ZERO)));
    }),
    GRANTS_WHAT_WAS_DECLINED(ProtocolRule.GRANTS_FOLLOW_INTEREST, (call, real) -> {
        Optional<SignalMessage> signal = body(call, SignalMessage.class);
        return real.send(
                signal.isPresent() && !signal.get().interested()
                        ? call.withBody(text(new SignalMessage(signal.get().job(), true, 1, 0.01, 0.1, "")))
                        : call);
    }),
    GRANTS_NOTHING(ProtocolRule.INTEREST_LEADS_TO_A_GRANT, (call, real) -> {
        Optional<SignalMessage> signal = body(call, SignalMessage.class);
        return real.send(
                signal.isPresent()
                                && signal.get().atoms() == 1
                                && signal.get().interested()
                                && !signal.get().because().equals("too long")
                        ? call.withBody(text(new SignalMessage(signal.get().job(), false, 0, 0, 0, "")))
                        : call);
    }),
    GRANTS_LONGER_THAN_THE_WINDOW(ProtocolRule.GRANTS_LIE_IN_THEIR_WINDOW, event -> {
        GrantIssued grant = event.grant();
        return grant == null
                ? List.of(event)
                : List.of(withGrant(event, copy(grant, grant.token(), grant.capacityBytes(), Duration.ofMillis(300))));
    }),
    GIVES_ONE_TOKEN(ProtocolRule.TOKENS_GROW, event -> {
        GrantIssued grant = event.grant();
        return grant == null
                ? List.of(event)
                : List.of(withGrant(event, copy(grant, 7, grant.capacityBytes(), Duration.ZERO)));
    }),
    GIVES_A_HELD_SLICE_AWAY(ProtocolRule.ONE_HOLDER_AT_A_TIME) {
        private final Set<String> jobs = ConcurrentHashMap.newKeySet();
        private final Set<String> given = ConcurrentHashMap.newKeySet();

        @Override
        List<EventMessage> told(String job, EventMessage event) {
            if (event.grant() != null && jobs.contains(job)) {
                given.add(event.grant().id());
            }
            return List.of(event);
        }

        @Override
        Reply answer(Call call, Intermediary.Scheduler real) throws IOException, InterruptedException {
            Reply reply = real.send(call);
            if (is(call, Message.REGISTER) && call.body().contains("-exclusion-")) {
                jobs.add(reply.read(JobView.class).orElseThrow().id());
            }
            boolean held =
                    given.contains(Paths.request(call).map(Request::subject).orElse(""));
            if (held && is(call, Message.ACCEPT)) {
                ReportMessage back = new ReportMessage("handed-back", "", "", 0, 0, 0, 0, 0, 0);
                real.send(
                        call.withPath(call.path().replace("/accept", "/report")).withBody(text(back)));
            }
            return held ? Reply.DONE : reply;
        }
    },
    REVOKES_WHAT_IT_NEVER_GRANTED(
            ProtocolRule.REVOKES_ONLY_GRANTS,
            event -> event.revoked() == null || !event.revoked().why().equals("withdrawn")
                    ? List.of(event)
                    : List.of(new EventMessage(
                            event.id(), event.type(), null, null, new GrantRevoked("another-grant", "withdrawn")))),
    TALKS_AFTER_THE_END(ProtocolRule.NOTHING_AFTER_THE_END) {
        private final Map<String, EventMessage> windows = new ConcurrentHashMap<>();

        @Override
        List<EventMessage> told(String job, EventMessage event) {
            if (event.window() != null) {
                windows.put(job, event);
            }
            EventMessage last = windows.get(job);
            return event.ended() == null || last == null
                    ? List.of(event)
                    : List.of(event, new EventMessage(event.id() + 1, "window", last.window(), null, null));
        }
    },
    IS_SILENT_ABOUT_THE_END(ProtocolRule.THE_END_IS_TOLD, event -> event.ended() == null ? List.of(event) : List.of()),
    REFUSES_IN_PLAIN_TEXT(ProtocolRule.REFUSALS_ARE_PROBLEMS, (call, real) -> {
        Reply reply = real.send(call);
        // A program cannot tell a window that is cleared from another reason.
        return reply.refused() && !reply.problem().equals("window-cleared")
                ? new Reply(reply.status(), "text/plain", "this was refused")
                : reply;
    }),
    TAKES_LATE_ANSWERS(ProtocolRule.LATE_ANSWERS_ARE_REFUSED, carriesOut("window-cleared")),
    TAKES_THE_OTHER_MODE(ProtocolRule.MODE_IS_KEPT, carriesOut(Message.BID, "contradiction")),
    TAKES_SUBJOBS_THAT_DO_NOT_FIT(ProtocolRule.UNFIT_SUBJOBS_ARE_REFUSED, carriesOut(Message.ACCEPT, "does-not-fit")),
    TAKES_CONTRADICTIONS(ProtocolRule.CONTRADICTIONS_ARE_REFUSED, carriesOut(Message.REPORT, "contradiction")),
    HEARS_THE_DEAD(ProtocolRule.LOST_GRANTS_ARE_REFUSED, (call, real) -> {
        Reply reply = real.send(call);
        Optional<HeartbeatMessage> beat = body(call, HeartbeatMessage.class);
        boolean modest = beat.isPresent() && beat.get().memoryBytes() <= 1 << 20;
        return is(call, Message.HEARTBEAT) && modest && reply.problem().equals("grant-lost") ? Reply.DONE : reply;
    }),
    ALLOWS_ANY_MEMORY(ProtocolRule.MEMORY_ENDS_A_LEASE, (call, real) -> {
        Optional<HeartbeatMessage> beat = body(call, HeartbeatMessage.class);
        return real.send(
                beat.isPresent() && is(call, Message.HEARTBEAT)
                        ? call.withBody(text(new HeartbeatMessage(beat.get().nextAtom(), 1)))
                        : call);
    }),
    BEARS_SILENCE(ProtocolRule.SILENCE_ENDS_A_LEASE, without(SilentGrants::before)),
    WAITS_FOR_EVER_FOR_REPORTS(ProtocolRule.TIME_ENDS_A_LEASE, without(SilentGrants::after)),
    FORGETS_PROGRESS(ProtocolRule.PROGRESS_IS_KEPT, (call, real) -> {
        Reply reply = real.send(call);
        return call.method().equals("GET") && call.route().matches("/v1/jobs/[^/]+")
                ? new Reply(
                        reply.status(), reply.type(), reply.text().replaceAll("\"nextAtom\":[0-9]+", "\"nextAtom\":0"))
                : reply;
    }),
    HANDLES_A_REPORT_TWICE(ProtocolRule.REPEATS_GET_THE_SAME_ANSWER) {
        private final Set<String> keys = ConcurrentHashMap.newKeySet();

        @Override
        Reply answer(Call call, Intermediary.Scheduler real) throws IOException, InterruptedException {
            boolean again = is(call, Message.REPORT)
                    && !keys.add(call.header("Idempotency-Key").orElse(""));
            return again
                    ? ScriptedScheduler.problem(409, "grant-lost", "The grant was reported. Nothing is left to do.")
                    : real.send(call);
        }
    },
    HEARS_FOR_GRANTS_THAT_THERE_ARE_NOT(ProtocolRule.UNKNOWN_IS_REFUSED, carriesOut("unknown-grant")),
    PASSES_OVER_UNKNOWN_PROPERTIES(
            ProtocolRule.MALFORMED_IS_REFUSED,
            (call, real) -> real.send(call.withBody(call.body().replaceFirst(",\"colour\":\"red\"", "")))),
    TAKES_ANSWERS_THAT_CANNOT_FIT(
            ProtocolRule.IMPOSSIBLE_ANSWERS_ARE_REFUSED, carriesOut(Message.SIGNAL, "does-not-fit"));

    /** How a wrong one answers a call. */
    private interface Answering {

        Reply answer(Call call, Intermediary.Scheduler real) throws IOException, InterruptedException;
    }

    private final ProtocolRule broken;
    private final Answering answering;
    private final Intermediary.Events telling;

    WrongScheduler(ProtocolRule broken) {
        this(broken, (call, real) -> real.send(call), List::of);
    }

    WrongScheduler(ProtocolRule broken, Answering answering) {
        this(broken, answering, List::of);
    }

    WrongScheduler(ProtocolRule broken, Intermediary.Events telling) {
        this(broken, (call, real) -> real.send(call), telling);
    }

    WrongScheduler(ProtocolRule broken, Answering answering, Intermediary.Events telling) {
        this.broken = broken;
        this.answering = answering;
        this.telling = telling;
    }

    /** Answers as if a call that was refused had been carried out. */
    private static Answering carriesOut(String problem) {
        return (call, real) -> {
            Reply reply = real.send(call);
            return reply.problem().equals(problem) ? Reply.DONE : reply;
        };
    }

    private static Answering carriesOut(Message message, String problem) {
        return (call, real) -> is(call, message) ? carriesOut(problem).answer(call, real) : real.send(call);
    }

    private static Intermediary.Events without(BiPredicate<SilentGrants, EventMessage> hidden) {
        SilentGrants silent = new SilentGrants();
        return event -> hidden.test(silent, event) ? List.of() : List.of(event);
    }

    ProtocolRule broken() {
        return broken;
    }

    Reply answer(Call call, Intermediary.Scheduler real) throws IOException, InterruptedException {
        return answering.answer(call, real);
    }

    Intermediary.Events events(String job, Call call) {
        return event -> told(job, event);
    }

    List<EventMessage> told(String job, EventMessage event) {
        return telling.pass(event);
    }

    Intermediary intermediary() {
        return new Intermediary() {
            @Override
            public Reply answer(Call call, Scheduler scheduler) throws IOException, InterruptedException {
                return WrongScheduler.this.answer(call, scheduler);
            }

            @Override
            public Events events(String job, Call call) {
                return WrongScheduler.this.events(job, call);
            }
        };
    }

    private static boolean is(Call call, Message message) {
        return Paths.request(call).filter(it -> it.message() == message).isPresent();
    }

    private static <T extends Record> Optional<T> body(Call call, Class<T> type) {
        return Paths.request(call)
                .flatMap(Request::body)
                .filter(type::isInstance)
                .map(type::cast);
    }

    private static String text(Record body) throws JsonProcessingException {
        return WireJson.mapper().writeValueAsString(body);
    }

    private static EventMessage withWindow(EventMessage event, WindowOffered window) {
        return new EventMessage(event.id(), event.type(), window, null, null);
    }

    private static EventMessage withGrant(EventMessage event, GrantIssued grant) {
        return new EventMessage(event.id(), event.type(), null, grant, null);
    }

    private static WindowOffered closing(WindowOffered it, Duration later) {
        return new WindowOffered(
                it.id(), it.slice(), it.capacityBytes(), it.opens(), it.closes().plus(later), it.answersBy());
    }

    private static GrantIssued copy(GrantIssued it, long token, long capacity, Duration longer) {
        return new GrantIssued(
                it.id(),
                it.window(),
                it.slice(),
                capacity,
                it.starts(),
                it.ends().plus(longer),
                token,
                it.patienceSeconds());
    }
}
