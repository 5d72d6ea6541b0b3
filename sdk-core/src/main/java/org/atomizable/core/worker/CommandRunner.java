package org.atomizable.core.worker;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.SampleMessage;
import org.atomizable.api.wire.StraightResult;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.run.Failure;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.core.worker.channel.EventWriter;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.atomizable.core.worker.channel.WorkerEvent;
import org.atomizable.core.worker.warm.Rung;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out a worker's commands. It keeps the instance of one job only. On a GPU, another job's instance would hold
 * memory that was promised to the slice's next subjob.
 */
final class CommandRunner {

    /** A property of the JVM that leaves out the self-check of new jobs. */
    static final String NO_SELF_CHECK = "atomizable.noSelfCheck";

    private static final Logger LOG = LoggerFactory.getLogger(CommandRunner.class);

    private final EventWriter events;
    private final TimeSource time;
    private final RunningSubjob running;
    private @Nullable ChildJob current;
    /** Jobs of which this process has run atoms: their classes are loaded, whichever job came in between. */
    private final Set<ChildJob> served = new HashSet<>();

    private final EngineAhead engine = new EngineAhead();
    private @Nullable SubjobRunner runner;
    private volatile boolean ended;
    private final Optional<Watchdog> watchdog;
    private Duration longestCommit = Duration.ZERO;

    CommandRunner(EventWriter events, TimeSource time, Optional<Watchdog> watchdog) {
        this.watchdog = watchdog;
        this.events = events;
        this.time = time;
        this.running = new RunningSubjob(time);
    }

    synchronized void shrink(Pressure pressure) {
        if (runner != null) {
            runner.shrink(pressure);
        }
    }

    void yieldSoon() {
        askToStop();
        running.askedToStop((place, since) -> events.say(new WorkerEvent.Step(place, since)));
    }

    private synchronized void askToStop() {
        if (runner != null) {
            runner.yieldSoon();
        }
    }

    /** Makes sure that nothing is committed from now on, and that no further command is carried out. */
    synchronized void kill() {
        ended = true;
        if (runner != null) {
            runner.kill();
        }
    }

