package org.atomizable.api;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * How much work a job is and how much it matters; nothing about where or when it runs.
 *
 * <p>Total work stands here and is never read from a checkpoint, so that no resume can stretch it.
 *
 * @param name the job's name: letters, digits, {@code . _ -}, at most 100, beginning with a letter or digit
 * @param totalAtoms number of atoms, 1 or more; empty for an open-ended job, which ends by {@link Atomizable#enough}
 * @param priority larger matters more; 0 is ordinary
 * @param deadline the instant by which the result is wanted, if any
 * @param memory the most memory the job's author expects it ever to use, if known: the prior that is believed until
 *     enough has been measured
 */
public record JobSpec(
        String name, OptionalLong totalAtoms, int priority, Optional<Instant> deadline, Optional<Bytes> memory) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** Refuses a name unfit for a file or an address, and a total below 1. */
    public JobSpec {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "job name \"%s\" must be 1 to 100 letters, digits, '.', '_' or '-' and begin with a letter or digit"
                            .formatted(name));
        }
        if (totalAtoms.isPresent() && totalAtoms.getAsLong() < 1) {
            throw new IllegalArgumentException(
                    "job %s must have at least 1 atom, was %d".formatted(name, totalAtoms.getAsLong()));
        }
    }

    /** Returns the spec of a job of {@code totalAtoms} atoms, numbered from 0. */
    public static JobSpec of(String name, long totalAtoms) {
        return new JobSpec(name, OptionalLong.of(totalAtoms), 0, Optional.empty(), Optional.empty());
    }

    /** Returns the spec of a job that goes on until {@link Atomizable#enough} says so. */
    public static JobSpec openEnded(String name) {
        return new JobSpec(name, OptionalLong.empty(), 0, Optional.empty(), Optional.empty());
    }

    /** Returns this spec with another priority. */
    public JobSpec withPriority(int priority) {
        return new JobSpec(name, totalAtoms, priority, deadline, memory);
    }

    /** Returns this spec with a deadline. */
    public JobSpec withDeadline(Instant deadline) {
        return new JobSpec(name, totalAtoms, priority, Optional.of(deadline), memory);
    }

    /** Returns this spec with a declared prior of peak memory. */
    public JobSpec withMemory(Bytes memory) {
        return new JobSpec(name, totalAtoms, priority, deadline, Optional.of(memory));
    }

    /** Returns how many atoms are left once {@code nextAtom} is the next; {@link Long#MAX_VALUE} if open-ended. */
    public long atomsLeft(long nextAtom) {
        return totalAtoms.isEmpty() ? Long.MAX_VALUE : Math.max(0, totalAtoms.getAsLong() - nextAtom);
    }
}
