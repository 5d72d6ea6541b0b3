package org.atomizable.core.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.Calibration;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.SamplerSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a calibration a store beside the job's own, on the same disk, and clears it away. What an object store takes is not
 * measured: there it is on the disk for temporary files.
 */
final class Calibrating {

    private static final Logger LOG = LoggerFactory.getLogger(Calibrating.class);

    private Calibrating() {}

    static List<Sample> beside(
            StoreOpening own, JobSource source, SamplerSource samplers, TimeSource time, SliceKind kind, long atoms)
            throws WorkerException, InterruptedException {
        Path near = near(own);
        Path scratch = near.resolveSibling(prefix(near, ProcessHandle.current().pid())
                + Thread.currentThread().getId());
        try (CheckpointStore store = Checkpoints.in(scratch, "calibration")) {
            return Calibration.run(source, store, samplers, time, kind, atoms);
        } catch (CheckpointException e) {
            throw new WorkerException(
                    FailureKind.CHECKPOINT,
                    "calibration writes and reads checkpoints in %s, which failed: %s".formatted(scratch, what(e)),
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

    private static String what(AtomizableException e) {
        String message = String.valueOf(e.getMessage());
        String remedy = ". " + e.remedy();
        return message.endsWith(remedy) ? message.substring(0, message.length() - remedy.length()) : message;
    }

    private static Path near(StoreOpening own) {
        return own.directory().orElse(Path.of(System.getProperty("java.io.tmpdir"), own.job()));
    }

    private static String prefix(Path near, long pid) {
        return near.getFileName() + ".calibration-" + pid + "-";
    }

    /** Clears what a process left that was killed while it calibrated. */
    static void clearAfter(long pid, StoreOpening own) {
        Path near = near(own).toAbsolutePath();
        try (Stream<Path> beside = Files.list(near.resolveSibling(""))) {
            beside.filter(it -> String.valueOf(it.getFileName()).startsWith(prefix(near, pid)))
                    .toList()
                    .forEach(Calibrating::clear);
        } catch (IOException e) {
            LOG.warn("the directory beside {} cannot be read: {}", near, e.toString());
        }
    }

    /** Clears what is left; a failure of the calibration itself is more worth telling than one of this. */
    private static void clear(Path scratch) {
        if (!Files.exists(scratch)) {
            return;
        }
        try (Stream<Path> all = Files.walk(scratch)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn(
                    "the directory {} of a calibration cannot be cleared away, delete it by hand: {}",
                    scratch,
                    e.toString());
        }
    }
}
