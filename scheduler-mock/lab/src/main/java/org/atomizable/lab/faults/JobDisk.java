package org.atomizable.lab.faults;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.jspecify.annotations.Nullable;

/** The disk of one job's store, which all processes of the job use. */
final class JobDisk {

    static final Path STORE = Path.of("/store");
    private static final int LITTLE_ROOM = 200;

    private final SplittableRandom chance;
    private CrashingDisk disk = new CrashingDisk();
    private @Nullable ProcessDisk holder;

    JobDisk(SplittableRandom chance) {
        this.chance = chance;
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
