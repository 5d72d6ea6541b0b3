package org.atomizable.lab.faults;

import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.atomizable.checkpoint.disk.Disk;
import org.jspecify.annotations.Nullable;

/** The disk of one job's store, which all processes of the job use. */
final class JobDisk {

    private static final Path STORE = Path.of("/store");
    private static final int LITTLE_ROOM = 200;

    private final SplittableRandom chance;
    private CrashingDisk disk = new CrashingDisk();
    private @Nullable ProcessDisk holder;

    JobDisk(SplittableRandom chance) {
        this.chance = chance;
    }

    /**
     * Opens the store of a job on a disk.
     *
     * @param ids numbers for the names of drafts
     */
    static CheckpointStore store(Disk disk, String job, NodeClock clock, LongSupplier ids) throws CheckpointException {
        return Checkpoints.on(
                disk,
                STORE,
                job,
                StoreOptions.usual().by(clock),
                () -> String.format(Locale.ROOT, "%012x", ids.getAsLong() >>> 16));
    }

    CrashingDisk now() {
        return disk;
    }

    /** The machine loses its power: what was not forced may be lost. */
    void losePower() {
        disk = disk.survivor(chance);
        holder = null;
    }

    void full() {
        disk.withRoomFor(disk.bytesUsed() + chance.nextInt(LITTLE_ROOM));
    }

    void room() {
        disk.withRoomFor(Long.MAX_VALUE);
    }

    /** Returns whether a process now holds the store's lock. */
    boolean locks(ProcessDisk process) {
        if (holder != null && holder != process) {
            return false;
        }
        holder = process;
        return true;
    }

    void unlocks(ProcessDisk process) {
        if (holder == process) {
            holder = null;
        }
    }
}
