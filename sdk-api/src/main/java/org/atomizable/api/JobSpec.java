package org.atomizable.api;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
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
 * @param traits what an atom's memory and time depend on, such as {@code batch}, {@code precision}, {@code code}: what is
 *     measured under some traits is not taken for others
 * @param recurring atoms whose memory and time are unlike the others', by the name of their phase, such as
 *     {@code evaluation}: n means every n-th atom, those numbered n - 1, 2n - 1 and so on
 * @param memoryIsEstimate whether {@code memory} was worked out from what the job is made of, and is believed only until
 *     something was measured
 */
public record JobSpec(
        String name,
        OptionalLong totalAtoms,
        int priority,
        Optional<Instant> deadline,
        Optional<Bytes> memory,
        SortedMap<String, String> traits,
        SortedMap<String, Long> recurring,
        boolean memoryIsEstimate) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** What an atom's phase is called where nothing else is said. */
    private static final String STEADY = "steady";

    /** Refuses a name unfit for a file or an address, a total below 1, and what recurs more often than every atom. */
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
        recurring.forEach((phase, every) -> {
            if (phase.isBlank() || every < 1) {
                throw new IllegalArgumentException(
                        "job %s has a phase \"%s\" every %d atoms: name it, and let it recur every 1 atom or more"
                                .formatted(name, phase, every));
            }
        });
        traits = Collections.unmodifiableSortedMap(new TreeMap<>(traits));
        recurring = Collections.unmodifiableSortedMap(new TreeMap<>(recurring));
    }

    /** Makes the spec of a job whose atoms are all alike. */
    public JobSpec(
            String name, OptionalLong totalAtoms, int priority, Optional<Instant> deadline, Optional<Bytes> memory) {
        this(name, totalAtoms, priority, deadline, memory, new TreeMap<>(), new TreeMap<>());
    }

    /** Makes the spec of a job whose memory, if known, is its author's word. */
    public JobSpec(
            String name,
            OptionalLong totalAtoms,
            int priority,
            Optional<Instant> deadline,
            Optional<Bytes> memory,
            SortedMap<String, String> traits,
            SortedMap<String, Long> recurring) {
        this(name, totalAtoms, priority, deadline, memory, traits, recurring, false);
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
        return new JobSpec(name, totalAtoms, priority, deadline, memory, traits, recurring, memoryIsEstimate);
    }

    /** Returns this spec with a deadline. */
    public JobSpec withDeadline(Instant deadline) {
        return new JobSpec(
                name, totalAtoms, priority, Optional.of(deadline), memory, traits, recurring, memoryIsEstimate);
    }

    /** Returns this spec with a declared prior of peak memory. */
    public JobSpec withMemory(Bytes memory) {
        return new JobSpec(name, totalAtoms, priority, deadline, Optional.of(memory), traits, recurring);
    }

    /** Returns this spec with a prior of peak memory that is believed only until something was measured. */
    public JobSpec withEstimatedMemory(Bytes memory) {
        return new JobSpec(name, totalAtoms, priority, deadline, Optional.of(memory), traits, recurring, true);
    }

    /** Returns this spec with its prior of peak memory, if there is one, so many times as large. */
    public JobSpec withMemoryTimes(double factor) {
        return new JobSpec(
                name,
                totalAtoms,
                priority,
                deadline,
                memory.map(it -> it.times(factor)),
                traits,
                recurring,
                memoryIsEstimate);
    }

    /** Returns this spec with one more thing that an atom's memory and time depend on. */
    public JobSpec withTrait(String trait, String value) {
        SortedMap<String, String> more = new TreeMap<>(traits);
        more.put(trait, value);
        return new JobSpec(name, totalAtoms, priority, deadline, memory, more, recurring, memoryIsEstimate);
    }

    /**
     * Returns this spec with every so manieth atom in a phase of its own.
     *
     * @param every 1 or more
     */
    public JobSpec withRecurring(String phase, long every) {
        SortedMap<String, Long> more = new TreeMap<>(recurring);
        more.put(phase, every);
        return new JobSpec(name, totalAtoms, priority, deadline, memory, traits, more, memoryIsEstimate);
    }

    /** Returns the name of an atom's phase; of several that recur at it, the first by name. */
    public String phaseOf(long atom) {
        return recurring.entrySet().stream()
                .filter(each -> (atom + 1) % each.getValue() == 0)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(STEADY);
    }

    /** Returns how many atoms from {@code first} on, before {@code end}, recur in a phase; 0 if it does not recur. */
    public long recurrences(String phase, long first, long end) {
        Long every = recurring.get(phase);
        return every == null ? 0 : end / every - first / every;
    }

    /** Returns how many atoms are left once {@code nextAtom} is the next; {@link Long#MAX_VALUE} if open-ended. */
    public long atomsLeft(long nextAtom) {
        return totalAtoms.isEmpty() ? Long.MAX_VALUE : Math.max(0, totalAtoms.getAsLong() - nextAtom);
    }
}
