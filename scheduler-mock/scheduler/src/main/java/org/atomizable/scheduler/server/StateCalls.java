package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.ReadingView;
import org.atomizable.api.wire.TimelineView;
import org.atomizable.api.wire.WindowView;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.metrics.SchedulerMetrics;

/** The calls that show slices, windows and memory. */
final class StateCalls {

    private final Market market;
    private final TimeSource time;
    private final Duration longestWindow;
    private final SchedulerMetrics metrics;

    StateCalls(Market market, TimeSource time, Duration longestWindow, SchedulerMetrics metrics) {
        this.market = market;
        this.time = time;
        this.longestWindow = longestWindow;
        this.metrics = metrics;
    }

    public List<Call> all() {
        return List.of(
                Call.get(
                        "getWindow",
                        "/v1/windows/{id}",
                        Role.ALL,
                        "The result of a window, and the reason. A tenant sees only windows that were offered to its "
                                + "jobs, and only its own jobs",
                        Call.Result.one(WindowView.class),
                        this::window),
                Call.get(
                        "getCluster",
                        "/v1/cluster",
                        Role.ALL,
                        "The slices, and the maximum length of a window",
                        Call.Result.one(ClusterView.class),
                        this::cluster),
                Call.get(
                        "getTimeline",
                        "/v1/timeline",
                        Role.ALL,
                        "Reservations, windows and subjobs of some past and future seconds",
                        Call.Result.one(TimelineView.class),
                        this::timeline,
                        Parameter.number("past", "Seconds before now, 3600 at the most; 120 if it is left out"),
                        Parameter.number("ahead", "Seconds after now, 60 at the most; 10 if it is left out")),
                Call.get(
                        "listMemory",
                        "/v1/memory",
                        Role.ALL,
                        "The memory that jobs have used and may need, for the jobs that the caller may see",
                        Call.Result.all(JobMemory.class),
                        this::memory),
                Call.get(
                        "listTrend",
                        "/v1/trend",
                        Role.ALL,
                        "The shares of the slices' memory that were leased, reserved, free and fragmented, in the "
                                + "last hour",
                        Call.Result.all(ReadingView.class),
                        this::trend),
                Call.get(
                        "getMetrics",
                        "/metrics",
                        Role.OVERSEERS,
                        "Figures for Prometheus",
                        Call.Result.TEXT,
                        this::metrics));
    }

    private void window(Context request, Caller caller) throws Refused {
        Reply.ok(request, WindowMessages.view(market.cleared(request.pathParam("id")), caller));
    }

    private void memory(Context request, Caller caller) {
        Reply.ok(
                request,
                market.jobs().stream()
                        .filter(it -> caller.sees(it.request().tenant()))
                        .map(JobMemory::of)
                        .toList());
    }

    private void trend(Context request, Caller caller) {
        Reply.ok(request, market.trend().stream().map(Messages::view).toList());
    }

    private void metrics(Context request, Caller caller) {
        request.contentType("text/plain; version=0.0.4; charset=utf-8");
        request.result(metrics.scrape());
    }

    private void cluster(Context request, Caller caller) {
        Reply.ok(
                request,
                new ClusterView(
                        time.now(),
                        market.slices().stream().map(Messages::view).toList(),
                        Messages.seconds(longestWindow),
                        market.possible().stream().map(Messages::view).toList(),
                        market.engine().orElse(null)));
    }

    private void timeline(Context request, Caller caller) throws ProblemException {
        Instant now = time.now();
        long past = Parameter.read(request, "past", 120, 3600);
        long ahead = Parameter.read(request, "ahead", 10, 60);
        // One nanosecond at least, so that the interval is not empty.
        Interval stretch =
                new Interval(now.minusSeconds(past), now.plusSeconds(ahead).plusNanos(1));
        Reply.ok(
                request,
                new TimelineView(
                        now,
                        market.timeline(stretch).stream()
                                .map(it -> Messages.entry(it, caller))
                                .toList()));
    }
}
