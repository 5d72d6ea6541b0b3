package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;

/** A simulated subjob that runs, and the report that it will have given at its end. */
final class SteppedRun {

    private final HeldGrant held;
    private final Subjob subjob;
    private final Report report;
    private final TimeSource time;
    private final TimeSource.Timer end;
    private final long began;
    private int shown;
    private long shownNanos;
    private long next;
    private Phase phase = Phase.RESTORE;

    /**
     * It begins now.
     *
     * @param end ends it when its report is due
     */
    SteppedRun(HeldGrant held, Subjob subjob, Report report, TimeSource time, TimeSource.Timer end) {
        this.held = held;
        this.subjob = subjob;
        this.report = report;
        this.time = time;
        this.end = end;
        this.began = time.nanos();
        this.next = report.firstAtom();
        held.entered(Phase.RESTORE);
    }

    public HeldGrant held() {
        return held;
    }

    /** Tells the grant what has begun and ended since this was last called, as if it was told when it happened. */
    public void showProgress() {
        long since = time.nanos() - began;
        List<Sample> samples = report.samples();
        while (shown < samples.size()) {
            Sample sample = samples.get(shown);
            if (!sample.phase().equals(phase) && !phase.equals(sample.phase().cold())) {
                phase = sample.phase();
                held.entered(sample.phase(), since - shownNanos);
            }
            if (shownNanos + sample.took().toNanos() > since) {
                return;
            }
            shown++;
            shownNanos += sample.took().toNanos();
            if (sample.phase().hasAtoms()) {
                next++;
                held.at(next, sample.peak(), since - shownNanos);
            }
        }
    }

    /** Returns the subjob. */
    public Subjob subjob() {
        return subjob;
    }

    /** Stops it now; returns a report with the samples of what had ended by then. */
    public Report stop() {
        end.cancel();
        showProgress();
        Outcome outcome = new Outcome.Failed(report.firstAtom(), FailureKind.CUT, "its worker was stopped");
        Duration took = Duration.ofNanos(time.nanos() - began);
        return new Report(report.firstAtom(), outcome, took, report.samples().subList(0, shown));
    }
}
