package org.atomizable.testkit.protocol;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;

/**
 * Watches the messages between one scheduler and its agents, and names the rule that one breaks. A request is told when it leaves the
 * agent, and its answer and every event before they reach it. Safe for use by several threads.
 */
public final class ProtocolMonitor {

    private final TimeSource time;
    private final Breaches breaches = new Breaches();
    private final Exchanges exchanges = new Exchanges();
    private final AgentRules agents = new AgentRules(breaches);
    private final SchedulerRules scheduler;
    private final Map<String, JobTrace> jobs = new HashMap<>();
    private final Map<String, GrantTrace> grants = new LinkedHashMap<>();
    private final Map<String, String> idOfKey = new HashMap<>();

    /**
     * A request that is not answered yet.
     *
     * @param tooLate whether its grant was seen to end before it was sent
     */
    public record Asked(Request request, boolean tooLate) {}

    /** Makes one that has seen nothing. */
    public ProtocolMonitor(TimeSource time) {
        this.time = time;
        this.scheduler = new SchedulerRules(breaches, grants);
    }

    /** Returns the breaches so far, in order. */
    public synchronized List<Breach> breaches() {
        return breaches.all();
    }

    /** The scheduler was away, and has perhaps forgotten what it is not bound to keep. */
    public synchronized void wasAway() {
        exchanges.forget();
        idOfKey.clear();
        grants.values().forEach(GrantTrace::mayEnd);
    }

    /** An agent sends a message; what is returned goes with the answer. */
    public synchronized Asked asked(Request request) {
        Optional<GrantTrace> grant = Optional.ofNullable(grants.get(request.subject()));
        Asked asked = new Asked(request, grant.filter(GrantTrace::isOver).isPresent());
        breaches.unless(
                !exchanges.misusesKey(request),
                ProtocolRule.KEYS_NAME_ONE_REQUEST,
                "%s with another body",
                request.shown());
        if (exchanges.repeats(request)) {
            return asked;
        }
        exchanges.asked(request);
        switch (request.message()) {
            case REGISTER -> request.body(JobRegistration.class).ifPresent(this::mayReplace);
            case WITHDRAW -> mayEnd(request.subject());
            case SIGNAL, BID -> agents.answer(request, AgentRules.jobOf(request).map(jobs::get));
            default -> askedOfGrant(request, grant);
        }
        return asked;
    }

    private void askedOfGrant(Request request, Optional<GrantTrace> grant) {
        agents.ofGrant(request, grant, grant.map(it -> jobs.get(it.job)));
        if (grant.isEmpty()) {
            return;
        }
        grant.get().spoke(time.now());
        boolean tooMuch = request.body(HeartbeatMessage.class)
                .filter(it -> it.memoryBytes() > grant.get().issued.capacityBytes())
                .isPresent();
        if (request.message() == Message.REPORT || tooMuch) {
            grant.get().mayEnd();
        }
        if (request.body(ReportMessage.class)
                .filter(it -> it.outcome().equals("finished"))
                .isPresent()) {
            mayEnd(grant.get().job);
        }
    }

    private void mayReplace(JobRegistration registration) {
        jobs.values().stream()
                .filter(it -> it.registration.name().equals(registration.name()))
                .forEach(it -> mayEnd(it.id));
    }

    private void mayEnd(String job) {
        grants.values().stream().filter(it -> it.job.equals(job)).forEach(GrantTrace::mayEnd);
    }

    /** The scheduler has answered. */
    public synchronized void answered(Asked asked, Reply reply) {
        Request request = asked.request();
        refusal(request.shown(), reply);
        Optional<Reply> before = exchanges.answered(request, reply);
        boolean registers = request.message() == Message.REGISTER;
        if (before.isPresent() && !registers) {
            breaches.unless(
                    before.get().status() == reply.status()
                            && before.get().text().equals(reply.text()),
                    ProtocolRule.REPEATS_GET_THE_SAME_ANSWER,
                    "%s was answered %s, and %s before",
                    request.shown(),
                    reply.status(),
                    before.get().status());
            return;
        }
        if (registers) {
            registered(request, reply);
        } else if (request.message() != Message.WITHDRAW) {
            toGrant(asked, reply);
        }
    }

