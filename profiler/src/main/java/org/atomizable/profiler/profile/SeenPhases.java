package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.ChangePoints;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a job, and which of them answer a question: those of the same phase and kind of slice or, where there are too
 * few, those of another kind, another key, another worker or another phase.
 *
 * @param own by kind of slice and phase
 * @param pools by phase, on all kinds of slice together
 * @param elsewhere what was measured under another key, if that counts too
 */
record SeenPhases(Map<Key, Series> own, Map<Phase, Series> pools, Optional<Elsewhere> elsewhere) {

    static final SeenPhases NONE = new SeenPhases(Map.of(), Map.of(), Optional.empty());

    /** With fewer samples of its own, a kind of slice is answered from those of all kinds. */
    private static final int FEWEST_OWN = 3;

    /** The phases whose times show how fast a kind of slice is; the first of them that was seen on both is used. */
    private static final List<Phase> PACE = List.of(Phase.STEADY, Phase.WARM_UP, Phase.COLD_WARM_UP);

    /** A first atom meets cold caches and compilers. */
    private static final double WARM_UP_OVER_STEADY = 4;

    /** A worker's first subjob loads classes and opens connections. */
    private static final double COLD_OVER_WARM = 2;

    /** Phases differ in what they hold. */
    private static final double OTHER_PHASE_MEMORY = 1.25;

    record Key(SliceKind kind, Phase phase) {

        /** Written out, as in {@link Phase}: keys are looked up all the time. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && kind.equals(that.kind) && phase.equals(that.phase);
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + phase.hashCode();
        }
    }

    /** The measurements under another key, the factor that widens them, and the note about them in an answer's method. */
    record Elsewhere(SeenPhases measured, double factor, String note) {}

    SeenPhases {
        own = Map.copyOf(own);
        pools = Map.copyOf(pools);
    }

    /** Adds newer samples, in the order in which they were made. */
    SeenPhases with(List<Sample> samples) {
        return samples.isEmpty()
                ? this
                : new SeenPhases(
                        extended(own, samples, sample -> new Key(sample.kind(), sample.phase())),
                        extended(pools, samples, Sample::phase),
                        elsewhere);
    }

    private static <K> Map<K, Series> extended(Map<K, Series> before, List<Sample> samples, Function<Sample, K> key) {
        Map<K, List<Sample>> newer = new LinkedHashMap<>();
        samples.forEach(sample -> newer.computeIfAbsent(key.apply(sample), it -> new ArrayList<>())
                .add(sample));
        Map<K, Series> after = new HashMap<>(before);
        newer.forEach((it, list) ->
                after.put(it, before.getOrDefault(it, Series.EMPTY).plus(list)));
        return after;
    }

    /** Answers by what was measured under another key where it has no samples. */
    SeenPhases besides(SeenPhases measured, double factor, String key) {
        if (!(factor >= 1) || !Double.isFinite(factor)) {
            throw new IllegalArgumentException("answers are widened by 1 or more, was told " + factor);
        }
        String note = String.format(Locale.ROOT, ", of %s times %.2f", key, factor);
        return new SeenPhases(own, pools, Optional.of(new Elsewhere(measured, factor, note)));
    }

    /** Forgets how long things took but for the newest times of each phase; peaks are not forgotten. */
    SeenPhases withNewestTimes(int most) {
        return new SeenPhases(
                withNewestTimes(own, most),
                withNewestTimes(pools, most),
                elsewhere.map(it -> new Elsewhere(it.measured().withNewestTimes(most), it.factor(), it.note())));
    }

    private static <K> Map<K, Series> withNewestTimes(Map<K, Series> all, int most) {
        Map<K, Series> newest = new HashMap<>();
        all.forEach((key, series) -> newest.put(key, series.withNewestTimes(most)));
        return newest;
    }

    /** Returns the samples for which a condition holds, and no others. */
    SeenPhases only(Predicate<Sample> condition) {
        return new SeenPhases(
                only(own, condition),
                only(pools, condition),
                elsewhere.map(it -> new Elsewhere(it.measured().only(condition), it.factor(), it.note())));
    }

    private static <K> Map<K, Series> only(Map<K, Series> all, Predicate<Sample> condition) {
        Map<K, Series> kept = new HashMap<>();
        all.forEach((key, series) -> {
            Series left = series.only(condition);
            if (!left.isEmpty()) {
                kept.put(key, left);
            }
        });
        return kept;
    }

