package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The input of a simulation. Made of a seed; a smaller one can be made of it.
 *
 * @param seed of all that is drawn
 * @param jobs how many
 * @param slices how many
 * @param kinds which faults strike by chance
 * @param timed which faults happen to nodes, in order
 * @param faultsEnd from then on nothing goes wrong
 * @param crowded whether short jobs keep coming
 */
record Scenario(
        long seed,
        int jobs,
        int slices,
        Set<FaultKind> kinds,
        List<TimedFault> timed,
        Duration faultsEnd,
        boolean crowded) {

    /**
     * A fault that happens to one node at a time.
     *
     * @param at since the beginning
     * @param target which job's node; the scheduler has none
     * @param lasts how long, for what lasts; until the restart, for a crash
     * @param variant chooses among the ways in which it can happen
     */
    record TimedFault(Duration at, FaultKind kind, int target, Duration lasts, int variant) {}

    private static final List<FaultKind> TIMED =
            List.of(FaultKind.values()).stream().filter(FaultKind::isTimed).toList();

    private static final long ODD = 0x9E3779B97F4A7C15L;

    /** One of so many scenarios is crowded. */
    private static final int CROWDED = 1000;

    private static final int LEAST_TIMED = 4;
    private static final int MORE_TIMED = 12;

    /** Draws one. */
    public static Scenario of(long seed) {
        SplittableRandom chance = stream(seed, "scenario");
        int jobs = 2 + chance.nextInt(3);
        int slices = 1 + chance.nextInt(2);
        Duration faultsEnd = Duration.ofSeconds(20 + chance.nextInt(20));
        List<TimedFault> timed = new ArrayList<>();
        for (int i = LEAST_TIMED + chance.nextInt(MORE_TIMED); i > 0; i--) {
            timed.add(new TimedFault(
                    Duration.ofMillis(chance.nextLong(faultsEnd.toMillis())),
                    TIMED.get(chance.nextInt(TIMED.size())),
                    chance.nextInt(jobs),
                    Duration.ofMillis(100 + (long) (5000 * chance.nextDouble() * chance.nextDouble())),
                    chance.nextInt(6)));
        }
        timed.sort(Comparator.comparing(TimedFault::at));
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (FaultKind kind : FaultKind.values()) {
            if (!kind.isTimed() && chance.nextInt(5) > 0) {
                kinds.add(kind);
            }
        }
        boolean crowded = chance.nextInt(CROWDED) == 0;
        return new Scenario(seed, jobs, slices, kinds, List.copyOf(timed), faultsEnd, crowded);
    }

    /** Returns the random numbers of a concern, from the beginning. What one concern draws changes nothing for another. */
    SplittableRandom stream(String concern) {
        return stream(seed, concern);
    }

    private static SplittableRandom stream(long seed, String concern) {
        return new SplittableRandom(seed * ODD + concern.hashCode());
    }

    /** Returns the same without faults. */
    public Scenario quiet() {
        return new Scenario(seed, jobs, slices, Set.of(), List.of(), faultsEnd, crowded);
    }

    /** Returns the same among short jobs that keep coming, or without them. */
    Scenario crowded(boolean with) {
        return new Scenario(seed, jobs, slices, kinds, timed, faultsEnd, with);
    }

    /** Returns the same with fewer jobs. */
    public Scenario withJobs(int fewer) {
        return new Scenario(seed, fewer, slices, kinds, timed, faultsEnd, crowded);
    }

    /** Returns the same without the faults of a kind that strikes by chance. */
    public Scenario without(FaultKind kind) {
        Set<FaultKind> fewer = EnumSet.noneOf(FaultKind.class);
        fewer.addAll(kinds);
        fewer.remove(kind);
        return new Scenario(seed, jobs, slices, fewer, timed, faultsEnd, crowded);
    }

    /** Returns the same with other faults of nodes. */
    public Scenario withTimed(List<TimedFault> fewer) {
        return new Scenario(seed, jobs, slices, kinds, fewer, faultsEnd, crowded);
    }
}
