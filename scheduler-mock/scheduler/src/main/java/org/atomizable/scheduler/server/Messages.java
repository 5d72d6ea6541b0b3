package org.atomizable.scheduler.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.PressureMessage;
import org.atomizable.api.wire.PressureTold;
import org.atomizable.api.wire.ReadingView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.TimelineEntry;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.TimelineSpan;
import org.atomizable.scheduler.market.UtilizationSample;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.jspecify.annotations.Nullable;

/** Messages to values, checked on the way in, and values to messages. */
public final class Messages {

    private static final double MOST_SECONDS = 1e9;

    /** The text that a tenant reads in place of another tenant's job. */
    public static final String ANOTHERS = "another tenant's";

    private Messages() {}

    /**
     * Returns what a registration asks for.
     *
     * @param bearer whose the job is, whatever the message says; empty where it is believed
     */
    public static JobRequest request(JobRegistration message, Optional<String> bearer, Optional<String> key)
            throws Refused {
        return new JobRequest(
                message.name(),
                mode(message.mode()),
                bearer.or(() -> Optional.ofNullable(message.tenant())).orElse(JobRequest.NOBODY),
                message.priority(),
                Optional.ofNullable(message.deadline()),
                Optional.ofNullable(message.totalAtoms()),
                message.nextAtom(),
                key);
    }

    /** Returns the newest token that the store of a job has seen, as its registration tells. */
    static FencingToken newestToken(JobRegistration message) throws Refused {
        Long told = message.newestToken();
        if (told != null && told < 0) {
            throw nonsense("newestToken", told, "0 or more");
        }
        return told == null ? FencingToken.NONE : new FencingToken(told);
    }

    private static Mode mode(String word) throws Refused {
        Optional<Mode> mode = Mode.of(word);
        if (mode.isEmpty()) {
            throw new Refused(
                    Refused.Reason.NONSENSE,
                    "no mode is known as \"%s\"; this scheduler speaks %s and %s"
                            .formatted(word, Mode.SJA.word(), Mode.JASDA.word()),
                    "Correct the registration.");
        }
        return mode.get();
    }

    public static Signal signal(SignalMessage message) throws Refused {
        return new Signal(
                message.job(),
                message.interested(),
                message.atoms(),
                duration("usefulSeconds", message.usefulSeconds()),
                duration("totalSeconds", message.totalSeconds()),
                message.because(),
                needed(message.neededBytes()),
                Boolean.TRUE.equals(message.firstLook()));
    }

    static Optional<Bytes> needed(@Nullable Long count) throws Refused {
        return count == null ? Optional.empty() : Optional.of(bytes("neededBytes", count));
    }

    public static Acceptance acceptance(AcceptMessage message) throws Refused {
        return new Acceptance(
                message.firstAtom(),
                message.atoms(),
                bytes("memoryBytes", message.memoryBytes()),
                duration("totalSeconds", message.totalSeconds()),
                method("memoryMethod", message.memoryMethod()),
                method("timeMethod", message.timeMethod()));
    }

    /** Methods are kept in the journal and shown, so they have a longest length. */
    private static Optional<String> method(String property, @Nullable String text) throws Refused {
        if (text != null && text.length() > AcceptMessage.LONGEST_METHOD) {
            throw nonsense(
                    property,
                    "a text of %s characters".formatted(text.length()),
                    "%s characters or fewer".formatted(AcceptMessage.LONGEST_METHOD));
        }
        return Optional.ofNullable(text).filter(it -> !it.isBlank());
    }

    public static SubjobEnd end(ReportMessage message) throws Refused {
        duration("restoreSeconds", message.restoreSeconds());
        duration("checkpointSeconds", message.checkpointSeconds());
        SubjobEnd.Kind kind = switch (message.outcome()) {
            case "finished" -> SubjobEnd.Kind.FINISHED;
            case "yielded" -> SubjobEnd.Kind.YIELDED;
            case "failed" -> SubjobEnd.Kind.FAILED;
            case "handed-back" -> SubjobEnd.Kind.HANDED_BACK;
            default -> throw nonsense("outcome", message.outcome(), "finished, yielded, failed or handed-back");
        };
        return new SubjobEnd(
                kind,
                message.why(),
                message.nextAtom(),
                duration("usefulSeconds", message.usefulSeconds()),
                duration("totalSeconds", message.totalSeconds()),
                bytes("peakBytes", message.peakBytes()));
    }

