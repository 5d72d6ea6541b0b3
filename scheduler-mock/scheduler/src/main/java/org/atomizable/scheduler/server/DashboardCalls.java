package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.ReadingView;
import org.atomizable.api.wire.SliceView;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.TimelineSpan;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.pressure.NodePressure;

/** The calls of the dashboard: differences, pages and summaries, so that it stays small however many slices and jobs there are. */
final class DashboardCalls {

    private static final int MOST_PAST_SECONDS = 3600;
    private static final int MOST_STEPS = 1000;
    private static final int NAMED = 3;
    private static final Duration PATIENT = Duration.ofMinutes(10);

    private final Market market;
    private final TimeSource time;
    private final Reports reports;
    private final JobOutput output;
    private final TimelineChanges changes;

    DashboardCalls(Market market, TimeSource time, Reports reports, JobOutput output) {
        this.market = market;
        this.time = time;
        this.reports = reports;
        this.output = output;
        this.changes = new TimelineChanges(market, time);
    }

    public List<Call> all() {
        return List.of(
                Call.get(
                        "getDashboard",
                        "/v1/dashboard",
                        Role.ALL,
                        "Changes since the cursor of the previous answer: of the timeline, the utilization and the "
                                + "counters",
                        Call.Result.one(DashboardView.class),
                        this::news,
                        Parameter.number("after", "The cursor of the previous answer; default 0, for everything"),
                        Parameter.number("past", "How many past seconds a new reader receives; default 120"),
                        Parameter.number(
                                "read", "Only utilization samples later than this, in milliseconds since 1970")),
                Call.get(
                        "getShares",
                        "/v1/dashboard/shares",
                        Role.ALL,
                        "How each slice was used in steps of equal length",
                        Call.Result.one(DashboardView.SharesView.class),
                        this::shares,
                        Parameter.number(
                                "from", "In milliseconds since 1970; an hour before the end if it is left out"),
                        Parameter.number("to", "In milliseconds since 1970; now if it is left out"),
                        Parameter.number("steps", "How many, 1 to 1000; 100 if it is left out")),
                Call.get(
                        "listDashboardJobs",
                        "/v1/dashboard/jobs",
                        Role.ALL,
                        "A page of the jobs that the caller may see, filtered and in order",
                        Call.Result.one(JobPage.class),
                        this::jobs,
                        JobQuery.PARAMETERS),
                Call.get(
                        "getJobStory",
                        "/v1/dashboard/jobs/{id}",
                        Role.ALL,
                        "Details of a job: its subjobs, its last answer, and why it waits",
                        Call.Result.one(JobStory.class),
                        this::job));
    }

    private void news(Context request, Caller caller) throws ProblemException {
        long after = Parameter.read(request, "after", 0, Long.MAX_VALUE);
        long past = Parameter.read(request, "past", 120, MOST_PAST_SECONDS);
        Instant read = Instant.ofEpochMilli(
                Parameter.read(request, "read", 0, time.now().toEpochMilli()));
        TimelineChanges.News news = changes.after(after, Duration.ofSeconds(past));
        List<JobFacts> jobs = seen(caller);
        answer(
                request,
                new DashboardView(
                        millis(news.now()),
                        news.number(),
                        news.whole(),
                        caller.role(),
                        !market.stuck(),
                        counts(jobs),
                        attention(jobs, news.now()),
                        market.nodePressure().map(DashboardCalls::memory).orElse(null),
                        news.slices()
                                .map(all -> all.stream()
                                        .map(it -> new DashboardView.SliceRow(
                                                it.id(),
                                                market.gpu(it.id()),
                                                it.kind().name(),
                                                it.memory().count()))
                                        .toList())
                                .orElse(null),
                        news.slices().map(it -> possible()).orElse(null),
                        news.put().stream().map(it -> piece(it, caller)).toList(),
                        news.gone().stream().map(it -> piece(it, caller)).toList(),
                        readings(read)));
    }

    private List<SliceView> possible() {
        return market.possible().stream().map(Messages::view).toList();
    }

    private List<ReadingView> readings(Instant after) {
        return market.trend().stream()
                .filter(it -> millis(it.at()).isAfter(after))
                .map(it -> new ReadingView(
                        millis(it.at()),
                        rounded(it.leased()),
                        rounded(it.reserved()),
                        rounded(it.free()),
                        rounded(it.fragmented())))
                .toList();
    }

    private static DashboardView.JobCounts counts(List<JobFacts> jobs) {
        Map<JobState, Integer> counts = new EnumMap<>(JobState.class);
        jobs.forEach(it -> counts.merge(it.state(), 1, Integer::sum));
        return new DashboardView.JobCounts(
                counts.getOrDefault(JobState.WAITING, 0),
                counts.getOrDefault(JobState.RUNNING, 0),
                counts.getOrDefault(JobState.FINISHED, 0),
                counts.getOrDefault(JobState.WITHDRAWN, 0));
    }