    /** The scheduler has answered a call that changes nothing. */
    public synchronized void looked(String path, Reply reply) {
        refusal(path, reply);
    }

    private void refusal(String what, Reply reply) {
        if (reply.refused()) {
            reply.flaw()
                    .ifPresent(flaw -> breaches.unless(
                            false, ProtocolRule.REFUSALS_ARE_PROBLEMS, "%s was answered %s", what, flaw));
        }
    }

    private void registered(Request request, Reply reply) {
        Optional<JobView> view = reply.done() ? reply.read(JobView.class) : Optional.empty();
        if (view.isEmpty() || request.body(JobRegistration.class).isEmpty()) {
            return;
        }
        Optional<String> before =
                request.key().map(key -> idOfKey.putIfAbsent(key, view.get().id()));
        breaches.unless(
                before.filter(it -> !it.equals(view.get().id())).isEmpty(),
                ProtocolRule.SAME_KEY_SAME_JOB,
                "the same key brought job %s, and %s before",
                view.get().id(),
                before.orElse(""));
        register(
                view.get().id(),
                view.get().tenant(),
                request.body(JobRegistration.class).get());
    }

    /** A job was registered by other means than a message, as in a simulation. */
    public synchronized void register(String id, String tenant, JobRegistration registration) {
        jobs.computeIfAbsent(id, it -> new JobTrace(it, registration, tenant + "/" + registration.name()));
    }

    private void toGrant(Asked asked, Reply reply) {
        Request request = asked.request();
        Optional<GrantTrace> grant = Optional.ofNullable(grants.get(request.subject()));
        if (grant.isEmpty()) {
            return;
        }
        JobTrace job = Objects.requireNonNull(jobs.get(grant.get().job));
        if (reply.done()) {
            scheduler.carriedOut(asked, grant.get());
            grant.get().take(request.message());
            request.body(AcceptMessage.class).ifPresent(grant.get()::accepted);
            // The first report stands.
            request.body(ReportMessage.class)
                    .filter(it -> grant.get().report().isEmpty())
                    .ifPresent(it -> {
                        grant.get().reported(it);
                        job.reached(it.nextAtom());
                    });
        } else if (reply.refused()
                && (reply.problem().equals("grant-lost") || reply.problem().equals("unknown-grant"))) {
            grant.get().refuse();
            job.lost();
        }
    }

    /** Returns where the events of one stream or page are told, which a client asked for after an event. */
    public Delivery delivery(String job, long after) {
        return new Delivery(this, job, after);
    }

    synchronized void inOrder(String job, long after, long last, EventMessage event) {
        breaches.unless(
                event.id() > after,
                ProtocolRule.EVENTS_RESUME_AFTER,
                "job %s was told event %s to a call for those after %s",
                job,
                event.id(),
                after);
        breaches.unless(
                event.id() > last || event.id() <= after,
                ProtocolRule.EVENT_NUMBERS_GROW,
                "job %s was told event %s after %s",
                job,
                event.id(),
                last);
    }

    /** An event is delivered to a job. */
    public synchronized void delivered(String id, EventMessage event) {
        JobTrace job = jobs.get(id);
        if (job == null) {
            return;
        }
        Optional<EventMessage> before = job.before(event);
        if (before.isPresent()) {
            breaches.unless(
                    before.get().equals(event),
                    ProtocolRule.EVENTS_DO_NOT_CHANGE,
                    "event %s of job %s was %s, and then %s",
                    event.id(),
                    id,
                    before.get(),
                    event);
            return;
        }
        scheduler.delivered(job, event, time.now());
    }
}
