package org.atomizable.lab.simulate.rival;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The subjobs that run now. Those that may be preempted are in the order in which they would finish if their holes never ended. */
final class Running {

    /**
     * A subjob.
     *
     * @param run its number in the simulation
     * @param from when its restore began
     * @param works when its atoms began
     * @param until when its atoms are planned to stop
     * @param work the work of the task in seconds that was left when it began
     */
    record Subjob(long run, int task, int slice, double from, double works, double until, double work)
            implements Comparable<Subjob> {

        /** Returns how much work would be left at a time while the atoms run. */
        double left(double now) {
            return works + work - now;
        }

        @Override
        public int compareTo(Subjob other) {
            int order = Double.compare(works + work, other.works + other.work);
            return order != 0 ? order : Integer.compare(other.slice, slice);
        }
    }

    private final Subjob[] subjobs;
    private final long[] ended;
    private final List<TreeSet<Subjob>> preemptible;
    private long started;

    Running(int slices, int sizes) {
        this.subjobs = new Subjob[slices];
        this.ended = new long[slices];
        Arrays.fill(ended, -1);
        this.preemptible =
                IntStream.range(0, sizes).mapToObj(it -> new TreeSet<Subjob>()).toList();
    }

    /** Adds a subjob of which so much work is planned. */
    Subjob start(int task, int slice, double from, double works, double planned, double work) {
        Subjob subjob = new Subjob(started++, task, slice, from, works, works + planned, work);
        subjobs[slice] = subjob;
        return subjob;
    }

    /** Returns the subjob that runs on a slice now. */
    Optional<Subjob> on(int slice) {
        return Optional.ofNullable(subjobs[slice]).filter(it -> ended[slice] != it.run());
    }

    /** Returns the subjob of a slice, if it is the one with this number and has not ended. */
    Optional<Subjob> on(int slice, long run) {
        return on(slice).filter(it -> it.run() == run);
    }

    void mayBePreempted(Subjob subjob, int size) {
        preemptible.get(size).add(subjob);
    }

    void end(Subjob subjob, int size) {
        preemptible.get(size).remove(subjob);
        ended[subjob.slice()] = subjob.run();
    }

    /** Returns the subjobs of a size that may be preempted, the one with most work left first. */
    Iterable<Subjob> longestFirst(int size) {
        return preemptible.get(size).descendingSet();
    }
}
