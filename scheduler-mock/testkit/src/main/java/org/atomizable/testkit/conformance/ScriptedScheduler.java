package org.atomizable.testkit.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.EventPage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.Problem;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SliceView;
import org.atomizable.core.wire.WireJson;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.protocol.Request;
import org.atomizable.testkit.relay.Backend;
import org.atomizable.testkit.relay.Call;
import org.atomizable.testkit.relay.Intermediary;
import org.atomizable.testkit.relay.Paths;
import org.atomizable.testkit.relay.Upstream;

/** A scheduler that decides nothing: it tells an agent what a script says, and keeps what the agent says. For several threads. */
final class ScriptedScheduler implements Backend {

    static final SliceView SLICE = new SliceView("slice-1", "7g.80gb", 80L << 30);
    static final double LONGEST_WINDOW = 600;
    private static final String JSON = "application/json";
    private static final long BEAT_MILLIS = 2000;

    /** A request of an agent, and its time. */
    record Said(Instant at, Request request) {}

    private record Job(JobView view, JobRegistration registration, List<EventMessage> events) {}

    private final TimeSource time;
    private final Map<String, Job> jobs = new TreeMap<>();
    private final Map<String, String> keys = new TreeMap<>();
    private final List<Said> said = new ArrayList<>();
    private Function<Request, Optional<Reply>> script = request -> Optional.empty();
    private boolean closed;

    ScriptedScheduler(TimeSource time) {
        this.time = time;
    }

    /** Answers some requests otherwise. */
    synchronized void answering(Function<Request, Optional<Reply>> other) {
        script = other;
    }

    /** Returns what was said so far. */
    synchronized List<Said> said() {
        return List.copyOf(said);
    }

    /** Waits for a message; returns the first one from an index on. */
    synchronized Optional<Said> await(int from, Predicate<Request> wanted, Instant until) throws InterruptedException {
        while (true) {
            for (Said each : said.subList(from, said.size())) {
                if (wanted.test(each.request())) {
                    return Optional.of(each);
                }
            }
            long left = Duration.between(time.now(), until).toMillis();
            if (left <= 0) {
                return Optional.empty();
            }
            wait(left);
        }
    }

    /** Returns the newest job and its registration. */
    synchronized Optional<JobView> newest() {
        return jobs.values().stream().map(Job::view).reduce((one, other) -> other);
    }

