package org.atomizable.testkit.relay;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.protocol.Request;

/** Which message of the protocol a call is. */
public final class Paths {

    private static final Pattern EVENTS = Pattern.compile("/v1/jobs/([^/]+)/events");
    private static final Pattern JOB = Pattern.compile("/v1/jobs/([^/]+)");
    private static final Pattern OTHER = Pattern.compile("/v1/(windows|grants)/([^/]+)/([a-z]+)");

    private Paths() {}

    /** Returns the job whose events are asked for. */
    public static Optional<String> events(Call call) {
        Matcher path = EVENTS.matcher(call.route());
        return path.matches() ? Optional.of(path.group(1)) : Optional.empty();
    }

    /** Returns the message; empty if the call changes nothing that is negotiated. */
    public static Optional<Request> request(Call call) {
        Matcher job = JOB.matcher(call.route());
        if (call.method().equals("DELETE") && job.matches()) {
            return Optional.of(new Request(Message.WITHDRAW, job.group(1), Optional.empty(), Optional.empty()));
        }
        if (!call.method().equals("POST")) {
            return Optional.empty();
        }
        if (call.route().equals("/v1/jobs")) {
            return Optional.of(read(Message.REGISTER, "", JobRegistration.class, call));
        }
        Matcher other = OTHER.matcher(call.route());
        return other.matches() ? of(other.group(3), other.group(2), call) : Optional.empty();
    }

    private static Optional<Request> of(String verb, String subject, Call call) {
        return switch (verb) {
            case "signals" -> Optional.of(read(Message.SIGNAL, subject, SignalMessage.class, call));
            case "bids" -> Optional.of(read(Message.BID, subject, BidMessage.class, call));
            case "accept" -> Optional.of(read(Message.ACCEPT, subject, AcceptMessage.class, call));
            case "heartbeat" -> Optional.of(read(Message.HEARTBEAT, subject, HeartbeatMessage.class, call));
            case "report" -> Optional.of(read(Message.REPORT, subject, ReportMessage.class, call));
            default -> Optional.empty();
        };
    }

    private static Request read(Message message, String subject, Class<? extends Record> type, Call call) {
        return new Request(
                message, subject, new Reply(200, "", call.body()).read(type), call.header("Idempotency-Key"));
    }
}
