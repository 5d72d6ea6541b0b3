package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.EventPage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.core.wire.WireJson;
import org.atomizable.testkit.protocol.ProtocolRule;

/** A small agent that runs nothing, and keeps every rule but one. */
final class FakeAgent implements AutoCloseable {

    /** What is wrong with one. */
    enum Fault {
        ANSWERS_A_WINDOW_OF_ITS_OWN(ProtocolRule.ANSWERS_WHAT_IT_WAS_OFFERED),
        IGNORES_WINDOWS_THAT_IT_CANNOT_USE(ProtocolRule.ANSWERS_EVERY_WINDOW),
        BIDS_AS_SJA(ProtocolRule.ANSWERS_IN_ITS_MODE),
        SIGNALS_MORE_THAN_FITS(ProtocolRule.ANSWERS_FIT_THE_WINDOW),
        CHANGES_ITS_ANSWER(ProtocolRule.ANSWERS_ONCE),
        BEATS_FOR_ANOTHER_GRANT(ProtocolRule.ACTS_ON_ITS_GRANTS),
        ACCEPTS_MORE_THAN_FITS(ProtocolRule.SUBJOBS_FIT_THE_GRANT),
        RUNS_A_GRANT_TWICE(ProtocolRule.ACCEPTS_ONCE),
        BEGINS_ANYWHERE(ProtocolRule.BEGINS_AT_THE_NEXT_ATOM),
        RUNS_BEFORE_IT_ACCEPTS(ProtocolRule.ACCEPTS_BEFORE_IT_RUNS),
        NEVER_BEATS(ProtocolRule.HEARTBEATS_IN_TIME),
        BEATS_AFTER_ITS_REPORT(ProtocolRule.HEARTBEATS_ONLY_WHAT_IT_HOLDS),
        NEVER_REPORTS(ProtocolRule.REPORTS_EVERY_GRANT),
        REPORTS_TWICE(ProtocolRule.REPORTS_ONCE),
        REPORTS_ATOMS_THAT_THERE_ARE_NOT(ProtocolRule.REPORTS_WHAT_IT_RAN),
        USES_ONE_KEY_FOR_ALL(ProtocolRule.KEYS_NAME_ONE_REQUEST),
        RETRIES_UNDER_A_NEW_KEY(ProtocolRule.RETRIES_KEEP_THEIR_KEY),
        RUNS_ON_WHEN_REVOKED(ProtocolRule.STOPS_WHEN_REVOKED),
        REGISTERS_AFTER_THE_END(ProtocolRule.STOPS_AT_THE_END);

        private final ProtocolRule broken;

        Fault(ProtocolRule broken) {
            this.broken = broken;
        }

        ProtocolRule broken() {
            return broken;
        }
    }

    private static final long ATOMS = 1_000_000;
    private static final Duration BEAT = Duration.ofMillis(300);

    private final URI scheduler;
    private final List<Fault> faults;
    private final TimeSource time = TimeSource.system();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final Thread thread = new Thread(this::run, "fake-agent");
    private String job = "";
    private long last;
    private long next;
    private long beats;
    private String held = "";
    private boolean over;

    FakeAgent(URI scheduler, List<Fault> faults) {
        this.scheduler = scheduler;
        this.faults = faults;
        thread.setDaemon(true);
    }

