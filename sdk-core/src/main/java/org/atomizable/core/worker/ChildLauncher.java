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
        private ChildProcess child;

        ChildWorker(Slice slice, ChildProcess child) {
            this.slice = slice;
            this.child = child;
        }

        private ChannelWorker worker() {
            return new ChannelWorker(child.channel(), slice, job, pool.time());
        }

        @Override
        public Report run(Subjob subjob, Progress progress) throws WorkerException, InterruptedException {
            Report report = worker().run(subjob, progress);
            if (!(report.outcome() instanceof Outcome.Failed)) {
                child.serves(job);
            }
            return report;
        }

        @Override
        public boolean isWarm() {
            return child.hasServed(job);
        }

        /** Calibrates in a fresh process, as the first subjob will find it. */
        @Override
        public List<Sample> calibrate(long atoms) throws WorkerException, InterruptedException {
            return calibrated(worker -> worker.calibrate(atoms));
        }

        @Override
        public List<Sample> calibrate(long atoms, Duration limit, Steps steps)
                throws WorkerException, InterruptedException {
            return calibrated(worker -> worker.calibrate(atoms, limit, steps));
        }

        private List<Sample> calibrated(Calibration calibration) throws WorkerException, InterruptedException {
            child = pool.fresh(slice, child);
            child.serves(job);
            try {
                List<Sample> samples = new ArrayList<>();
                samples.add(new Sample(slice.kind(), Phase.START_UP, child.startUp(), Bytes.ZERO));
                samples.addAll(calibration.by(worker()));
                return samples;
            } catch (WorkerException | InterruptedException e) {
                // What it left in the store can be cleared now that it is gone.
                Calibrating.clearAfter(child.pid(), job.store());
                throw e;
            }
        }

        @Override
        public void yieldSoon() {
            worker().yieldSoon();
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

    private interface Calibration {
        List<Sample> by(Worker worker) throws WorkerException, InterruptedException;
    }
}