    public static Bytes bytes(String property, long count) throws Refused {
        if (count < 0) {
            throw nonsense(property, count, "0 or more");
        }
        return Bytes.of(count);
    }

    public static JobView view(JobFacts facts) {
        JobRequest request = facts.request();
        return new JobView(
                facts.id(),
                request.name(),
                request.mode().word(),
                request.tenant(),
                facts.state().name().toLowerCase(Locale.ROOT),
                request.priority(),
                request.deadline().orElse(null),
                request.totalAtoms().orElse(null),
                facts.nextAtom(),
                facts.registered(),
                facts.reliability(),
                facts.newestToken().value());
    }

    static SliceView view(Slice slice) {
        return new SliceView(slice.id(), slice.kind().name(), slice.memory().count());
    }

    public static WindowOffered offered(Window window, Instant answersBy) {
        return new WindowOffered(
                window.id(),
                view(window.slice()),
                window.capacity().count(),
                window.opens(),
                window.closes(),
                answersBy);
    }

    public static GrantIssued issued(Grant grant) {
        boolean stays = grant.resident().exceeds(Bytes.ZERO);
        return new GrantIssued(
                grant.id(),
                grant.window(),
                view(grant.slice()),
                grant.capacity().count(),
                grant.starts(),
                grant.ends(),
                grant.token().value(),
                seconds(grant.patience()),
                stays ? grant.resident().count() : null,
                stays ? grant.residentUntil() : null);
    }

    public static GrantRevoked revoked(String grant, LeaseEvent why) {
        return new GrantRevoked(
                grant,
                switch (why) {
                    case SILENCE -> "silent";
                    case SCHEDULER_AWAY -> "scheduler-away";
                    case OUT_OF_MEMORY -> "out-of-memory";
                    case WITHDRAW -> "withdrawn";
                    case ACCEPT, HEARTBEAT, REPORT, CUT, OVERRUN, END ->
                        throw new IllegalArgumentException(why + " revokes nothing");
                });
    }

    static PressureTold pressed(PressureOrder order) {
        return new PressureTold(
                order.grant(),
                order.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                order.pressure().map(Messages::pressure).orElse(null),
                order.kind() == PressureOrder.Kind.RANK ? order.oomScore() : null);
    }

    private static PressureMessage pressure(Pressure pressure) {
        return new PressureMessage(
                pressure.level().name().toLowerCase(Locale.ROOT),
                pressure.wanted().count(),
                seconds(pressure.within()));
    }

    public static JobEnded ended(JobEnd end) {
        return new JobEnded(end.how().name().toLowerCase(Locale.ROOT), end.by());
    }

    /** The names of other tenants' jobs are hidden from a tenant. */
    static TimelineEntry entry(TimelineSpan timelineSpan, Caller caller) {
        boolean seen = timelineSpan.tenant().map(caller::sees).orElse(true);
        return new TimelineEntry(
                timelineSpan.slice(),
                timelineSpan.kind().name().toLowerCase(Locale.ROOT),
                seen ? timelineSpan.label() : ANOTHERS,
                timelineSpan.time().from(),
                timelineSpan.time().to());
    }

    static ReadingView view(UtilizationSample utilizationSample) {
        return new ReadingView(
                utilizationSample.at(),
                utilizationSample.leased(),
                utilizationSample.reserved(),
                utilizationSample.free(),
                utilizationSample.fragmented());
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    static Duration duration(String property, double seconds) throws Refused {
        if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
            throw nonsense(property, seconds, String.format(Locale.ROOT, "0 to %.0f", MOST_SECONDS));
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    static Refused nonsense(String property, Object value, String allowed) {
        return new Refused(
                Refused.Reason.NONSENSE,
                "\"%s\" cannot be %s".formatted(property, value),
                "It must be %s.".formatted(allowed));
    }
}
