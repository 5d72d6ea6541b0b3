package org.atomizable.core.worker;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.run.Calibration;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.SamplerSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a calibration its own store, on the same disk or in the same object store as the job's, and removes it
 * afterwards.
 */
final class Calibrating {

    private static final Logger LOG = LoggerFactory.getLogger(Calibrating.class);

    /** Calibrations that this process has begun. */
    private static final AtomicLong COUNT = new AtomicLong();

    private Calibrating() {}

    static List<Sample> beside(
            StoreOpening own, JobSource source, SamplerSource samplers, TimeSource time, SliceKind kind, long atoms)
            throws WorkerException, InterruptedException {
        long began = time.nanos();
        StoreOpening scratch = scratchOf(own);
        try (CheckpointStore store = scratch.open()) {
            return Calibration.run(source, store, samplers, time, kind, began, atoms);
        } catch (CheckpointException e) {
            throw new WorkerException(
                    FailureKind.CHECKPOINT,
                    "calibration writes and reads checkpoints in %s, which failed: %s"
                            .formatted(scratch.location(), what(e)),
                    e.remedy(),
                    e);
        } catch (InterruptedException e) {
            throw e;
        } catch (AtomizableException e) {
            throw new WorkerException(FailureKind.JOB, "calibration failed: " + what(e), e.remedy(), e);
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            throw new WorkerException(
                    FailureKind.JOB,
                    "calibration failed: the job threw " + e,
                    "Run the job by itself and correct what it throws",
                    e);
        } catch (OutOfMemoryError e) {
            throw new WorkerException(
                    FailureKind.OUT_OF_MEMORY,
                    "calibration failed: " + e,
                    "Give the worker a larger heap (ATOMIZABLE_JAVA_OPTS=-Xmx...), or let an atom hold less",
                    e);
        } finally {
            clear(scratch);
        }
    }

    private static StoreOpening scratchOf(StoreOpening own) throws WorkerException {
        try {
            return scratch(own, ProcessHandle.current().pid(), COUNT.getAndIncrement());
        } catch (CheckpointException e) {
            throw new WorkerException(
                    FailureKind.CHECKPOINT,
                    "calibration needs a store beside %s: %s".formatted(own.location(), what(e)),
                    e.remedy(),
                    e);
        }
    }

    private static String what(AtomizableException e) {
        String message = String.valueOf(e.getMessage());
        String remedy = ". " + e.remedy();
        return message.endsWith(remedy) ? message.substring(0, message.length() - remedy.length()) : message;
    }

    private static StoreOpening scratch(StoreOpening own, long pid, long count) throws CheckpointException {
        return own.beside("calibration-" + pid + "-" + count, "calibration");
    }

    /** Clears what a worker's process left that was killed in its first calibration; it never has another one. */
    static void clearAfter(long pid, StoreOpening own) {
        try {
            clear(scratch(own, pid, 0));
        } catch (CheckpointException e) {
            LOG.warn("what a calibration wrote cannot be found: {}", e.getMessage());
        }
    }

    /** Clears what is left; a failure of the calibration itself is more worth telling than one of this. */
    private static void clear(StoreOpening scratch) {
        try {
            scratch.remove();
        } catch (CheckpointException e) {
            LOG.warn("what a calibration wrote is left over: {}", e.getMessage());
        }
    }
}
