package org.atomizable.core.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.JobScheduler;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of the one job that has an allotment: it offers all that is left of it, grants it if the job wants it, and offers the rest after
 * the report. It ends the job's negotiation when too little is left, or when the job has no use for the rest. Safe for use by several threads.
 */
final class AllotmentScheduler implements JobScheduler {

    /** No subjob is worth a start for less. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** An agent that rests after a failure answers again later; one that finds the rest too short does not change its mind. */
    private static final int MOST_SILENCES = 3;

    private static final int MOST_SILENCES_AFTER_FAILURE = 120;
    private static final String JOB = "link";

    private final Slice slice;
    private final Instant ends;
    private final Duration longest;
    private final long firstToken;
    private final TimeSource time;
    private @Nullable EventListener listener;
    private @Nullable JobRegistration registration;
    private long events;
    private long grants;
    private int silences;
    private String failure = "";
    private long nextAtom;

    /**
     * Makes one of an allotment that begins now.
     *
     * @param longest the longest window that the job can ever get
     * @param firstToken larger than every token that the job's store has seen; the grants take this one and those after it
     */
    AllotmentScheduler(Allotment allotment, Duration longest, long firstToken, TimeSource time) {
        this.slice = allotment.slice();
        this.ends = time.now().plus(allotment.left());
        this.longest = longest;
        this.firstToken = firstToken;
        this.time = time;
    }

    @Override
    public synchronized JobView register(JobRegistration job, String key) {
        registration = job;
        nextAtom = job.nextAtom();
        return view();
    }

    @Override
    public synchronized JobView job(String id) {
        return view();
    }

    private JobView view() {
        JobRegistration job = registration;
        if (job == null) {
            throw new IllegalStateException("the job registers first");
        }
        return new JobView(
                JOB,
                job.name(),
                job.mode(),
                "",
                "waiting",
                job.priority(),
                job.deadline(),
                job.totalAtoms(),
                nextAtom,
                time.now(),
                1,
                firstToken + grants - 1);
    }

    @Override
    public void withdraw(String job) {
        close();
    }

    @Override
    public ClusterView cluster() {
        return new ClusterView(time.now(), List.of(sliceView()), longest.toMillis() / 1e3);
    }

    @Override
    public List<JobView> jobs() {
        return List.of();
    }

    @Override
    public Listening events(String job, EventListener heard) {
        synchronized (this) {
            listener = heard;
            offer();
        }
        return this::close;
    }

    private synchronized void close() {
        listener = null;
    }

    private SliceView sliceView() {
        return new SliceView(slice.id(), slice.kind().name(), slice.memory().count());
    }

    private synchronized void offer() {
        Instant now = time.now();
        if (Duration.between(now, ends).compareTo(LEAST) < 0) {
            end("its time is used");
            return;
        }
        String id = "window-" + (events + 1);
        tell(new EventMessage(
                events + 1,
                "window",
                new WindowOffered(id, sliceView(), slice.memory().count(), now, ends, ends),
                null,
                null));
    }

    private void end(String because) {
        String why = failure.isEmpty() ? because : "%s; its newest subjob failed: %s".formatted(because, failure);
        tell(new EventMessage(events + 1, "ended", null, null, null, new JobEnded(AgentResult.Withdrawn.USED_UP, why)));
        listener = null;
    }

    private void tell(EventMessage event) {
        if (listener != null) {
            events = event.id();
            listener.on(event);
        }
    }

    @Override
    public void signal(String window, SignalMessage signal) {
        answered(window, signal.interested(), signal.because());
    }

    @Override
    public void bid(String window, BidMessage bid) {
        answered(window, !bid.variants().isEmpty(), bid.because());
    }

    private synchronized void answered(String window, boolean wanted, String because) {
        if (wanted) {
            silences = 0;
            grant(window);
            return;
        }
        silences++;
        if (silences >= (failure.isEmpty() ? MOST_SILENCES : MOST_SILENCES_AFTER_FAILURE)) {
            end(because);
        } else {
            time.schedule(AGAIN, this::offer);
        }
    }

    private void grant(String window) {
        grants++;
        tell(new EventMessage(
                events + 1,
                "grant",
                null,
                new GrantIssued(
                        "grant-" + grants,
                        window,
                        sliceView(),
                        slice.memory().count(),
                        time.now(),
                        ends,
                        firstToken + grants - 1,
                        Math.max(1, Duration.between(time.now(), ends).toMillis() / 1e3),
                        // The slice is this job's alone until the allotment ends.
                        slice.memory().count(),
                        ends),
                null));
    }

    @Override
    public void accept(String grant, AcceptMessage acceptance) {}

    @Override
    public void heartbeat(String grant, HeartbeatMessage heartbeat) {}

    @Override
    public synchronized void report(String grant, ReportMessage report) {
        failure = report.outcome().equals("failed") ? "%s (%s)".formatted(report.message(), report.why()) : "";
        nextAtom = Math.max(nextAtom, report.nextAtom());
        if (!report.outcome().equals("finished")) {
            offer();
        }
    }
}
