package org.atomizable.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How much work a job is, and how important it is. It says nothing about where or when the job runs.
 *
 * <p>The total is part of the spec and is never read from a checkpoint, so that a resume cannot change it.
 *
 * @param name the job's name: 1 to 100 letters, digits, {@code .}, {@code _} or {@code -}; the first is a letter or a
 *     digit
 * @param totalAtoms number of atoms, 1 or more; empty for an open-ended job, which ends by {@link Atomizable#enough}
 * @param priority a larger value is more important; 0 is normal
 * @param deadline the instant by which the result is needed, if any; its year has four digits, and a scheduler takes it only within a
 *     century of now
 * @param memory the most memory that the author expects the job to use, if known. It is used until a few atoms were
 *     measured, and is a cap of all estimates after that
 * @param traits properties on which an atom's memory and time depend, such as {@code batch}, {@code precision},
 *     {@code code}. Measurements under some traits are not used for others
 * @param recurring periodic atoms whose memory and time differ from those of other atoms, by the name of their phase,
 *     such as {@code evaluation}: n means every n-th atom, with the numbers n - 1, 2n - 1 and so on
 * @param memoryIsEstimate whether {@code memory} was computed from the job's model and parameters. It is then used only
 *     until something was measured
 * @param stages parts of the job whose memory and time differ from those of its other atoms, by their first atom. They do
 *     not overlap; atoms in none of them belong to an unnamed base stage
 */
public record JobSpec(
        String name,
        OptionalLong totalAtoms,
        int priority,
        Optional<Instant> deadline,
        Optional<Bytes> memory,
        SortedMap<String, String> traits,
        SortedMap<String, Long> recurring,
        boolean memoryIsEstimate,
        List<Stage> stages) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    /** The name of an atom's phase unless the spec gives another. */
    private static final String STEADY = "steady";

    /**
     * Rejects a name that does not fit a file name or a URL, a total below 1, a deadline that the protocol cannot carry, a phase with a blank name or a period below
     * 1, stages that overlap or share a name, and a stage that begins after the last atom.
     */
    public JobSpec {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    ("job name \"%s\" must be 1 to 100 letters (A to Z, a to z), digits, '.', '_' or '-' and begin with a"
                                    + " letter or digit")
                            .formatted(name));
        }
        if (totalAtoms.isPresent() && totalAtoms.getAsLong() < 1) {
            throw new IllegalArgumentException(
                    "job %s must have at least 1 atom, was %s".formatted(name, totalAtoms.getAsLong()));
        }
        if (deadline.isPresent()
                && (deadline.get().isBefore(FIRST) || !deadline.get().isBefore(END))) {
            throw new IllegalArgumentException(
                    "job %s must have a deadline in a year of four digits, was %s: correct it, or leave it out"
                            .formatted(name, deadline.get()));
        }
        recurring.forEach((phase, every) -> {
            if (phase.isBlank() || every < 1) {
                throw new IllegalArgumentException(
                        "job %s has a phase \"%s\" every %s atoms: name it, and let it recur every 1 atom or more"
                                .formatted(name, phase, every));
            }
        });
        traits = Collections.unmodifiableSortedMap(new TreeMap<>(traits));
        recurring = Collections.unmodifiableSortedMap(new TreeMap<>(recurring));
        List<Stage> inOrder = new ArrayList<>(stages);
        inOrder.sort(Comparator.comparingLong(Stage::from));
        requireDisjoint(name, totalAtoms, inOrder);
        stages = List.copyOf(inOrder);
    }

    private static void requireDisjoint(String job, OptionalLong totalAtoms, List<Stage> stages) {
        Set<String> names = new HashSet<>();
        long end = 0;
        String before = "";
        for (Stage stage : stages) {
            if (!names.add(stage.name())) {
                throw new IllegalArgumentException(
                        "job %s has two stages \"%s\": give each a name of its own".formatted(job, stage.name()));
            }
            if (stage.from() < end) {
                throw new IllegalArgumentException(
                        "stage \"%s\" of job %s begins at atom %s, but stage \"%s\" lasts until atom %s: stages must not overlap"
                                .formatted(stage.name(), job, stage.from(), before, end - 1));
            }
            if (stage.from() >= totalAtoms.orElse(Long.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "stage \"%s\" of job %s begins at atom %s, but the job has %s atoms: let it begin earlier"
                                .formatted(stage.name(), job, stage.from(), totalAtoms.orElseThrow()));
            }
            end = stage.to();
            before = stage.name();
        }
    }

    /** Creates the spec of a job whose atoms are all alike. */
    public JobSpec(
            String name, OptionalLong totalAtoms, int priority, Optional<Instant> deadline, Optional<Bytes> memory) {
        this(name, totalAtoms, priority, deadline, memory, new TreeMap<>(), new TreeMap<>());
    }

    /** Creates the spec of a job whose memory, if known, is declared by its author. */
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

    /** Creates the spec of a job without stages. */
    public JobSpec(
            String name,
            OptionalLong totalAtoms,
            int priority,
            Optional<Instant> deadline,
            Optional<Bytes> memory,
            SortedMap<String, String> traits,
            SortedMap<String, Long> recurring,
            boolean memoryIsEstimate) {
        this(name, totalAtoms, priority, deadline, memory, traits, recurring, memoryIsEstimate, List.of());
    }

    /** Returns the spec of a job with {@code totalAtoms} atoms, numbered from 0. */
    public static JobSpec of(String name, long totalAtoms) {
        return new JobSpec(name, OptionalLong.of(totalAtoms), 0, Optional.empty(), Optional.empty());
    }

    /** Returns the spec of a job that continues until {@link Atomizable#enough} returns true. */
    public static JobSpec openEnded(String name) {
        return new JobSpec(name, OptionalLong.empty(), 0, Optional.empty(), Optional.empty());
    }

    /** Returns this spec with another priority. */
    public JobSpec withPriority(int priority) {
        return new JobSpec(name, totalAtoms, priority, deadline, memory, traits, recurring, memoryIsEstimate, stages);
    }

    /** Returns this spec with a deadline. */
    public JobSpec withDeadline(Instant deadline) {
        return new JobSpec(
                name, totalAtoms, priority, Optional.of(deadline), memory, traits, recurring, memoryIsEstimate, stages);
    }

    /**
     * Returns this spec with a declared peak of memory. It is used until a few atoms were measured, and is a cap of all
     * estimates after that, until a measurement exceeds it.
     */
    public JobSpec withMemory(Bytes memory) {
        return new JobSpec(name, totalAtoms, priority, deadline, Optional.of(memory), traits, recurring, false, stages);
    }

    /** Returns this spec with an estimated peak of memory. It is used only until something was measured. */
    public JobSpec withEstimatedMemory(Bytes memory) {
        return new JobSpec(name, totalAtoms, priority, deadline, Optional.of(memory), traits, recurring, true, stages);
    }

    /** Returns this spec with its expected peaks of memory, also those of stages, multiplied by {@code factor}. */
    public JobSpec withMemoryTimes(double factor) {
        return new JobSpec(
                name,
                totalAtoms,
                priority,
                deadline,
                memory.map(it -> it.times(factor)),
                traits,
                recurring,
                memoryIsEstimate,
                stages.stream()
                        .map(it -> new Stage(
                                it.name(), it.from(), it.to(), it.memory().map(most -> most.times(factor))))
                        .toList());
    }

    /** Returns this spec with one more property on which an atom's memory and time depend. */
    public JobSpec withTrait(String trait, String value) {
        SortedMap<String, String> more = new TreeMap<>(traits);
        more.put(trait, value);
        return new JobSpec(name, totalAtoms, priority, deadline, memory, more, recurring, memoryIsEstimate, stages);
    }

    /**
     * Returns this spec with a phase of its own for every n-th atom, where n is {@code every}.
     *
     * @param every 1 or more
     */
    public JobSpec withRecurring(String phase, long every) {
        SortedMap<String, Long> more = new TreeMap<>(recurring);
        more.put(phase, every);
        return new JobSpec(name, totalAtoms, priority, deadline, memory, traits, more, memoryIsEstimate, stages);
    }

    /**
     * Returns this spec with a stage: atoms whose memory or time differs from that of the others. A subjob is bounded by
     * the stages that it touches, so a job that is small at first can then run on small slices.
     *
     * @param from the first atom of the stage
     * @param to the first atom after it; {@link Long#MAX_VALUE} if it lasts until the job ends
     */
    public JobSpec withStage(String stage, long from, long to) {
        return withStage(new Stage(stage, from, to, Optional.empty()));
    }

    /**
     * Returns this spec with a stage whose peak of memory is declared. The declaration is used until the stage was measured,
     * instead of the job's own.
     *
     * @param from the first atom of the stage
     * @param to the first atom after it; {@link Long#MAX_VALUE} if it lasts until the job ends
     */
    public JobSpec withStage(String stage, long from, long to, Bytes memory) {
        return withStage(new Stage(stage, from, to, Optional.of(memory)));
    }

    private JobSpec withStage(Stage stage) {
        List<Stage> more = new ArrayList<>(stages);
        more.add(stage);
        return new JobSpec(name, totalAtoms, priority, deadline, memory, traits, recurring, memoryIsEstimate, more);
    }

    /** Returns the stage of an atom; empty if it belongs to no named stage. */
    public Optional<Stage> stageOf(long atom) {
        return stages.stream().filter(it -> it.has(atom)).findFirst();
    }

    /** Returns the name of an atom's phase. If several phases recur at this atom, it is the first by name. */
    public String phaseOf(long atom) {
        for (Map.Entry<String, Long> each : recurring.entrySet()) {
            if ((atom + 1) % each.getValue() == 0) {
                return each.getKey();
            }
        }
        return STEADY;
    }

    /** Returns how many atoms in {@code [first, end)} belong to a recurring phase; 0 if the phase does not recur. */
    public long recurrences(String phase, long first, long end) {
        Long every = recurring.get(phase);
        return every == null ? 0 : end / every - first / every;
    }

    /**
     * Returns how many atoms are left if {@code nextAtom} is the next one; {@link Long#MAX_VALUE} if the job is
     * open-ended.
     */
    public long atomsLeft(long nextAtom) {
        return totalAtoms.isEmpty() ? Long.MAX_VALUE : Math.max(0, totalAtoms.getAsLong() - nextAtom);
    }

    /**
     * Consecutive atoms of a job that differ from the others in memory or time, such as training on longer sequences. A
     * subjob is bounded by the stages that it touches.
     *
     * @param name such as {@code long sequences}; not blank
     * @param from the first atom, 0 or more
     * @param to the first atom that does not belong to it; {@link Long#MAX_VALUE} if it lasts until the job ends
     * @param memory the most memory that the author expects the stage to use, if known. It is used until
     *     the stage was measured
     */
    public record Stage(String name, long from, long to, Optional<Bytes> memory) {

        /** Rejects a blank name and a stage without atoms. */
        public Stage {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a stage must have a name, such as long sequences");
            }
            if (from < 0 || to <= from) {
                throw new IllegalArgumentException(
                        "stage \"%s\" must begin at atom 0 or later and end after its beginning, was from %s to %s"
                                .formatted(name, from, to));
            }
        }

        /** Returns whether an atom belongs to it. */
        public boolean has(long atom) {
            return from <= atom && atom < to;
        }
    }
}
