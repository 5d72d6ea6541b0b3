package org.atomizable.core.worker;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.core.worker.channel.WorkerEvent;

/** Launches one job's workers from processes that were kept, or got ready before their grant. */
final class PoolLauncher implements WorkerLauncher {

    private final WorkerPool pool;
    private final ChildJob job;
    private final TimeSource time;

    PoolLauncher(WorkerPool pool, ChildJob job, TimeSource time) {
        this.pool = pool;
        this.job = job;
        this.time = time;
    }

    @Override
    public Worker launch(Slice slice) throws WorkerException, InterruptedException {
        return new PooledWorker(slice, pool.take(slice, job, Optional.empty()));
    }

    @Override
    public Worker launch(Grant grant) throws WorkerException, InterruptedException {
        pool.leaveBefore(grant.slice(), job, grant.starts());
        return new PooledWorker(grant.slice(), pool.take(grant.slice(), job, Optional.of(grant.ends())));
    }

    @Override
    public boolean isWarm(Slice slice) {
        return pool.isWarm(slice, job);
    }

    @Override
    public void prepare(Slice slice) {
        pool.prepare(slice, job);
    }

    /** The slice is the job's alone. */
    void makeAhead(Slice slice) {
        pool.allow(slice, job, new WorkerPool.Stay(slice.memory(), Instant.MAX), Bytes.ZERO);
        pool.prepare(slice, job);
    }

    @Override
    public void release(Slice slice) {
        pool.release(job, Optional.of(slice));
    }

    /** Ends the workers that hold the job's instance; the other processes are the pool's, and other jobs may use them. */
    @Override
    public void close() {
        pool.release(job, Optional.empty());
    }

    private final class PooledWorker implements Worker {

        private final Slice slice;
        private final ChildProcess child;
        private final ChannelWorker worker;
        private final List<Sample> preparation;
        private volatile Warmth warmth;

        PooledWorker(Slice slice, WorkerPool.Ready ready) {
            this.slice = slice;
            this.child = ready.child();
            this.worker = new ChannelWorker(child.channel(), slice, job, time, child.endsEarly());
            this.preparation = ready.warmth().costs();
            this.warmth = ready.warmth().withoutCosts();
        }

        @Override
        public List<Sample> preparation() {
            return preparation;
        }

        @Override
        public Report run(Subjob subjob, Progress progress) throws WorkerException, InterruptedException {
            boolean madeReady = warmth.state() != WarmState.PROCESS && !child.hasServed(job);
            warmth = warmth.after(WarmEvent.GRANTED, subjob.grant().capacity());
            Report report;
            try {
                child.lease().begins(subjob.grant().ends());
                child.log().begin();
                report = worker.run(subjob, progress);
            } catch (WorkerException e) {
                if (!endedForItsGrant(e)) {
                    failedIn(madeReady);
                }
                if (endedForItsGrant(e) || e.kind() == FailureKind.WORKER_LOST) {
                    // Whatever is wrong with it, the next subjob shall not meet it.
                    child.kill();
                }
                throw e;
            }
            ended(subjob, report);
            if (report.outcome() instanceof Outcome.Failed) {
                failedIn(madeReady);
            } else {
                child.serves(job);
            }
            return report;
        }

        private void ended(Subjob subjob, Report report) {
            Bytes used = report.samples().stream().map(Sample::peak).reduce(Bytes.ZERO, Bytes::max);
            Instant until = subjob.grant().residentUntil();
            pool.allow(slice, job, new WorkerPool.Stay(subjob.grant().resident(), until), used);
            Optional<WorkerEvent.Rested> rests = worker.rests();
            boolean holds = rests.filter(it -> it.rung().holdsSlice()).isPresent();
            boolean stays = holds && child.lease().stays(until);
            if (!stays) {
                child.lease().ended();
            }
            warmth = stays
                    ? warmth.after(WarmEvent.PAUSED, rests.get().held())
                    : warmth.after(WarmEvent.RELEASED, Bytes.ZERO);
            if (rests.isEmpty() || (!stays && (holds || ChildProcesses.isCudaDevice(slice)))) {
                // It could not let go of the job, or nobody would end it in time; or an engine's context stays on the
                // device
                // for as long as its process lives.
                child.kill();
            }
        }

        private static boolean endedForItsGrant(WorkerException e) {
            return e.kind() == FailureKind.CUT || e.kind() == FailureKind.OVERRUN;
        }

        private void failedIn(boolean madeReady) {
            if (madeReady) {
                pool.unfit(job);
                child.kill();
            }
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
        public Optional<String> printed() {
            return Optional.of(child.log().sinceBegun());
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
            if (warmth.state() == WarmState.ACTIVE) {
                // Nobody waits for its subjob's end any more.
                child.kill();
            }
            pool.keep(slice, job, new WorkerPool.Ready(child, warmth));
        }
    }
}