    static FakeAgent started(URI scheduler, List<Fault> faults) {
        FakeAgent agent = new FakeAgent(scheduler, faults);
        agent.thread.start();
        return agent;
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    private boolean has(Fault fault) {
        return faults.contains(fault);
    }

    private void run() {
        try {
            JobRegistration registration = new JobRegistration("fake", "sja", null, 0, null, ATOMS, 0);
            job = WireJson.mapper()
                    .readValue(post("/v1/jobs", registration), JobView.class)
                    .id();
            while (!over) {
                for (EventMessage event : page(5)) {
                    handle(event);
                }
            }
            for (int i = 0; i < 10 && has(Fault.REGISTERS_AFTER_THE_END); i++) {
                time.sleep(Duration.ofMillis(1500));
                post("/v1/jobs", registration);
            }
        } catch (IOException gone) {
            // The suite has ended.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private List<EventMessage> page(int wait) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        scheduler.resolve("/v1/jobs/%s/events?after=%s&wait=%s".formatted(job, last, wait)))
                .build();
        List<EventMessage> events = WireJson.mapper()
                .readValue(http.send(request, BodyHandlers.ofString()).body(), EventPage.class)
                .events();
        last = events.isEmpty() ? last : events.get(events.size() - 1).id();
        return events;
    }

    private void handle(EventMessage event) throws IOException, InterruptedException {
        if (event.window() != null) {
            answer(event.window());
        } else if (event.grant() != null) {
            if (!held.equals(event.grant().id()) || has(Fault.RUNS_A_GRANT_TWICE)) {
                use(event.grant());
            }
        } else if (event.ended() != null) {
            over = true;
        }
    }

    private void answer(WindowOffered window) throws IOException, InterruptedException {
        double length = seconds(window.opens(), window.closes());
        boolean fits = length > 1 && window.capacityBytes() > 1 << 20;
        String id = has(Fault.ANSWERS_A_WINDOW_OF_ITS_OWN) ? "another-" + window.id() : window.id();
        if (!fits && has(Fault.IGNORES_WINDOWS_THAT_IT_CANNOT_USE)) {
            return;
        }
        if (!fits && has(Fault.BIDS_AS_SJA)) {
            post("/v1/windows/%s/bids".formatted(id), new BidMessage(job, List.of(), "a bid"));
            return;
        }
        double total = has(Fault.SIGNALS_MORE_THAN_FITS) ? length + 1 : length / 2;
        SignalMessage signal = fits
                ? new SignalMessage(job, true, 10, length / 4, total, "it fits")
                : new SignalMessage(job, false, 0, 0, 0, "it does not fit");
        post("/v1/windows/%s/signals".formatted(id), signal);
        if (id.equals("another-" + window.id())) {
            post("/v1/windows/%s/signals".formatted(window.id()), signal);
        }
        if (!fits && has(Fault.CHANGES_ITS_ANSWER)) {
            post("/v1/windows/%s/signals".formatted(id), new SignalMessage(job, false, 0, 0, 0, "it still does not"));
        }
    }

    private void use(GrantIssued grant) throws IOException, InterruptedException {
        boolean again = held.equals(grant.id());
        held = grant.id();
        String path = "/v1/grants/" + grant.id();
        long first = has(Fault.BEGINS_ANYWHERE) ? next + 3 : again ? next + 1 : next;
        long memory = has(Fault.ACCEPTS_MORE_THAN_FITS) ? grant.capacityBytes() + 1 : 1 << 20;
        if (!has(Fault.RUNS_BEFORE_IT_ACCEPTS)) {
            post(path + "/accept", new AcceptMessage(first, 10, memory, "declared", 0, 1));
        }
        if (again) {
            return;
        }
        if (has(Fault.BEATS_FOR_ANOTHER_GRANT)) {
            post("/v1/grants/another/heartbeat", new HeartbeatMessage(first, 1));
        }
        time.sleep(Duration.between(time.now(), grant.starts()));
        if (!ran(grant, path, first) || has(Fault.NEVER_REPORTS)) {
            return;
        }
        // Such a report is refused, so the job stays where it was.
        next = has(Fault.REPORTS_ATOMS_THAT_THERE_ARE_NOT) ? first : first + 10;
        long told = has(Fault.REPORTS_ATOMS_THAT_THERE_ARE_NOT) ? ATOMS + 1 : next;
        post(path + "/report", report(told));
        if (has(Fault.REPORTS_TWICE)) {
            post(path + "/report", report(next + 1));
        }
        if (has(Fault.BEATS_AFTER_ITS_REPORT)) {
            post(path + "/heartbeat", new HeartbeatMessage(next, 1));
        }
    }

    private static ReportMessage report(long next) {
        return new ReportMessage("yielded", "time", "", next, 0, 1, 0, 1, 1 << 20);
    }

    /** Returns false if the grant was revoked. */
    private boolean ran(GrantIssued grant, String path, long first) throws IOException, InterruptedException {
        Instant ends =
                time.now().plus(Duration.between(grant.starts(), grant.ends()).dividedBy(2));
        while (time.now().isBefore(ends)) {
            time.sleep(BEAT);
            boolean revoked = false;
            for (EventMessage event : page(0)) {
                revoked |= event.revoked() != null;
                if (event.revoked() == null) {
                    handle(event);
                }
            }
            if (revoked && has(Fault.RUNS_ON_WHEN_REVOKED)) {
                ends = grant.ends();
            } else if (revoked) {
                return false;
            }
            if (!has(Fault.NEVER_BEATS)) {
                post(path + "/heartbeat", new HeartbeatMessage(first, ++beats));
            }
        }
        return true;
    }

    private String post(String path, Record body) throws IOException, InterruptedException {
        String key = has(Fault.USES_ONE_KEY_FOR_ALL) && path.endsWith("heartbeat")
                ? "the-key"
                : UUID.randomUUID().toString();
        HttpResponse<String> response = send(path, body, key);
        while (response.statusCode() == 503) {
            time.sleep(Duration.ofMillis(100));
            String again =
                    has(Fault.RETRIES_UNDER_A_NEW_KEY) ? UUID.randomUUID().toString() : key;
            response = send(path, body, again);
        }
        return response.body();
    }

    private HttpResponse<String> send(String path, Record body, String key) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(scheduler.resolve(path))
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(WireJson.mapper().writeValueAsString(body)))
                        .build(),
                BodyHandlers.ofString());
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }
}
