package org.atomizable.core.worker;

import java.util.Optional;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Slice;

/** Launches one job's workers as child processes. */
final class ChildLauncher implements WorkerLauncher {

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
        private final ChildProcess child;
        private final ChannelWorker worker;

        ChildWorker(Slice slice, ChildProcess child) {
            this.slice = slice;
            this.child = child;
            this.worker = new ChannelWorker(child.channel(), slice, job, pool.time(), false);
        }

        @Override
        public Report run(Subjob subjob, Progress progress) throws WorkerException, InterruptedException {
            Report report;
            try {
                report = worker.run(subjob, progress);
            } catch (WorkerException e) {
                if (e.kind() == FailureKind.WORKER_LOST) {
                    // Whatever is wrong with it, the next subjob shall not meet it.
                    child.kill();
                }
                throw e;
            }
            if (!(report.outcome() instanceof Outcome.Failed)) {
                child.serves(job);
            }
            return report;
        }

        @Override
        public boolean isWarm() {
            return child.hasServed(job);
        }

        @Override
        public Optional<String> whereabouts() {
            return worker.whereabouts();
        }

        @Override
        public void shrink(Pressure pressure) {
            worker.shrink(pressure);
        }

        @Override
        public void yieldSoon() {
            worker.yieldSoon();
        }

        @Override
        public void freeze() {
            child.control().freeze();
        }

        @Override
        public void thaw() {
            child.control().thaw();
        }

        @Override
        public void rank(int score) {
            child.control().rank(score);
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
}