    private Optional<Job> job(String id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /** Tells a job an event; its number is set here. */
    synchronized void tell(String job, EventMessage event) {
        List<EventMessage> events = job(job).orElseThrow().events();
        events.add(new EventMessage(
                events.size() + 1, event.type(), event.window(), event.grant(), event.revoked(), event.ended()));
        notifyAll();
    }

    /** Ends every stream and poll. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    @Override
    public Reply send(URI root, Call call, Intermediary intermediary) throws IOException, InterruptedException {
        Optional<String> job = Paths.events(call);
        if (job.isPresent()) {
            Intermediary.Events events = intermediary.events(job.get(), call);
            List<EventMessage> told =
                    after(job.get(), call.after(), 1000 * call.number("wait").orElse(0L));
            return ok(
                    200,
                    new EventPage(told.stream()
                            .flatMap(it -> events.pass(it).stream())
                            .toList()));
        }
        Optional<Request> request = Paths.request(call);
        return request.isPresent() ? said(request.get()) : looked(call);
    }

    private synchronized Reply said(Request request) throws JsonProcessingException {
        said.add(new Said(time.now(), request));
        notifyAll();
        Optional<Reply> scripted = script.apply(request);
        if (scripted.isPresent()) {
            return scripted.get();
        }
        return switch (request.message()) {
            case REGISTER -> registered(request);
            case WITHDRAW -> viewed(request.subject());
            default ->
                isNonsense(request)
                        ? problem(422, "nonsense", "The job has no such atom. Count atoms from 0.")
                        : Reply.DONE;
        };
    }

    private boolean isNonsense(Request request) {
        long most = jobs.values().stream()
                .map(it -> it.registration().totalAtoms())
                .mapToLong(it -> it == null ? Long.MAX_VALUE : it)
                .max()
                .orElse(Long.MAX_VALUE);
        return request.body().filter(ReportMessage.class::isInstance).stream()
                .map(ReportMessage.class::cast)
                .anyMatch(it -> it.nextAtom() > most);
    }

    private Reply registered(Request request) throws JsonProcessingException {
        if (request.body().isEmpty() || !(request.body().get() instanceof JobRegistration told)) {
            return problem(400, "malformed-body", "This is no registration. Correct it.");
        }
        String key = request.key().orElse("none-" + said.size());
        String id = keys.computeIfAbsent(key, it -> String.format(Locale.ROOT, "job-%03d", jobs.size() + 1));
        jobs.computeIfAbsent(
                id,
                it -> new Job(
                        new JobView(
                                id,
                                told.name(),
                                told.mode(),
                                "nobody",
                                "waiting",
                                told.priority(),
                                told.deadline(),
                                told.totalAtoms(),
                                told.nextAtom(),
                                time.now(),
                                1,
                                0),
                        told,
                        new ArrayList<>()));
        notifyAll();
        return ok(201, jobs.get(id).view());
    }

    private synchronized Reply looked(Call call) throws JsonProcessingException {
        if (call.route().equals("/v1/cluster")) {
            return ok(200, new ClusterView(time.now(), List.of(SLICE), LONGEST_WINDOW));
        }
        if (call.route().equals("/v1/jobs")) {
            return ok(200, jobs.values().stream().map(Job::view).toList());
        }
        return viewed(call.route().replaceFirst("^/v1/jobs/", ""));
    }

    private Reply viewed(String id) throws JsonProcessingException {
        Optional<Job> job = job(id);
        return job.isPresent()
                ? ok(200, job.get().view())
                : problem(404, "unknown-job", "There is no such job. Register it.");
    }

    private static Reply ok(int status, Object body) throws JsonProcessingException {
        return new Reply(status, JSON, WireJson.mapper().writeValueAsString(body));
    }

    /** Returns a refusal. */
    static Reply problem(int status, String name, String detail) {
        return Reply.of(new Problem("urn:atomizable:problem:" + name, name, status, detail));
    }

    private synchronized List<EventMessage> after(String id, long after, long millis) throws InterruptedException {
        Instant until = time.now().plusMillis(millis);
        while (true) {
            List<EventMessage> later = job(id).map(Job::events).orElse(List.of()).stream()
                    .filter(it -> it.id() > after)
                    .toList();
            long left = Duration.between(time.now(), until).toMillis();
            if (!later.isEmpty() || left <= 0 || closed) {
                return later;
            }
            wait(left);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void stream(URI root, Call call, Begin begin, Intermediary intermediary)
            throws IOException, InterruptedException {
        String job = Paths.events(call).orElseThrow();
        Intermediary.Events events = intermediary.events(job, call);
        try (OutputStream out = begin.with(new Reply(200, "text/event-stream", ""))) {
            long last = call.after();
            while (!isClosed()) {
                List<EventMessage> told = after(job, last, BEAT_MILLIS);
                for (EventMessage event : told) {
                    last = event.id();
                    for (EventMessage each : events.pass(event)) {
                        out.write(Upstream.frame(each).getBytes(StandardCharsets.UTF_8));
                    }
                }
                if (told.isEmpty()) {
                    EventMessage beat = new EventMessage(last, "heartbeat", null, null, null);
                    out.write(Upstream.frame(beat).getBytes(StandardCharsets.UTF_8));
                }
                out.flush();
            }
        }
    }

    /** Returns whether a request is of a grant or window, and of one of some kinds. */
    static Predicate<Request> about(String subject, Message... messages) {
        return request -> request.subject().equals(subject) && List.of(messages).contains(request.message());
    }
}
