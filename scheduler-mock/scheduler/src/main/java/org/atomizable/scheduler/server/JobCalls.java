package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.atomizable.api.wire.EventPage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.server.connection.Bounds;

/** Jobs: registration, state, withdrawal, and events. */
final class JobCalls {

    private final Market market;
    private final EventRoute events;
    private final Authenticator authenticator;

    JobCalls(Market market, EventRoute events, Authenticator authenticator) {
        this.market = market;
        this.events = events;
        this.authenticator = authenticator;
    }

    public List<Call> all() {
        return List.of(
                Call.post(
                        "registerJob",
                        "/v1/jobs",
                        Role.TENANTS,
                        "Registers a job; the same Idempotency-Key always brings the same job",
                        JobRegistration.class,
                        Call.Result.made(JobView.class),
                        this::register),
                Call.get(
                        "listJobs",
                        "/v1/jobs",
                        Role.ALL,
                        "Lists the jobs that the caller may see",
                        Call.Result.all(JobView.class),
                        this::jobs),
                Call.get(
                        "getJob",
                        "/v1/jobs/{id}",
                        Role.ALL,
                        "Returns a job",
                        Call.Result.one(JobView.class),
                        this::job),
                Call.delete(
                        "withdrawJob",
                        "/v1/jobs/{id}",
                        Set.of(Role.TENANT, Role.OPERATOR),
                        "Withdraws a job, and its leases",
                        Call.Result.one(JobView.class),
                        this::withdraw),
                Call.get(
                        "getJobEvents",
                        "/v1/jobs/{id}/events",
                        Role.TENANTS,
                        "A job's events: a stream for a client that prefers text/event-stream, a long poll for others",
                        Call.Result.events(EventPage.class),
                        this::events,
                        Parameter.number(
                                "after", "Number of the last event that the client knows; 0 if it is left out"),
                        Parameter.number(
                                "wait", "For a long poll: seconds to wait for an event, at most 30; default 0"),
                        Parameter.header(
                                "Last-Event-ID",
                                "For a stream: like after, and takes precedence over it",
                                Bounds.EVENT_NUMBER)));
    }

    private void register(Context request, Caller caller) throws ProblemException, Refused {
        JobRegistration message = Json.read(Requests.body(request), JobRegistration.class);
        if (message.tenant() != null
                && !caller.tenant().orElse(message.tenant()).equals(message.tenant())) {
            throw new ProblemException(
                    403,
                    "not-your-tenant",
                    "The token belongs to another tenant. Omit the tenant, or use that tenant's token.");
        }
        JobFacts job = market.register(
                Messages.request(message, caller.tenant(), Requests.key(request)),
                Messages.newestToken(message),
                audited(caller));
        Reply.write(request, 201, Json.write(Messages.view(job)));
    }

    private void jobs(Context request, Caller caller) {
        Reply.ok(
                request,
                market.jobs().stream()
                        .filter(it -> caller.sees(it.request().tenant()))
                        .map(Messages::view)
                        .toList());
    }

    private void job(Context request, Caller caller) throws Refused {
        Reply.ok(request, Messages.view(requireOwn(market, request.pathParam("id"), caller)));
    }

    private void withdraw(Context request, Caller caller) throws Refused {
        String id = requireOwn(market, request.pathParam("id"), caller).id();
        JobFacts job = market.withdraw(id, caller.words(), audited(caller));
        Reply.ok(request, Messages.view(job));
    }

    private Along<JobFacts> audited(Caller caller) {
        return (did, job) -> authenticator.entry(
                caller, did, "job %s of %s".formatted(job.id(), job.request().tenant()));
    }

    private void events(Context request, Caller caller) throws ProblemException, Refused, IOException {
        requireOwn(market, request.pathParam("id"), caller);
        events.serve(request);
    }

    /** Returns a job that the caller may see. */
    public static JobFacts requireOwn(Market market, String id, Caller caller) throws Refused {
        JobFacts job = market.job(id);
        caller.requireSees(job.request().tenant(), () -> Refused.unknownJob(id));
        return job;
    }
}
