package org.atomizable.testkit.check;

import java.time.Duration;
import org.atomizable.api.Atomizable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.JobSource;

/**
 * A job on trial.
 *
 * @param source makes new instances
 * @param atoms the number of atoms to run at the most, 1 or more: of a longer job the first ones. {@link Long#MAX_VALUE}: as many as there
 *     is time for, of which those that keep states compare the first 256
 * @param limit after so much time no more cuts are tried
 * @param seed what decides what is left to chance
 * @param time the clock that the limit is measured by
 */
public record Trial(JobSource source, long atoms, Duration limit, long seed, TimeSource time) {

    /** More states than these would not fit into a trial that is not asked for more. */
    private static final long USUALLY_COMPARED = 256;

    /** Checks the number of atoms, and that there is any time. */
    public Trial {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("a trial needs some time, had a limit of %s".formatted(limit));
        }
        if (atoms < 1) {
            throw new IllegalArgumentException("a trial needs 1 atom or more, was %s".formatted(atoms));
        }
    }

    /** Returns the usual one: as many atoms as there is time for, and 10 seconds. */
    public static Trial of(JobSource source) {
        return new Trial(source, Long.MAX_VALUE, Duration.ofSeconds(10), 1, TimeSource.system());
    }

    /** Returns the same with another number of atoms. */
    public Trial overAtoms(long most) {
        return new Trial(source, most, limit, seed, time);
    }

    /** Returns the same with another limit. */
    public Trial within(Duration most) {
        return new Trial(source, atoms, most, seed, time);
    }

    /** Returns the same with another seed. */
    public Trial withSeed(long other) {
        return new Trial(source, atoms, limit, other, time);
    }

    Trial from(JobSource other) {
        return new Trial(other, atoms, limit, seed, time);
    }

    /** Returns how many atoms are run where the states between them are kept. */
    long compared() {
        return atoms == Long.MAX_VALUE ? USUALLY_COMPARED : atoms;
    }

    Deadline deadline() {
        return deadlineOf(1);
    }

    /** Returns the end of a part of the limit. */
    Deadline deadlineOf(double part) {
        return new Deadline(time, time.nanos() + (long) (part * limit.toNanos()));
    }

    /** When the limit is reached. */
    record Deadline(TimeSource time, long nanos) {

        boolean isOver() {
            return time.nanos() >= nanos;
        }
    }

    /** Returns whether a job has run all atoms that it has, or that are tried. */
    boolean isOver(Atomizable job, long next) {
        return next >= atoms || isAtItsEnd(job, next);
    }

    /** Returns whether a job has run all atoms that it has. */
    boolean isAtItsEnd(Atomizable job, long next) {
        return job.spec().totalAtoms().isPresent() ? job.spec().atomsLeft(next) == 0 : job.enough(next);
    }

    /** Makes an instance and restores it. The caller closes it. */
    Atomizable restored(Straight straight, long cut) throws Exception {
        Atomizable job = source.create();
        try {
            straight.restore(job, cut);
            return job;
        } catch (Exception | Error e) {
            job.close();
            throw e;
        }
    }

    /** Makes an instance and runs its atoms up to one. The caller closes it. */
    Atomizable ranTo(long next) throws Exception {
        Atomizable job = source.create();
        try {
            for (long atom = 0; atom < next; atom++) {
                job.run(atom);
            }
            return job;
        } catch (Exception | Error e) {
            job.close();
            throw e;
        }
    }
}
