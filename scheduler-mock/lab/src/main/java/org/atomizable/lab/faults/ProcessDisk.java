package org.atomizable.lab.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.checkpoint.disk.Disk;
import org.jspecify.annotations.Nullable;

/** A job's disk as one process sees it: each operation takes time, may fail, and is where the process may be killed. */
final class ProcessDisk implements Disk {

    private static final Duration BUSY = Duration.ofMillis(2);
    private static final long LONGEST_NANOS = 200_000;
    private static final int SLOW_MILLIS = 1000;

    private final World world;
    private final JobDisk place;
    private final String job;
    private final SplittableRandom chance;
    private @Nullable Hold hold;
    private boolean dead;

    ProcessDisk(World world, JobDisk place, String job, SplittableRandom chance) {
        this.world = world;
        this.place = place;
        this.job = job;
        this.chance = chance;
    }

    /** Operations of its process are under this grant from now on. */
    void under(Hold newest) {
        hold = newest;
    }

    /** Its process begins a draft. */
    void drafts(long nextAtom) {
        if (hold != null) {
            hold.drafts(nextAtom);
        }
    }

    /** Its process has ended. */
    void die() {
        dead = true;
        place.unlocks(this);
    }

    private void step() throws IOException {
        requireAlive();
        world.time().running().pause(chance.nextLong(LONGEST_NANOS));
        requireAlive();
        if (world.strikes(FaultKind.DISK_SLOW, chance)) {
            world.time().running().pause(Duration.ofMillis(1 + chance.nextInt(SLOW_MILLIS)));
            requireAlive();
        }
        if (world.strikes(FaultKind.DISK_ERROR, chance)) {
            throw new IOException("Input/output error");
        }
    }

    private void requireAlive() {
        if (dead) {
            throw new Strand.Killed();
        }
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        step();
        place.now().createDirectories(directory);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        step();
        place.now().createDirectory(directory);
    }

    @Override
    public Writing create(Path file) throws IOException {
        step();
        Writing real = place.now().create(file);
        return new Writing() {
            @Override
            public void append(ByteBuffer bytes) throws IOException {
                step();
                real.append(bytes);
            }

            @Override
            public void force() throws IOException {
                step();
                real.force();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    @Override
    public Reading open(Path file) throws IOException {
        step();
        return place.now().open(file);
    }

    @Override
    public boolean isDirectory(Path path) {
        requireAlive();
        return place.now().isDirectory(path);
    }

    @Override
    public boolean exists(Path path) {
        requireAlive();
        return place.now().exists(path);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        step();
        return place.now().list(directory);
    }

    @Override
    public void moveAtomically(Path from, Path to) throws IOException {
        step();
        place.now().moveAtomically(from, to);
        Hold under = hold;
        if (under != null && String.valueOf(from.getFileName()).startsWith("draft-")) {
            world.witness().commits(job, under);
        } else if (String.valueOf(to.getFileName()).startsWith("draft-")) {
            world.witness().takesBack(job);
        }
    }

    @Override
    public void link(Path existing, Path second) throws IOException {
        step();
        place.now().link(existing, second);
    }

    @Override
    public void delete(Path path) throws IOException {
        step();
        place.now().delete(path);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        step();
        place.now().forceDirectory(directory);
    }

    @Override
    public Locked lock(Path file) throws IOException {
        step();
        while (!place.locks(this)) {
            world.time().running().pause(BUSY);
            requireAlive();
        }
        place.now().lock(file);
        return () -> place.unlocks(this);
    }
}