    /** Closes the job and its store; to be called on the thread that carries out commands. */
    synchronized void close() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
    }

    private interface Work {
        void done() throws Exception;
    }

    private void carryOut(Work work) {
        if (ended) {
            return;
        }
        try {
            work.done();
        } catch (WorkerException e) {
            failed(e.kind(), String.valueOf(e.getMessage()));
        } catch (CheckpointException e) {
            failed(FailureKind.CHECKPOINT, String.valueOf(e.getMessage()));
        } catch (AtomizableException e) {
            failed(FailureKind.JOB, String.valueOf(e.getMessage()));
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            failed(FailureKind.JOB, Failure.describe(e));
        } catch (OutOfMemoryError e) {
            failed(Failure.shortage(e), Failure.describe(e));
        }
    }

    private void failed(FailureKind kind, String message) {
        events.say(new WorkerEvent.Failed(kind, message));
    }

    void run(WorkerCommand.Run command) {
        carryOut(() -> {
            // Read before the store is opened: that takes of the grant's time too.
            long began = time.nanos();
            ChildJob job = ChildJob.of(command.job());
            RunPlan plan = ChildJob.plan(command.subjob(), command.kind(), time.now());
            WatchedRun watched = new WatchedRun(plan, time);
            if (watchdog.isPresent()) {
                watchdog.get().watch(Duration.between(time.now(), plan.ends()), commit(plan), watched);
            }
            Report report;
            SubjobRunner serving;
            try {
                serving = runnerFor(job, began);
                watched.runs(serving);
                report = running.run(() -> serving.run(plan, watched.telling(progress())));
            } finally {
                watchdog.ifPresent(Watchdog::rest);
            }
            remember(report);
            if (serving.isWarm()) {
                serves(job);
            }
            Optional.ofNullable(command.subjob().residentBytes())
                    .ifPresent(most -> rest(serving, report, Bytes.of(most)));
            events.say(new WorkerEvent.Reported(message(report)));
        });
    }

    private Duration commit(RunPlan plan) {
        return longestCommit.isZero() ? plan.reserve().checkpoint() : longestCommit;
    }

    private void remember(Report report) {
        report.samples().stream()
                .filter(it -> it.phase().isCheckpoint() && it.took().compareTo(longestCommit) > 0)
                .forEach(it -> longestCommit = it.took());
    }

    /**
     * The instance may still hold all the memory that it has used. If that is more than may stay, or the job is over, it is released before
     * the subjob's end is reported. A worker that cannot release it sends no message about its rest, and must be ended.
     */
    private void rest(SubjobRunner serving, Report report, Bytes most) {
        Bytes held = report.samples().stream().map(Sample::peak).reduce(Bytes.ZERO, Bytes::max);
        boolean goesOn = report.outcome() instanceof Outcome.Yielded;
        boolean stays = goesOn && serving.isLoaded() && most.exceeds(Bytes.ZERO) && !held.exceeds(most);
        try {
            if (!stays) {
                serving.release();
            }
        } catch (RuntimeException e) {
            LOG.warn("the subjob's end is reported, but its worker cannot let go of the job: {}", e.getMessage());
            return;
        }
        events.say(new WorkerEvent.Rested(stays ? Rung.LOADED : Rung.ENGINE, Duration.ZERO, stays ? held : Bytes.ZERO));
    }

    void warm(WorkerCommand.Warm command) {
        carryOut(() -> {
            ChildJob job = ChildJob.of(command.job());
            if (!command.rung().holdsSlice()) {
                release();
            }
            long began = time.nanos();
            boolean anew = engine.load(job.job());
            if (anew) {
                runnerFor(job, 0).readAhead();
            }
            events.say(new WorkerEvent.Rested(Rung.ENGINE, since(began, anew), Bytes.ZERO));
            if (command.rung().holdsSlice()) {
                long loads = time.nanos();
                SubjobRunner.Loaded loaded = runnerFor(job, 0).load();
                events.say(new WorkerEvent.Rested(Rung.LOADED, since(loads, loaded.anew()), loaded.held()));
            }
        });
    }

    /** Returns the time since a start; zero if nothing new was loaded. */
    private Duration since(long began, boolean anew) {
        return anew ? Duration.ofNanos(time.nanos() - began) : Duration.ZERO;
    }

    private synchronized void release() {
        if (runner != null) {
            runner.release();
        }
    }

    private Worker.Progress progress() {
        return new Worker.Progress() {
            @Override
            public void at(long next, Bytes memory) {
                events.say(new WorkerEvent.Progress(next, memory));
            }

            @Override
            public void entered(Phase phase) {
                events.say(new WorkerEvent.PhaseBegun(phase));
            }

            @Override
            public void shrunk(Bytes freed) {
                events.say(new WorkerEvent.Shrunk(freed));
            }
        };
    }

    void straight(WorkerCommand.Straight command) {
        carryOut(() -> {
            StraightRun run = StraightRun.of(
                    ChildJob.of(command.job()).job(),
                    time,
                    next -> events.say(new WorkerEvent.Progress(next, Bytes.ZERO)));
            StraightResult result = new StraightResult(
                    run.sha256(),
                    run.atoms(),
                    run.took().toNanos() / 1e9,
                    run.metric().map(it -> it.name()).orElse(null),
                    run.metric().map(it -> it.value()).orElse(0.0),
                    run.metric().map(it -> it.low()).orElse(0.0),
                    run.metric().map(it -> it.high()).orElse(0.0));
            events.say(new WorkerEvent.StraightDone(result));
        });
    }

    private synchronized SubjobRunner runnerFor(ChildJob job, long began) throws AtomizableException {
        SubjobRunner warm = runner;
        if (warm != null && job.equals(current)) {
            return warm;
        }
        if (warm != null) {
            runner = null;
            dismiss(warm);
        }
        SubjobRunner fresh = new SubjobRunner(source(job.job()), job.store().open(), samplers(job), time, began);
        if (!Boolean.getBoolean(NO_SELF_CHECK)) {
            fresh.checkOnce();
        }
        if (served.contains(job)) {
            fresh.startWarm();
        }
        if (ended) {
            fresh.kill();
        }
        runner = fresh;
        current = job;
        return fresh;
    }

    private JobSource source(NamedJob job) {
        return new JobSource() {
            @Override
            public Atomizable create() throws Exception {
                return made(job, job.create());
            }

            @Override
            public Atomizable createAnew() throws Exception {
                return made(job, job.createAnew());
            }

            @Override
            public Map<String, String> origin() {
                return job.origin();
            }

            @Override
            public List<String> suspects(Atomizable made) {
                return job.suspects(made);
            }
        };
    }

    private Atomizable made(NamedJob job, Atomizable made) throws Exception {
        try {
            engine.requireSettingsOf(job);
        } catch (WorkerException e) {
            made.close();
            throw e;
        }
        return made;
    }

    /** A job that does not let go may hold memory that was promised to the next one, which is not to blame for it. */
    private static void dismiss(SubjobRunner warm) throws WorkerException {
        try {
            warm.close();
        } catch (RuntimeException e) {
            throw new WorkerException(
                    "the worker cannot leave the job that it ran before: %s".formatted(e.getMessage()),
                    "Correct that job; a new worker process is needed",
                    e);
        }
    }

    private synchronized void serves(ChildJob job) {
        served.add(job);
    }

    private SamplerSource samplers(ChildJob job) {
        return Samplers.of(job.memoryScale(), time);
    }

    private static WorkerReport message(Report report) {
        List<SampleMessage> samples =
                report.samples().stream().map(ChildJob::message).toList();
        return new WorkerReport(
                report.outcome().match(it -> "finished", it -> "yielded", it -> "failed"),
                report.outcome()
                        .match(it -> "", it -> it.why().name(), it -> it.kind().name()),
                report.outcome().match(it -> "", it -> "", it -> it.message()),
                report.firstAtom(),
                report.outcome().nextAtom(),
                report.took().toNanos(),
                samples,
                report.metric().orElse(null));
    }
}
