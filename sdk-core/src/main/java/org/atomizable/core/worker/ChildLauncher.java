package org.atomizable.core.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.WorkerLine;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.wire.FromWire;
import org.jspecify.annotations.Nullable;

/** Launches one job's workers as child processes. */
final class ChildLauncher implements WorkerLauncher {

    private static final Duration USUAL_LIMIT = Duration.ofMinutes(30);
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final ChildProcesses pool;
    private final ChildJob job;

    ChildLauncher(ChildProcesses pool, ChildJob job) {
        this.pool = pool;
        this.job = job;
    }

    @Override
    public Worker launch(Slice slice) throws WorkerException, InterruptedException {
        return new ChildWorker(slice, pool.take(slice));
    }

    @Override
    public boolean isWarm(Slice slice) {
        return pool.isWarm(slice, job);
    }

    /** Does nothing: the processes are the pool's, and other jobs may use them. */
    @Override
    public void close() {}

    private final class ChildWorker implements Worker {

        private final Slice slice;
        private ChildProcess child;

        ChildWorker(Slice slice, ChildProcess child) {
            this.slice = slice;
            this.child = child;
        }

        @Override
        public Report run(Subjob subjob, Progress progress) throws WorkerException, InterruptedException {
            child.order(job.run(subjob, TimeSource.system().now()));
            try {
                WorkerLine line = child.next();
                while (tells(line, progress)) {
                    line = child.next();
                }
                Report report = report(line.report(), slice.kind());
                if (!(report.outcome() instanceof Outcome.Failed)) {
                    child.serves(job);
                }
                return report;
            } catch (InterruptedException e) {
                kill();
                throw e;
            }
        }

        private static boolean tells(WorkerLine line, Progress progress) {
            if (line.type().equals("progress") && line.nextAtom() != null && line.memoryBytes() != null) {
                progress.at(line.nextAtom(), Bytes.of(line.memoryBytes()));
                return true;
            }
            if (line.type().equals("phase") && line.message() != null) {
                progress.entered(new Phase(line.message()));
                return true;
            }
            return false;
        }

        @Override
        public boolean isWarm() {
            return child.hasServed(job);
        }

        @Override
        public List<Sample> calibrate(long atoms) throws WorkerException, InterruptedException {
            return calibrate(atoms, USUAL_LIMIT, (step, since) -> {});
        }

        /** Calibrates in a fresh process, as the first subjob will find it. */
        @Override
        public List<Sample> calibrate(long atoms, Duration limit, Steps steps)
                throws WorkerException, InterruptedException {
            child = pool.fresh(slice, child);
            child.serves(job);
            try {
                child.order(job.calibrate(slice.kind(), atoms, limit));
                // The worker itself gives up at the limit; one that cannot even do that is killed.
                WorkerLine line = child.next(limit.plus(GRACE), FailureKind.STUCK);
                while (line.type().equals("step") && line.message() != null && line.seconds() != null) {
                    steps.at(line.message(), FromWire.seconds(line.seconds()));
                    line = child.next(limit.plus(GRACE), FailureKind.STUCK);
                }
                return samples(line);
            } catch (WorkerException | InterruptedException e) {
                // It may hold a thread that never ends. What it left in the store can be cleared once it is gone.
                child.kill();
                Calibrating.clearAfter(child.pid(), job.store());
                throw e;
            }
        }

        private List<Sample> samples(WorkerLine line) throws WorkerException {
            if (line.samples() == null) {
                throw new WorkerException(
                        "the worker said \"%s\" where \"samples\" was expected".formatted(line.type()),
                        "Use the same version of agent and worker");
            }
            List<Sample> samples = new ArrayList<>();
            samples.add(new Sample(slice.kind(), Phase.START_UP, child.startUp(), Bytes.ZERO));
            line.samples().forEach(it -> samples.add(ChildJob.sample(it, slice.kind())));
            return samples;
        }

        @Override
        public void yieldSoon() {
            try {
                child.order(ChildJob.plain("yield"));
            } catch (WorkerException e) {
                // Whoever waits for its report learns that it is gone; there is nothing to ask of it any more.
                child.kill();
            }
        }

        @Override
        public void kill() {
            child.kill();
        }

        @Override
        public void close() {
            pool.keep(slice, child);
        }
    }

    private static Report report(@Nullable WorkerReport message, SliceKind kind) throws WorkerException {
        if (message == null) {
            throw new WorkerException("the worker ended a subjob without a report", "See its log");
        }
        List<Sample> samples =
                message.samples().stream().map(it -> ChildJob.sample(it, kind)).toList();
        return new Report(message.firstAtom(), outcome(message), Duration.ofNanos(message.tookNanos()), samples);
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