    private static DashboardView.Attention attention(List<JobFacts> jobs, Instant now) {
        List<JobFacts> waiting =
                jobs.stream().filter(it -> it.state() == JobState.WAITING).toList();
        Optional<Instant> since = waiting.stream().map(it -> it.part().since()).min(Comparator.naturalOrder());
        List<JobFacts> late = jobs.stream()
                .filter(it -> it.state().active()
                        && it.request().deadline().filter(now::isAfter).isPresent())
                .toList();
        List<JobFacts> patient = waiting.stream()
                .filter(it -> it.part().since().plus(PATIENT).isBefore(now))
                .toList();
        return new DashboardView.Attention(since.orElse(null), named(late), named(patient));
    }

    private static DashboardView.NodeMemory memory(NodePressure now) {
        OptionalDouble share = now.share();
        return new DashboardView.NodeMemory(
                now.level().name().toLowerCase(Locale.ROOT),
                share.isPresent() ? rounded(share.getAsDouble()) : null,
                now.offers());
    }

    private static DashboardView.NamedJobs named(List<JobFacts> jobs) {
        return new DashboardView.NamedJobs(
                jobs.size(),
                jobs.stream()
                        .limit(NAMED)
                        .map(it ->
                                new DashboardView.NamedJob(it.id(), it.request().name()))
                        .toList());
    }

    private static Piece piece(TimelineSpan timelineSpan, Caller caller) {
        boolean seen = timelineSpan.tenant().map(caller::sees).orElse(true);
        boolean running =
                timelineSpan.subjob().filter(TimelineSpan.Subjob::running).isPresent();
        return new Piece(
                timelineSpan.slice(),
                timelineSpan.kind().name().toLowerCase(Locale.ROOT),
                seen ? timelineSpan.label() : Messages.ANOTHERS,
                timelineSpan
                        .subjob()
                        .filter(it -> seen)
                        .map(TimelineSpan.Subjob::job)
                        .orElse(null),
                millis(timelineSpan.time().from()),
                running ? null : millis(timelineSpan.time().to()));
    }

    private void shares(Context request, Caller caller) throws ProblemException {
        long now = time.now().toEpochMilli();
        long to = Parameter.read(request, "to", now, now + TimelineChanges.AHEAD.toMillis());
        long from = Math.max(
                Parameter.read(request, "from", to - MOST_PAST_SECONDS * 1000L, to - 1),
                now - 2 * MOST_PAST_SECONDS * 1000L);
        int steps = (int) Math.max(1, Parameter.read(request, "steps", 100, MOST_STEPS));
        if (from >= to) {
            throw new ProblemException(
                    400, "malformed-number", "from must be earlier than to, and of the last two hours. Correct it.");
        }
        Instant first = Instant.ofEpochMilli(from);
        Duration step = Duration.ofMillis(to - from).dividedBy(steps);
        Map<String, List<TimelineSpan>> bySlice =
                market.timeline(new Interval(first, Instant.ofEpochMilli(to))).stream()
                        .collect(Collectors.groupingBy(TimelineSpan::slice));
        answer(
                request,
                new DashboardView.SharesView(
                        first,
                        Messages.seconds(step),
                        market.slices().stream()
                                .map(it -> SliceShares.of(
                                        it.id(), bySlice.getOrDefault(it.id(), List.of()), first, step, steps, caller))
                                .toList()));
    }

    private void jobs(Context request, Caller caller) throws ProblemException {
        answer(request, JobQuery.of(request).of(seen(caller)));
    }

    private void job(Context request, Caller caller) throws Refused {
        JobFacts job = JobCalls.requireOwn(market, request.pathParam("id"), caller);
        var history = market.history(job.id());
        answer(
                request,
                JobStory.of(
                        job,
                        history,
                        WaitingReason.of(job, history, market.heldUp(job.id()), market.slices(), market.possible()),
                        reports,
                        output,
                        job.state().active() && caller.mayWithdraw()));
    }

    private List<JobFacts> seen(Caller caller) {
        return market.jobs().stream()
                .filter(it -> caller.sees(it.request().tenant()))
                .toList();
    }

    private static void answer(Context request, Record message) {
        request.status(200);
        request.contentType("application/json");
        Compression.answer(request, Json.write(message));
    }

    /** More precise than a page can show, and shorter to send. */
    private static Instant millis(Instant instant) {
        return Instant.ofEpochMilli(instant.toEpochMilli());
    }

    private static double rounded(double share) {
        return Math.round(share * 10_000) / 10_000.0;
    }
}
