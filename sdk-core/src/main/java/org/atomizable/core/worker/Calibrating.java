package org.atomizable.core.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.run.Calibration;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.SamplerSource;

/**
 * Gives a calibration a store beside the job's own, on the same disk, and clears it away. What an object store takes is not
 * measured: there it is on the disk for temporary files.
 */
final class Calibrating {

    private Calibrating() {}

    static List<Sample> beside(
            StoreOpening own, JobSource source, SamplerSource samplers, TimeSource time, SliceKind kind, long atoms)
            throws WorkerException {
        Path near = own.directory().orElse(Path.of(System.getProperty("java.io.tmpdir"), own.job()));
        Path scratch = near.resolveSibling(near.getFileName() + ".calibration-"
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().getId());
        try (CheckpointStore store = Checkpoints.in(scratch, "calibration")) {
            return Calibration.run(source, store, samplers, time, kind, atoms);
        } catch (AtomizableException e) {
            throw new WorkerException("calibration failed: " + e.getMessage(), e.remedy(), e);
        } catch (Exception e) {
            throw new WorkerException(
                    "calibration failed: the job threw " + e, "Run the job by itself and correct what it throws", e);
        } finally {
            clear(scratch);
        }
    }

    private static void clear(Path scratch) throws WorkerException {
        if (!Files.exists(scratch)) {
            return;
        }
        try (Stream<Path> all = Files.walk(scratch)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new WorkerException("cannot clear away " + scratch + ": " + e, "Delete that directory by hand", e);
        }
    }
}