    /** Returns how many subjobs were seen from their start on, under another key too; 0 if that is not known. */
    long subjobs() {
        return pools.entrySet().stream()
                        .filter(it -> it.getKey().isRestore() || it.getKey().equals(Phase.CONTINUE))
                        .flatMap(it -> it.getValue().samples().stream())
                        .filter(it -> !it.unfinished())
                        .count()
                + elsewhere.map(it -> it.measured().subjobs()).orElse(0L);
    }

    /** Returns the largest peak of all phases. */
    Bytes largestPeak() {
        return pools.values().stream().map(Series::largestPeak).reduce(Bytes.ZERO, Bytes::max);
    }

    /** Tells whether there are so many atoms whose memory was counted. */
    boolean hasMeasured(int atoms) {
        return pools.entrySet().stream()
                        .filter(it -> it.getKey().hasAtoms())
                        .flatMap(it -> it.getValue().samples().stream())
                        .filter(it -> !it.unfinished() && it.peak().exceeds(Bytes.ZERO))
                        .limit(atoms)
                        .count()
                == atoms;
    }

    /** Tells whether the peaks of some phases differ enough for a change to be notable. */
    boolean peaksVary(List<Phase> phases) {
        List<Series> all =
                phases.stream().map(pools::get).filter(Objects::nonNull).toList();
        long least =
                all.stream().mapToLong(it -> it.smallestPeak().count()).min().orElse(0);
        long most = all.stream().mapToLong(it -> it.largestPeak().count()).max().orElse(0);
        return ChangePoints.isNotable(least, most);
    }

