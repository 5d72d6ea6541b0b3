package org.atomizable.core.worker;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.JobSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a calibration on a separate thread, reports its progress, and gives up if one step takes too long.
 *
 * <p>Java cannot stop a thread. A calibration that is given up continues until its process ends, and commits nothing.
 */
final class CalibrationWatch {

    private static final Logger LOG = LoggerFactory.getLogger(CalibrationWatch.class);
    private static final Duration TICK = Duration.ofSeconds(5);
    private static final Duration MOST_TO_STOP = Duration.ofMillis(500);

    /** A calibration of a job that is made by the source it is given. */
    @FunctionalInterface
    interface Work {
        List<Sample> samples(JobSource watched) throws WorkerException, InterruptedException;
    }

    /** What the waiting thread reacts to; a tick if both are empty. */
    private record Event(Optional<List<Sample>> samples, Optional<Throwable> failure) {
        static final Event TICK = new Event(Optional.empty(), Optional.empty());
    }

    private final Duration limit;
    private final Worker.Steps steps;
    private final TimeSource time;
    private final StepClock clock;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    CalibrationWatch(Duration limit, Worker.Steps steps, TimeSource time) {
        this.limit = limit;
        this.steps = steps;
        this.time = time;
        this.clock = new StepClock(time);
    }

    /** Runs it, and waits for its end or for the limit. */
    List<Sample> watch(JobSource source, Work work) throws WorkerException, InterruptedException {
        Thread thread = new Thread(
                () -> events.add(result(() -> work.samples(() -> new WatchedJob(source.create(), clock)))),
                "atomizable-calibration");
        thread.setDaemon(true);
        thread.start();
        try {
            Event event = nextOrTick();
            while (event.equals(Event.TICK)) {
                look(thread);
                event = nextOrTick();
            }
            if (event.failure().isPresent()) {
                throw asItWas(event.failure().get());
            }
            return event.samples().orElseThrow();
        } catch (InterruptedException e) {
            stop(thread);
            throw e;
        }
    }

    /** Asks the thread to stop, which a job that waits hears and one that computes does not. */
    private static void stop(Thread thread) throws InterruptedException {
        thread.interrupt();
        thread.join(MOST_TO_STOP.toMillis());
    }

    private Event nextOrTick() throws InterruptedException {
        TimeSource.Timer tick = time.schedule(TICK.compareTo(limit) < 0 ? TICK : limit, () -> events.add(Event.TICK));
        try {
            return events.take();
        } finally {
            tick.cancel();
        }
    }

    private void look(Thread thread) throws WorkerException, InterruptedException {
        StepClock.Step step = clock.now();
        if (step.since().compareTo(limit) < 0) {
            steps.at(step.name(), step.since());
            return;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        StringBuilder whole = new StringBuilder();
        for (StackTraceElement frame : stack) {
            whole.append("\n\tat ").append(frame);
        }
        LOG.error(
                "{} has not ended after {} s. It is here:{}",
                step.name(),
                step.since().toSeconds(),
                whole);
        stop(thread);
        String place = StackPlace.innermost(stack);
        throw new WorkerException(
                FailureKind.STUCK,
                "calibration was given up: %s had not ended after %d s%s"
                        .formatted(step.name(), step.since().toSeconds(), place.isEmpty() ? "" : "; it is at " + place),
                "If it never ends, correct the job: the whole stack is in the log. If it is only slow, make it shorter, or"
                        + " give it more time (run --calibration-limit)");
    }

    private interface Doing {
        List<Sample> done() throws WorkerException, InterruptedException;
    }

    private static Event result(Doing doing) {
        try {
            return new Event(Optional.of(doing.done()), Optional.empty());
        } catch (Throwable e) {
            return new Event(Optional.empty(), Optional.of(e));
        }
    }

    private static WorkerException asItWas(Throwable failure) throws InterruptedException {
        if (failure instanceof WorkerException e) {
            return e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        // The job's own thread was interrupted, by the job: nobody else has it.
        return new WorkerException(
                FailureKind.JOB,
                "calibration failed: the job threw " + failure,
                "Run the job by itself and correct what it throws",
                failure);
    }
}
