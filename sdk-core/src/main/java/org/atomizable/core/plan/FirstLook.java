package org.atomizable.core.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;

/**
 * The plan for a job whose times are not known: a small subjob that measures them. Its atoms count like any others.
 *
 * <p>Atoms may begin in the first half of its {@code length}; if the job starves and its restores take longer, in the first half of what
 * the quickest restore leaves. All the rest of the window is kept free for the last of them and for a checkpoint that was never
 * measured. Its memory is bounded by what the job declares; if that is nothing, by the slice.
 *
 * @param memory bound of its memory
 * @param length how long it may take, from its restore to its checkpoint
 * @param begin how long atoms may begin
 * @param left how much of its window can be used
 * @param ahead what is known of the next atoms: their memory by stages, and no times
 * @param reach the most atoms that may run if nothing is known of the memory of the first
 */
public record FirstLook(MemoryBound memory, Duration length, Duration begin, Duration left, Profile ahead, long reach)
        implements Profile {

    /** The method of its bounds. */
    public static final String METHOD = "first look";

    /** Long enough for some atoms of most jobs. */
    static final Duration USUAL = Duration.ofMinutes(1);

    /** A phase that was stopped before its end is given this many times as much time. */
    private static final int LONGER = 4;

    /** If the job starves, it is given such a part more. */
    private static final int STARVING_PART = 4;

    /** In less, it would be stopped before its end as soon as its atoms may begin no more. */
    private static final Duration SHORTEST = Reserve.KEPT_FREE.multipliedBy(2);

    /** A restore may take half of the time in which atoms may begin. */
    private static final int TIMES_RESTORE = 4;

    /**
     * Returns what is known of the job's next atoms if their times and their memory are, or else a first look.
     *
     * @param profile of the job
     * @param ahead the same as seen from the job's next atom
     * @param reach how many atoms there are {@linkplain #beforeLargerStage before a stage that needs more} than the window has
     * @param capacity memory of the window
     * @param left how much of the window can be used
     * @param least no first look is planned in less, unless the job starves
     * @param limit no first look is longer
     * @param starving whether no window was long enough: then a phase that was stopped is tried in little more time
     */
    public static Profile unlessKnown(
            JobProfile profile,
            Profile ahead,
            long reach,
            SliceKind kind,
            Bytes capacity,
            Duration left,
            Duration least,
            Duration limit,
            boolean starving,
            Promise promise) {
        Footprint one = ahead.footprint(kind, 1, promise);
        Bytes upper = one.memory().upper();
        if (one.time().compareTo(JobProfile.UNKNOWN_TIME) < 0 && !upper.equals(JobProfile.UNKNOWN_MEMORY)) {
            return ahead;
        }
        MemoryBound memory =
                upper.equals(JobProfile.UNKNOWN_MEMORY) ? new MemoryBound(capacity, promise, 0, METHOD) : one.memory();
        Duration restore = ahead.span(kind, Phase.RESTORE, 1, promise).upper();
        boolean restored = restore.compareTo(JobProfile.UNKNOWN_TIME) < 0;
        // Where not even the newest restores are believed, all may have been slow.
        Duration quickest = restored ? quickestRestore(profile) : Duration.ZERO;
        Duration needed = longest(
                longest(stopped(profile, starving), starving ? quickest : quickest.multipliedBy(2)),
                starving ? SHORTEST : longest(SHORTEST, least));
        Duration wanted =
                longest(USUAL, longest(needed, restored ? restore.multipliedBy(TIMES_RESTORE) : Duration.ZERO));
        Duration useful = wanted.compareTo(left) < 0 ? wanted : longest(left, needed);
        Duration length = useful.compareTo(limit) < 0 ? useful : limit;
        Duration begin = starving && quickest.multipliedBy(2).compareTo(length) > 0
                ? quickest.plus(length).dividedBy(2)
                : length.dividedBy(2);
        return new FirstLook(memory, length, begin, left, ahead, reach);
    }

    /** Returns how many of a job's next atoms come before a stage that declares more memory than a slice has. */
    public static long beforeLargerStage(JobSpec spec, long nextAtom, Bytes capacity) {
        return spec.stages().stream()
                .filter(it -> it.from() > nextAtom
                        && it.memory()
                                .filter(memory -> memory.exceeds(capacity))
                                .isPresent())
                .mapToLong(it -> it.from() - nextAtom)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static Duration stopped(JobProfile profile, boolean starving) {
        Duration atLeast = profile.longestUnfinished();
        return starving ? atLeast.plus(atLeast.dividedBy(STARVING_PART)) : atLeast.multipliedBy(LONGER);
    }

    /** Tells whether a subjob was planned as a first look: nothing else plans no time for an atom. */
    public static boolean planned(Subjob subjob) {
        Footprint footprint = subjob.footprint();
        return footprint.oneAtom().isZero() && footprint.useful().equals(footprint.time());
    }

    private static Duration quickestRestore(JobProfile profile) {
        return Stream.of(Phase.RESTORE, Phase.COLD_RESTORE)
                .flatMap(it -> profile.samples(it).stream())
                .filter(it -> !it.unfinished())
                .map(Sample::took)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    @Override
    public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return memory;
    }

    @Override
    public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return new TimeBound(length, length, promise, 0, METHOD);
    }

    @Override
    public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        return new Footprint(memoryOf(kind, atoms, promise), length, length, length, Duration.ZERO, keptFree(), length);
    }

    private MemoryBound memoryOf(SliceKind kind, long atoms, Promise promise) {
        return nothingIsKnown() ? memory : ahead.footprint(kind, atoms, promise).memory();
    }

    private boolean nothingIsKnown() {
        return memory.method().equals(METHOD);
    }

    @Override
    public Footprint footprint(SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        return footprint(kind, 1, promise);
    }

    /** Returns the bound of a checkpoint by which the usual reserve is all in which atoms may not begin. */
    private Duration keptFree() {
        Duration rest = left.minus(begin).minus(Reserve.KEPT_FREE);
        Duration once = rest.compareTo(Reserve.MOST_AGAIN.multipliedBy(2)) > 0
                ? rest.minus(Reserve.MOST_AGAIN)
                : rest.dividedBy(2);
        return once.isNegative() ? Duration.ZERO : once;
    }

    /** One atom is planned. As many as fit by their memory may run, so that it ends before a stage that needs more. */
    @Override
    public long mostAtoms(SliceKind kind, Bytes capacity, Duration within, long wanted, Promise promise) {
        if (wanted < 1 || memory.upper().exceeds(capacity)) {
            return 0;
        }
        if (within.compareTo(JobProfile.ANY_LENGTH) >= 0) {
            return mostByMemory(kind, capacity, wanted, promise);
        }
        return length.compareTo(within) <= 0 ? 1 : 0;
    }

    private long mostByMemory(SliceKind kind, Bytes capacity, long wanted, Promise promise) {
        if (nothingIsKnown()) {
            return Math.min(wanted, reach);
        }
        if (!isTooMuch(kind, capacity, wanted, promise)) {
            return wanted;
        }
        long fits = 1;
        long tooMany = wanted;
        while (tooMany - fits > 1) {
            long middle = fits + (tooMany - fits) / 2;
            if (isTooMuch(kind, capacity, middle, promise)) {
                tooMany = middle;
            } else {
                fits = middle;
            }
        }
        return fits;
    }

    private boolean isTooMuch(SliceKind kind, Bytes capacity, long atoms, Promise promise) {
        return ahead.footprint(kind, atoms, promise).memory().upper().exceeds(capacity);
    }
}
