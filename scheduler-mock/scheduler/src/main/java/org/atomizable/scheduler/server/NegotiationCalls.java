package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;

/** The calls by which jobs answer windows, and by which holders of grants report. */
final class NegotiationCalls {

    private final Market market;
    private final Reports reports;
    private final JobOutput output;
    private final Requests requests = new Requests();

    NegotiationCalls(Market market, Reports reports, JobOutput output) {
        this.market = market;
        this.reports = reports;
        this.output = output;
    }

    public List<Call> all() {
        return List.of(
                Call.post(
                        "sendSignal",
                        "/v1/windows/{id}/signals",
                        Role.TENANTS,
                        "Answers a window with a signal",
                        SignalMessage.class,
                        Call.Result.NOTHING,
                        this::signal),
                Call.post(
                        "sendBids",
                        "/v1/windows/{id}/bids",
                        Role.TENANTS,
                        "Answers a window with bids",
                        BidMessage.class,
                        Call.Result.NOTHING,
                        this::bid),
                Call.post(
                        "acceptGrant",
                        "/v1/grants/{id}/accept",
                        Role.TENANTS,
                        "Accepts a grant: reports the subjob that was built for it",
                        AcceptMessage.class,
                        Call.Result.NOTHING,
                        this::accept),
                Call.post(
                        "sendHeartbeat",
                        "/v1/grants/{id}/heartbeat",
                        Role.TENANTS,
                        "Sends a heartbeat",
                        HeartbeatMessage.class,
                        Call.Result.NOTHING,
                        this::heartbeat),
                Call.post(
                        "reportSubjob",
                        "/v1/grants/{id}/report",
                        Role.TENANTS,
                        "Reports the result of a subjob",
                        ReportMessage.class,
                        Call.Result.NOTHING,
                        this::report));
    }

    private void signal(Context request, Caller caller) throws ProblemException, Refused {
        requests.once(
                request,
                SignalMessage.class,
                message -> JobCalls.requireOwn(market, message.job(), caller),
                message -> market.answer(request.pathParam("id"), Messages.signal(message)));
    }

    private void bid(Context request, Caller caller) throws ProblemException, Refused {
        requests.once(
                request,
                BidMessage.class,
                message -> JobCalls.requireOwn(market, message.job(), caller),
                message -> market.answer(request.pathParam("id"), BidMessages.read(message)));
    }

    private void accept(Context request, Caller caller) throws ProblemException, Refused {
        ofGrant(
                request,
                caller,
                AcceptMessage.class,
                (grant, message) -> market.accept(grant, Messages.acceptance(message)));
    }

    private void heartbeat(Context request, Caller caller) throws ProblemException, Refused {
        ofGrant(
                request,
                caller,
                HeartbeatMessage.class,
                (grant, message) -> market.heartbeat(
                        grant,
                        message.nextAtom(),
                        Messages.bytes("memoryBytes", message.memoryBytes()),
                        message.freedBytes() == null
                                ? Optional.empty()
                                : Optional.of(Messages.bytes("freedBytes", message.freedBytes()))));
    }

    private void report(Context request, Caller caller) throws ProblemException, Refused {
        ofGrant(request, caller, ReportMessage.class, (grant, message) -> {
            JobOutput.check(message);
            market.report(grant, Messages.end(message));
            reports.said(grant, message.message());
            output.reported(market.jobOfGrant(grant), grant, message);
        });
    }

    private interface GrantAction<T> {
        void with(String grant, T message) throws Refused;
    }

    private <T extends Record> void ofGrant(Context request, Caller caller, Class<T> type, GrantAction<T> action)
            throws ProblemException, Refused {
        String grant = request.pathParam("id");
        requests.once(
                request,
                type,
                message -> caller.requireSees(market.tenantOfGrant(grant), () -> Refused.unknownGrant(grant)),
                message -> action.with(grant, message));
    }
}