    /** Returns the largest of the newest peaks of the phases that all subjobs have; some continue where others restore. */
    Bytes newestPeak() {
        return Stream.of(Phase.RESTORE, Phase.CONTINUE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .map(it -> pools.getOrDefault(it, Series.EMPTY).newestPeak())
                .reduce(Bytes.ZERO, Bytes::max);
    }

    /** Returns what was seen of a phase, or else of the same phase under another key; empty if it was never seen. */
    Evidence known(SliceKind kind, Phase phase) {
        Evidence here = seen(kind, phase);
        return here.series().isEmpty() && elsewhere.isPresent()
                ? elsewhere
                        .get()
                        .measured()
                        .seen(kind, phase)
                        .ofAnotherKey(elsewhere.get().factor(), elsewhere.get().note())
                : here;
    }

    /**
     * Returns the same to bound its memory. If later atoms needed more on other kinds of slice, and none of these atoms ran on this
     * kind, the peaks of all kinds count.
     */
    Evidence knownPeaks(SliceKind kind, Phase phase) {
        Series mine = own.getOrDefault(new Key(kind, phase), Series.EMPTY);
        Series pool = pools.getOrDefault(phase, Series.EMPTY);
        boolean outdated = !mine.isEmpty()
                && mine.size() < pool.size()
                && pool.largestPeakAfter(mine.newestAtom()).exceeds(mine.largestPeak());
        return outdated ? Evidence.pooled(pool) : known(kind, phase);
    }

    /** Returns the observations of a phase, on this kind of slice or else on all; empty if it was never seen. */
    private Evidence seen(SliceKind kind, Phase phase) {
        Series mine = own.getOrDefault(new Key(kind, phase), Series.EMPTY);
        Series pool = pools.getOrDefault(phase, Series.EMPTY);
        boolean alone = mine.size() >= FEWEST_OWN || mine.size() == pool.size();
        return alone ? Evidence.own(mine) : Evidence.pooled(atPaceOf(kind, phase, pool));
    }

    /**
     * Returns samples of all kinds with the times that they would have on one, as far as atoms show how fast each kind is. Where atoms are
     * faster, a restore or a checkpoint need not be.
     */
    private Series atPaceOf(SliceKind kind, Phase phase, Series pool) {
        Map<SliceKind, Double> slower = new HashMap<>();
        double least = phase.hasAtoms() ? 0 : 1;
        kinds().forEach(it -> slower.put(it, it.equals(kind) ? 1.0 : Math.max(least, slower(kind, it))));
        boolean alike = slower.values().stream().allMatch(it -> it == 1);
        return alike ? pool : pool.slowed(sample -> slower.getOrDefault(sample.kind(), 1.0));
    }

    /** Returns how many times as long atoms take on a kind of slice as on another; 1 if none shows it. */
    private double slower(SliceKind kind, SliceKind other) {
        for (Phase phase : PACE) {
            double here = typical(kind, phase);
            double there = typical(other, phase);
            if (here > 0 && there > 0) {
                return here / there;
            }
        }
        return 1;
    }

    private double typical(SliceKind kind, Phase phase) {
        return own.getOrDefault(new Key(kind, phase), Series.EMPTY)
                .times()
                .typical(1)
                .orElse(0);
    }

    /** Returns by what the memory of a phase that was never seen is bounded. */
    Evidence memoryOfUnseen(SliceKind kind, Phase phase) {
        return inAnotherWorker(kind, phase).orElseGet(() -> fullestPhase(phase));
    }

    /** Returns by what the time of a phase that was never seen is bounded; empty if no other phase is like it. */
    Evidence timeOfUnseen(SliceKind kind, Phase phase) {
        Optional<Evidence> sameInOtherWorker = inAnotherWorker(kind, phase);
        if (sameInOtherWorker.isPresent()) {
            return sameInOtherWorker.get();
        }
        if (phase.isWarmUp()) {
            return known(kind, Phase.STEADY).borrowedFrom(Phase.STEADY.name(), WARM_UP_OVER_STEADY, OTHER_PHASE_MEMORY);
        }
        if (phase.equals(Phase.STEADY)) {
            Phase first = known(kind, Phase.WARM_UP).series().isEmpty() ? Phase.COLD_WARM_UP : Phase.WARM_UP;
            return known(kind, first).borrowedFrom(first.name(), 1, OTHER_PHASE_MEMORY);
        }
        return Evidence.NONE;
    }

    /** Returns the observations of the same phase in warm workers if cold ones are asked for, or the other way round. */
    private Optional<Evidence> inAnotherWorker(SliceKind kind, Phase phase) {
        for (Phase warm : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT)) {
            boolean asksCold = phase.equals(warm.cold());
            if (asksCold || phase.equals(warm)) {
                Phase other = asksCold ? warm : warm.cold();
                return Optional.of(known(kind, other))
                        .filter(it -> !it.series().isEmpty())
                        .map(it -> it.borrowedFrom(other.name(), asksCold ? COLD_OVER_WARM : 1, 1));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the samples of the phase with the largest peak, as those of another phase. What a job needs before and after its atoms says
     * nothing of what these need.
     *
     * @param unseen the other phase
     */
    Evidence fullestPhase(Phase unseen) {
        return pools.entrySet().stream()
                .filter(entry -> entry.getValue().peaks().size() > 0)
                .filter(entry -> !unseen.hasAtoms() || entry.getKey().hasAtoms())
                .filter(entry -> !showsNothing(entry.getKey(), entry.getValue()))
                .max(Comparator.<Map.Entry<Phase, Series>, Bytes>comparing(
                                entry -> entry.getValue().largestPeak())
                        .thenComparing(entry -> entry.getKey().name()))
                .map(entry -> Evidence.own(entry.getValue())
                        .borrowedFrom(entry.getKey().name(), 1, OTHER_PHASE_MEMORY))
                .or(() -> elsewhere.map(it -> it.measured().fullestPhase(unseen).ofAnotherKey(it.factor(), it.note())))
                .orElse(Evidence.NONE);
    }

    /** Tells whether a phase shows nothing of the job's memory. The start of a worker uses nothing of a slice. */
    private static boolean showsNothing(Phase phase, Series series) {
        return phase.isBeforeGrant() && series.largestPeak().equals(Bytes.ZERO);
    }

    /** Returns the longest time after which a phase was stopped before its end; zero if none is remembered. */
    Duration longestUnfinished() {
        return pools.values().stream()
                .flatMap(it -> it.samples().stream())
                .filter(Sample::unfinished)
                .map(Sample::took)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Returns the kinds of slice of which there are samples, in order of their names. */
    Set<SliceKind> kinds() {
        Set<SliceKind> kinds = new TreeSet<>(Comparator.comparing(SliceKind::name));
        own.keySet().forEach(key -> kinds.add(key.kind()));
        return kinds;
    }

    /** Returns the samples kept of one phase on all kinds of slice together, oldest first. */
    List<Sample> samples(Phase phase) {
        return pools.getOrDefault(phase, Series.EMPTY).samples();
    }
}
