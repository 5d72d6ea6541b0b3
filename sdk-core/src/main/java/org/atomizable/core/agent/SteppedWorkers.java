package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * Simulated workers, without a thread. {@link Worker#run} returns at once, and its report tells how much time the subjob
 * took: it ends that much later. If its grant is lost before, only what it had done by then is seen. A report that the worker is
 * lost is not passed on: as of a real worker that is lost, only what it had told by then is known.
 */
final class SteppedWorkers implements Workers {

    private final WorkerLauncher launcher;
    private final TimeSource time;
    private final Inbox inbox;
    private @Nullable Run running;

    SteppedWorkers(WorkerLauncher launcher, TimeSource time, Inbox inbox) {
        this.launcher = launcher;
        this.time = time;
        this.inbox = inbox;
    }

    @Override
    public void launch(HeldGrant held) {
        guarded(held, () -> {
            held.servedBy(launcher.launch(held.grant()));
            time.schedule(
                    Duration.between(time.now(), held.grant().starts()),
                    () -> inbox.put(new AgentEvent.WorkerReady(held)));
        });
    }

    @Override
    public void run(HeldGrant held, Worker worker, Subjob subjob) {
        guarded(held, () -> {
            Report report = worker.run(subjob, (next, memory) -> {});
            running = new Run(held, subjob, report);
        });
    }

    private void ended(HeldGrant held, Subjob subjob, Report report) {
        showProgress();
        running = null;
        held.returned();
        inbox.put(lost(report)
                .<AgentEvent>map(why -> new AgentEvent.WorkerFailed(held, why))
                .orElseGet(() -> new AgentEvent.Ended(held, subjob, report)));
    }

    private static Optional<WorkerException> lost(Report report) {
        return report.outcome() instanceof Outcome.Failed failed && failed.kind() == FailureKind.WORKER_LOST
                ? Optional.of(new WorkerException(
                        FailureKind.WORKER_LOST,
                        failed.message(),
                        "Nothing to do: the job goes on from its last checkpoint."))
                : Optional.empty();
    }

    @Override
    public TimeSource.Timer end(HeldGrant held, Duration after, Runnable ending) {
        return time.schedule(after, () -> {
            showProgress();
            ending.run();
            stopLost();
        });
    }

    /** Tells the grant what its worker has done until now, as the worker's messages would have told it in time. */
    void showProgress() {
        if (running != null) {
            running.showProgress();
        }
    }

    /** Ends the subjob that runs, if its grant was lost. */
    void stopLost() {
        if (running != null && running.held.lost()) {
            Run stopped = running;
            running = null;
            inbox.put(new AgentEvent.Ended(stopped.held, stopped.subjob, stopped.stop()));
        }
    }

    private interface WorkerAction {
        void done() throws WorkerException, InterruptedException;
    }

    private void guarded(HeldGrant held, WorkerAction action) {
        try {
            action.done();
        } catch (WorkerException e) {
            inbox.put(new AgentEvent.WorkerFailed(held, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A simulated subjob that runs, and the report that it will have given at its end. */
    private final class Run {

        private final HeldGrant held;
        private final Subjob subjob;
        private final Report report;
        private final TimeSource.Timer end;
        private final long began;
        private int shown;
        private long shownNanos;
        private long next;
        private Phase phase = Phase.RESTORE;

        /** It begins now, and ends when its report is due. */
        Run(HeldGrant held, Subjob subjob, Report report) {
            this.held = held;
            this.subjob = subjob;
            this.report = report;
            this.end = time.schedule(report.took(), () -> ended(held, subjob, report));
            this.began = time.nanos();
            this.next = report.firstAtom();
            held.entered(Phase.RESTORE);
        }

        /** Tells the grant what has begun and ended since this was last called, as if it was told when it happened. */
        void showProgress() {
            long since = time.nanos() - began;
            List<Sample> samples = report.samples();
            while (shown < samples.size()) {
                Sample sample = samples.get(shown);
                if (!sample.phase().equals(phase)
                        && !phase.equals(sample.phase().cold())) {
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

        /** Stops it now; returns a report with the samples of what had ended by then. */
        Report stop() {
            end.cancel();
            showProgress();
            Outcome outcome = new Outcome.Failed(report.firstAtom(), FailureKind.CUT, "its worker was stopped");
            Duration took = Duration.ofNanos(time.nanos() - began);
            return new Report(
                    report.firstAtom(), outcome, took, report.samples().subList(0, shown));
        }
    }
}
