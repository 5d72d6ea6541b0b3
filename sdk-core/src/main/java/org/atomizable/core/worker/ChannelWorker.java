package org.atomizable.core.worker;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.atomizable.core.worker.channel.WorkerEvent;

/**
 * One job's worker at the other end of a channel, wherever it runs. After a subjob it holds the job's instance only as far as the
 * grant {@linkplain org.atomizable.api.window.Grant#resident allows}. A {@link org.atomizable.api.spi.WorkerLauncher} that starts
 * workers in its own way, such as with {@code srun}, makes the channel and returns one of these.
 */
public final class ChannelWorker implements Worker {

    private final WorkerChannel channel;
    private final Slice slice;
    private final ChildJob job;
    private final TimeSource time;
    private final Duration early;
    private volatile Optional<WorkerEvent.Rested> rests = Optional.empty();
    private volatile boolean warm;
    private volatile Optional<String> whereabouts = Optional.empty();

    /** Makes one that is told an earlier end of each grant, since its own end shows late. */
    ChannelWorker(WorkerChannel channel, Slice slice, ChildJob job, TimeSource time, Duration early) {
        this.channel = channel;
        this.slice = slice;
        this.job = job;
        this.time = time;
        this.early = early;
    }

    /**
     * Returns a worker that is ready.
     *
     * @param channel to a worker that has said that it is ready
     * @param store must be the same place where the worker runs
     * @param memoryScale what the job's own count of memory is multiplied by, on a simulated slice; empty to measure the
     *     worker's process
     * @param time the clock by which grants end
     */
    public static ChannelWorker of(
            WorkerChannel channel,
            Slice slice,
            NamedJob job,
            StoreOpening store,
            Optional<Double> memoryScale,
            TimeSource time) {
        return new ChannelWorker(
                channel, slice, new ChildJob(job, store, memoryScale.orElse(null)), time, Duration.ZERO);
    }

    @Override
    public Report run(Subjob subjob, Progress progress) throws WorkerException, InterruptedException {
        whereabouts = Optional.empty();
        rests = Optional.empty();
        channel.send(job.run(subjob, time.now().plus(early)));
        try {
            WorkerEvent event = channel.next();
            while (forward(event, progress)) {
                event = channel.next();
            }
            if (!(event instanceof WorkerEvent.Reported reported)) {
                throw channel.unexpected(event, "report");
            }
            Report report = report(reported.report(), slice.kind());
            warm = warm || !(report.outcome() instanceof Outcome.Failed);
            return report;
        } catch (InterruptedException e) {
            kill();
            throw e;
        }
    }

    private boolean forward(WorkerEvent event, Progress progress) {
        if (event instanceof WorkerEvent.Progress at) {
            progress.at(at.nextAtom(), at.memory());
            return true;
        }
        if (event instanceof WorkerEvent.PhaseBegun begun) {
            progress.entered(begun.phase());
            return true;
        }
        if (event instanceof WorkerEvent.Shrunk shrunk) {
            progress.shrunk(shrunk.freed());
            return true;
        }
        if (event instanceof WorkerEvent.Rested rested) {
            rests = Optional.of(rested);
            return true;
        }
        if (event instanceof WorkerEvent.Step step) {
            whereabouts = Optional.of(step.place());
            return true;
        }
        return false;
    }

    /** Returns on which rung the worker was after its last subjob, and what it held; empty if it did not say. */
    Optional<WorkerEvent.Rested> rests() {
        return rests;
    }

    @Override
    public boolean isWarm() {
        return warm;
    }

    /** Returns where the worker said that the subjob was when it was last asked to stop. */
    @Override
    public Optional<String> whereabouts() {
        return whereabouts;
    }

    @Override
    public void shrink(Pressure pressure) {
        tell(new WorkerCommand.Shrink(pressure));
    }

    @Override
    public void yieldSoon() {
        tell(new WorkerCommand.Yield());
    }

    private void tell(WorkerCommand command) {
        try {
            channel.send(command);
        } catch (WorkerException e) {
            // Whoever waits for its report learns that it is gone; there is nothing to ask of it any more.
            kill();
        }
    }

    @Override
    public void kill() {
        channel.kill();
    }

    /** Ends the worker. A launcher that keeps workers warm wraps this worker and closes it later. */
    @Override
    public void close() {
        kill();
    }

    private static Report report(WorkerReport message, SliceKind kind) throws WorkerException {
        List<Sample> samples =
                message.samples().stream().map(it -> ChildJob.sample(it, kind)).toList();
        return new Report(
                message.firstAtom(),
                outcome(message),
                Duration.ofNanos(message.tookNanos()),
                samples,
                Optional.ofNullable(message.metric()));
    }

    private static Outcome outcome(WorkerReport message) throws WorkerException {
        try {
            return switch (message.outcome()) {
                case "finished" -> new Outcome.Finished(message.nextAtom());
                case "yielded" -> new Outcome.Yielded(message.nextAtom(), StopReason.valueOf(message.why()));
                case "failed" ->
                    new Outcome.Failed(message.nextAtom(), FailureKind.valueOf(message.why()), message.message());
                default -> throw new IllegalArgumentException("no outcome is called " + message.outcome());
            };
        } catch (IllegalArgumentException e) {
            throw new WorkerException("the worker's report is not valid: " + e.getMessage(), "See its log", e);
        }
    }
}
