package org.atomizable.cli.demo;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Window;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.report.Attribution;
import org.atomizable.profiler.profile.JobProfile;

/** Counts what one job's agent does, and moves its bar. */
final class JobTrack implements AgentObserver {

    private static final int QUARTERS = 4;

    private final Board.Bar bar;
    private final Consumer<String> log;
    private final JobSpec spec;
    private final String name;
    private final long total;
    private long quarter;
    private final AtomicLong windowsOffered = new AtomicLong();
    private final AtomicLong signals = new AtomicLong();
    private JobProfile profile;
    private int subjobs;
    private int restores;
    private int continued;
    private long atomsRepeated;
    private long violations;
    private long boundsExceeded;
    private Duration compute = Duration.ZERO;
    private Duration restoring = Duration.ZERO;
    private Duration committing = Duration.ZERO;
    private Bytes peak = Bytes.ZERO;
    private String memoryMethod = "none";
    private DemoReport.Bounds bounds = DemoReport.Bounds.NONE;
    private WindowFill fill = WindowFill.NONE;
    private final List<String> overruns = new ArrayList<>();
    private final CompletableFuture<Void> measured = new CompletableFuture<>();

    /**
     * Makes the track of a job that has not begun.
     *
     * @param log takes a line at each quarter of the job's atoms
     */
    JobTrack(JobSpec spec, Board.Bar bar, Consumer<String> log, JobProfile unmeasured) {
        this.bar = bar;
        this.log = log;
        this.spec = spec;
        this.name = spec.name();
        this.total = spec.totalAtoms().orElse(0);
        this.profile = unmeasured;
        bar.saying("waits");
    }

    @Override
    public void answered(Window window, Answer answer) {
        windowsOffered.incrementAndGet();
        if (!(answer instanceof Answer.Silence)) {
            signals.incrementAndGet();
        }
    }

    @Override
    public void begins(Subjob subjob) {
        bar.saying("runs on " + subjob.grant().slice().kind());
    }

    @Override
    public void at(long nextAtom, Bytes memory) {
        bar.at(nextAtom);
    }

    @Override
    public synchronized void lost(Subjob subjob, Attribution attribution, List<Sample> seen, JobProfile learned) {
        profile = learned;
        bar.saying("waits");
    }

    @Override
    public synchronized void failed(Outcome.Failed failed, Attribution by, Duration rest) {
        if (failed.kind() == FailureKind.OVERRUN) {
            overruns.add(String.format(
                    Locale.ROOT,
                    "%s: %s (%s); %.1f processes waited for %d cores then",
                    name,
                    failed.message(),
                    by.evidence(),
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                    Runtime.getRuntime().availableProcessors()));
        }
    }

    /** Is done when the job has run its first subjob, or runs no more. */
    CompletableFuture<Void> measured() {
        return measured;
    }

    /** Returns what is known of each window that was overrun. */
    synchronized List<String> overruns() {
        return List.copyOf(overruns);
    }

    @Override
    public synchronized void ended(Subjob subjob, Report report, JobProfile learned) {
        measured.complete(null);
        // The profile as it was when the subjob was planned.
        bounds = DemoReport.Bounds.of(profile.grounds(
                spec, subjob.firstAtom(), subjob.grant().slice().kind(), subjob.atoms(), Promise.DEFAULT));
        profile = learned;
        long ran = report.samples().stream().filter(it -> it.phase().hasAtoms()).count();
        boolean outOfMemory =
                report.outcome() instanceof Outcome.Failed failed && failed.kind() == FailureKind.OUT_OF_MEMORY;
        boolean overCapacity = report.peak().exceeds(subjob.grant().capacity());
        subjobs += report.atomsDone() > 0 ? 1 : 0;
        boolean restored = report.samples().stream().anyMatch(it -> it.phase().isRestore());
        restores += restored && report.firstAtom() > 0 ? 1 : 0;
        continued += !restored && report.timeIn(Phase.CONTINUE).compareTo(Duration.ZERO) > 0 ? 1 : 0;
        atomsRepeated += ran - report.atomsDone();
        violations += outOfMemory || overCapacity ? 1 : 0;
        boundsExceeded += report.peak().exceeds(subjob.footprint().memory().upper()) ? 1 : 0;
        compute = compute.plus(report.took());
        fill = fill.and(subjob, report);
        restoring = restoring.plus(report.timeIn(Phase.RESTORE)).plus(report.timeIn(Phase.CONTINUE));
        committing = committing.plus(report.timeIn(Phase.CHECKPOINT));
        peak = peak.max(report.peak());
        memoryMethod = subjob.footprint().memory().method();
        reached(report.outcome().nextAtom());
        bar.saying(report.outcome() instanceof Outcome.Finished ? "finished" : "waits");
    }

    private void reached(long nextAtom) {
        bar.at(nextAtom);
        long now = total == 0 ? 0 : QUARTERS * nextAtom / total;
        if (now > quarter) {
            quarter = now;
            log.accept("%s: %s %% of its atoms after %s"
                    .formatted(name, 100 * now / QUARTERS, Counted.of(subjobs, "subjob")));
        }
    }

    synchronized JobProfile profile() {
        return profile;
    }

    synchronized WindowFill fill() {
        return fill;
    }

    synchronized long violations() {
        return violations;
    }

    synchronized long boundsExceeded() {
        return boundsExceeded;
    }

    /** Puts the figures of this job beside those of its straight run. */
    synchronized DemoReport.Job against(Compared compared, long grants, Duration completion) {
        double straight = compared.straight().took().toNanos() / 1e9;
        double seconds = compute.toNanos() / 1e9;
        return new DemoReport.Job(
                compared.name(),
                compared.straight().atoms(),
                subjobs,
                windowsOffered.get(),
                signals.get(),
                grants,
                restores,
                continued,
                atomsRepeated,
                compared.exact(),
                compared.sha256(),
                compared.straight().sha256(),
                compared.metric().orElse(null),
                completion.toMillis() / 1e3,
                seconds,
                straight,
                seconds / straight,
                restoring.toNanos() / 1e9,
                committing.toNanos() / 1e9,
                peak.count(),
                memoryMethod,
                bounds,
                compared.result());
    }
}
