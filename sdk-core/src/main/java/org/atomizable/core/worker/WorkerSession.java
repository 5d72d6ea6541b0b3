package org.atomizable.core.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.SampleMessage;
import org.atomizable.api.wire.StraightResult;
import org.atomizable.api.wire.WorkerLine;
import org.atomizable.api.wire.WorkerOrder;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.core.wire.FromWire;
import org.atomizable.core.wire.ToWire;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a worker's orders. It keeps the instance of one job only. On a GPU, another job's instance would hold
 * memory that was promised to the slice's next subjob.
 */
final class WorkerSession {

    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private final PrintStream answers;
    private final TimeSource time;
    private @Nullable ChildJob current;
    /** Jobs of which this process has run atoms: their classes are loaded, whichever job came in between. */
    private final Set<ChildJob> served = new HashSet<>();

    private @Nullable SubjobRunner runner;

    WorkerSession(PrintStream answers, TimeSource time) {
        this.answers = answers;
        this.time = time;
    }

    void sayReady() {
        say(line("ready"));
    }

    void sayError(FailureKind kind, String message) {
        say(new WorkerLine("error", null, null, null, null, null, message, kind.name(), null));
    }

    /** The last line of a process that the job's code ends. */
    void sayExiting(String where) {
        say(new WorkerLine("exiting", null, null, null, null, null, where));
    }

    synchronized void yieldSoon() {
        if (runner != null) {
            runner.yieldSoon();
        }
    }

    void carryOut(WorkerOrder order) {
        try {
            ChildJob job = job(order);
            SliceKind kind = new SliceKind(order.kind() == null ? "none" : order.kind());
            switch (order.type()) {
                case "run" -> run(order, job, kind);
                case "calibrate" -> calibrate(order, job, kind);
                case "straight" -> straight(job);
                default -> sayError(FailureKind.WORKER_LOST, "no order is called " + order.type());
            }
        } catch (WorkerException e) {
            sayError(e.kind(), String.valueOf(e.getMessage()));
        } catch (CheckpointException e) {
            sayError(FailureKind.CHECKPOINT, String.valueOf(e.getMessage()));
        } catch (AtomizableException e) {
            sayError(FailureKind.JOB, String.valueOf(e.getMessage()));
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            sayError(FailureKind.JOB, e.toString());
        } catch (OutOfMemoryError e) {
            sayError(FailureKind.OUT_OF_MEMORY, e.toString());
        }
    }

    private void run(WorkerOrder order, ChildJob job, SliceKind kind) throws AtomizableException {
        if (order.subjob() == null) {
            throw new IllegalArgumentException("an order to run must hold a subjob");
        }
        // Read before the store is opened: that takes of the grant's time too.
        long began = time.nanos();
        RunPlan plan = ChildJob.plan(order.subjob(), kind, time.now());
        SubjobRunner serving = runnerFor(job, began);
        Report report = serving.run(plan, progress());
        if (serving.isWarm()) {
            serves(job);
        }
        say(new WorkerLine("report", null, null, message(report), null, null, null));
    }

    private Worker.Progress progress() {
        return new Worker.Progress() {
            @Override
            public void at(long next, Bytes memory) {
                say(new WorkerLine("progress", next, memory.count(), null, null, null, null));
            }

            @Override
            public void entered(Phase phase) {
                say(new WorkerLine("phase", null, null, null, null, null, phase.name()));
            }
        };
    }

    private void calibrate(WorkerOrder order, ChildJob job, SliceKind kind)
            throws AtomizableException, InterruptedException {
        long atoms = order.atoms() == null ? 0 : order.atoms();
        Duration limit = order.limitSeconds() == null ? FOR_EVER : FromWire.seconds(order.limitSeconds());
        List<Sample> samples = new CalibrationWatch(limit, this::sayStep, time)
                .watch(
                        job.job(),
                        watched -> Calibrating.beside(job.store(), watched, samplers(job), time, kind, atoms));
        serves(job);
        say(new WorkerLine("samples", null, null, null, messages(samples), null, null));
    }

    private void sayStep(String step, Duration since) {
        say(new WorkerLine("step", null, null, null, null, null, step, null, ToWire.seconds(since)));
    }

    private void straight(ChildJob job) throws Exception {
        StraightRun run = StraightRun.of(
                job.job(), time, next -> say(new WorkerLine("progress", next, 0L, null, null, null, null)));
        StraightResult result = new StraightResult(
                run.sha256(),
                run.atoms(),
                run.took().toNanos() / 1e9,
                run.metric().map(it -> it.name()).orElse(null),
                run.metric().map(it -> it.value()).orElse(0.0),
                run.metric().map(it -> it.low()).orElse(0.0),
                run.metric().map(it -> it.high()).orElse(0.0));
        say(new WorkerLine("straight", null, null, null, null, result, null));
    }

    private synchronized SubjobRunner runnerFor(ChildJob job, long began) throws AtomizableException {
        SubjobRunner warm = runner;
        if (warm != null && job.equals(current)) {
            return warm;
        }
        if (warm != null) {
            runner = null;
            warm.close();
        }
        SubjobRunner fresh = new SubjobRunner(job.job(), job.store().open(), samplers(job), time, began);
        if (served.contains(job)) {
            fresh.startWarm();
        }
        runner = fresh;
        current = job;
        return fresh;
    }

    private synchronized void serves(ChildJob job) {
        served.add(job);
    }

    private static SamplerSource samplers(ChildJob job) {
        return Samplers.of(job.memoryScale());
    }

    private static ChildJob job(WorkerOrder order) throws Exception {
        if (order.job() == null || order.store() == null || order.owner() == null) {
            throw new IllegalArgumentException("an order must name a job, its store and the store's owner");
        }
        NamedJob named = new NamedJob(order.job(), order.parameters() == null ? Map.of() : order.parameters());
        return new ChildJob(named, new StoreOpening(order.store(), order.owner()), order.memoryScale());
    }

    private static WorkerReport message(Report report) {
        return new WorkerReport(
                report.outcome().match(it -> "finished", it -> "yielded", it -> "failed"),
                report.outcome()
                        .match(it -> "", it -> it.why().name(), it -> it.kind().name()),
                report.outcome().match(it -> "", it -> "", it -> it.message()),
                report.firstAtom(),
                report.outcome().nextAtom(),
                report.took().toNanos(),
                messages(report.samples()));
    }

    private static List<SampleMessage> messages(List<Sample> samples) {
        return samples.stream().map(ChildJob::message).toList();
    }

    private static WorkerLine line(String type) {
        return new WorkerLine(type.toLowerCase(Locale.ROOT), null, null, null, null, null, null);
    }

    private synchronized void say(WorkerLine line) {
        try {
            byte[] bytes = (WireJson.mapper().writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
            answers.write(bytes, 0, bytes.length);
            answers.flush();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be put as JSON", e);
        }
    }
}
