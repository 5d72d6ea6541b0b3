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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.Chances;
import org.atomizable.profiler.fit.Conformal;

/**
 * What is known of one job: what it declared, and its newest samples per kind of slice and phase, at most
 * {@value Series#KEPT} of each.
 *
 * <p>Immutable: {@link #with} returns another profile. The rules by which it answers, and the names of the methods, are
 * those of {@linkplain org.atomizable.profiler.profile the package}. Samples are worked out when they are added, so that
 * questions are cheap.
 *
 * <pre>{@code
 * JobProfile profile = JobProfile.of(job.spec()).with(calibration);
 * long atoms = profile.mostAtoms(kind, capacity, length, job.spec().atomsLeft(next), Promise.DEFAULT);
 * profile = profile.with(samplesOfTheSubjob);
 * }</pre>
 */
public final class JobProfile implements Profile {

    /** How a bound by the order statistics of every phase is named. */
    static final String ORDER_STATISTIC = "order statistic";

    /** How a bound by an order statistic of whole subjobs is named. */
    public static final String WHOLE_SUBJOBS = "order statistic of whole subjobs";

    /** With fewer samples of its own, a kind of slice is answered from those of all kinds. */
    static final int FEWEST_OWN = 3;

    /** A first atom meets cold caches and compilers. */
    private static final double WARM_UP_OVER_STEADY = 4;

    /** A worker's first subjob loads classes and opens connections. */
    private static final double COLD_OVER_WARM = 2;

    /** Phases differ in what they hold. */
    private static final double OTHER_PHASE_MEMORY = 1.25;

    private record Key(SliceKind kind, Phase phase) {}

    private record Question(SliceKind kind, Phase phase, Promise promise) {}

    private record Whole(SliceKind kind, Promise promise) {}

    private record Doubt(SliceKind kind, Phase phase, double confidence) {}

    /** What was measured under another key, by how much it is widened, and what the answer's method says of it. */
    private record Elsewhere(JobProfile measured, double factor, String note) {}

    private final Optional<Prior> prior;
    private final Map<Key, Series> own;
    private final Map<Phase, Series> pools;
    private final Map<SliceKind, WholeSubjobs> wholes;
    private final KeptPromises kept;
    private final Optional<Elsewhere> elsewhere;

    /** Worked out when first asked for. */
    private final Map<Question, PhaseBounds> answers = new ConcurrentHashMap<>();

    private final Map<Whole, SubjobBounds> subjobs = new ConcurrentHashMap<>();
    private final Map<Doubt, Chances> chances = new ConcurrentHashMap<>();

    private JobProfile(
            Optional<Prior> prior,
            Map<Key, Series> own,
            Map<Phase, Series> pools,
            Map<SliceKind, WholeSubjobs> wholes,
            KeptPromises kept,
            Optional<Elsewhere> elsewhere) {
        this.prior = prior;
        this.own = Map.copyOf(own);
        this.pools = Map.copyOf(pools);
        this.wholes = Map.copyOf(wholes);
        this.kept = kept;
        this.elsewhere = elsewhere;
    }

    /**
     * Returns the profile of a job of which nothing was measured yet.
     *
     * @param memory the most memory that the job's author expects it ever to use, as its spec declares
     */
    public static JobProfile declared(Optional<Bytes> memory) {
        return new JobProfile(
                Prior.declared(memory), Map.of(), Map.of(), Map.of(), KeptPromises.NONE, Optional.empty());
    }

    /** Returns the profile of a job of which nothing was measured yet. */
    public static JobProfile of(JobSpec spec) {
        return new JobProfile(Prior.of(spec), Map.of(), Map.of(), Map.of(), KeptPromises.NONE, Optional.empty());
    }

    /** Returns this profile, with what the job's spec says of its memory. */
    public JobProfile believing(JobSpec spec) {
        return new JobProfile(Prior.of(spec), own, pools, wholes, kept, elsewhere);
    }

    /**
     * Returns this profile with newer samples.
     *
     * @param samples in the order in which they were made, atoms in a row one after the other
     */
    public JobProfile with(List<Sample> samples) {
        return samples.isEmpty()
                ? this
                : new JobProfile(
                        prior,
                        extended(own, samples, sample -> new Key(sample.kind(), sample.phase())),
                        extended(pools, samples, Sample::phase),
                        wholes,
                        kept,
                        elsewhere);
    }

    /** Returns this profile with a newer subjob: its samples, and itself as one observation. */
    public JobProfile with(ObservedSubjob subjob) {
        return withSubjobs(List.of(subjob));
    }

    /** Returns this profile with newer subjobs, in the order in which they ran. */
    public JobProfile withSubjobs(List<ObservedSubjob> subjobs) {
        List<Sample> samples =
                subjobs.stream().flatMap(it -> it.samples().stream()).toList();
        JobProfile learned = with(samples);
        return new JobProfile(
                prior, learned.own, learned.pools, WholeSubjobs.extended(wholes, subjobs), kept, elsewhere);
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

    /** Returns this profile, knowing how promises were kept. */
    public JobProfile knowing(KeptPromises kept) {
        return new JobProfile(prior, own, pools, wholes, kept, elsewhere);
    }

    /**
     * Returns this profile, which answers for phases of which it has no samples by what was measured under another key.
     *
     * @param measured under the other key
     * @param factor by which its answers are widened, 1 or more
     * @param key how that key is named in answers
     */
    public JobProfile besides(JobProfile measured, double factor, String key) {
        if (!(factor >= 1) || !Double.isFinite(factor)) {
            throw new IllegalArgumentException("answers are widened by 1 or more, was told " + factor);
        }
        String note = String.format(Locale.ROOT, ", of %s times %.2f", key, factor);
        return new JobProfile(prior, own, pools, wholes, kept, Optional.of(new Elsewhere(measured, factor, note)));
    }

    /**
     * Returns this profile, which has forgotten how long things took but for the newest times: for a job that nothing fits any
     * more, since its machine was once slow. Peaks are not forgotten.
     *
     * @param most times that are kept of a phase on a kind of slice, 1 or more
     */
    public JobProfile withNewestTimes(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("at least 1 time is kept, was told " + most);
        }
        return new JobProfile(
                prior,
                withNewestTimes(own, most),
                withNewestTimes(pools, most),
                WholeSubjobs.withNewestTimes(wholes, most),
                new KeptPromises(kept.memory(), Conformal.FIRST),
                elsewhere.map(it -> new Elsewhere(it.measured().withNewestTimes(most), it.factor(), it.note())));
    }

    private static <K> Map<K, Series> withNewestTimes(Map<K, Series> all, int most) {
        Map<K, Series> newest = new HashMap<>();
        all.forEach((key, series) -> newest.put(key, series.withNewestTimes(most)));
        return newest;
    }

    /** Returns how promises were kept. */
    public KeptPromises kept() {
        return kept;
    }

    @Override
    public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
        requireAtoms(atoms);
        return bounds(kind, phase, promise).peak().bound(atoms);
    }

    @Override
    public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
        requireAtoms(atoms);
        return bounds(kind, phase, promise).span().bound(atoms);
    }

    @Override
    public long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
        return subjobs(kind, promise).mostAtoms(capacity, length, wanted);
    }

    SubjobBounds subjobs(SliceKind kind, Promise promise) {
        return subjobs.computeIfAbsent(
                new Whole(kind, promise),
                it -> SubjobBounds.of((phase, each) -> bounds(kind, phase, each), whole(kind), promise, kept));
    }

    WholeSubjobs whole(SliceKind kind) {
        return wholes.getOrDefault(kind, WholeSubjobs.NONE);
    }

    /**
     * Restore, first atom, steady atoms and checkpoint are bounded together; every other phase is one more part, with a share
     * of the promise of its own.
     */
    @Override
    public Footprint footprint(SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        Footprint union = Profile.super.footprint(kind, phases, promise);
        return SubjobParts.of(phases)
                .map(parts -> parts.bounded(this, kind, promise, union))
                .orElse(union);
    }

    /** Tells by what a subjob of so many atoms, from the next of a job on, is bounded, and what a proof takes. */
    public Grounds grounds(JobSpec spec, long nextAtom, SliceKind kind, long atoms, Promise promise) {
        requireAtoms(atoms);
        return Grounds.of(this, kind, new CourseProfile(this, spec, nextAtom, false).phases(atoms), promise);
    }

    /**
     * Returns this profile as seen from an atom of a job: its footprints are of the phases that the job's next atoms are in.
     *
     * @param nextAtom the first atom of the subjobs that are asked for
     */
    public Profile from(JobSpec spec, long nextAtom) {
        return from(spec, nextAtom, false);
    }

    /**
     * Returns the same of subjobs in a warm worker or a cold one.
     *
     * @param cold whether their worker has run no subjob of the job yet
     */
    public Profile from(JobSpec spec, long nextAtom, boolean cold) {
        return spec.recurring().isEmpty() && !cold ? this : new CourseProfile(this, spec, nextAtom, cold);
    }

    private PhaseBounds bounds(SliceKind kind, Phase phase, Promise promise) {
        return answers.computeIfAbsent(new Question(kind, phase, promise), it -> workedOut(kind, phase, promise));
    }

    private PhaseBounds workedOut(SliceKind kind, Phase phase, Promise promise) {
        Evidence evidence = known(kind, phase);
        if (evidence.series().isEmpty()) {
            Evidence memory = inAnotherWorker(kind, phase).orElseGet(this::fullestPhase);
            return PhaseBounds.of(memory, otherAtoms(kind, phase), prior, promise, kept);
        }
        boolean peaks = evidence.series().peaks().size() > 0;
        return PhaseBounds.of(peaks ? evidence : fullestPhase(), evidence, prior, promise, kept);
    }

    /** What was seen of a phase, or else of the same phase under another key. */
    private Evidence known(SliceKind kind, Phase phase) {
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
     * Returns how likely the peak of one phase exceeds a capacity at the most, with a confidence: 1 if it was never seen, or if
     * the job does not count its memory.
     *
     * @param atoms in a row, 1 or more; 1 for phases that have none
     * @param confidence in (0, 1)
     */
    public double chanceOfMore(SliceKind kind, Phase phase, long atoms, Bytes capacity, double confidence) {
        requireAtoms(atoms);
        Evidence evidence = known(kind, phase);
        return evidence.series().largestPeak().exceeds(Bytes.ZERO)
                ? chances.computeIfAbsent(
                                new Doubt(kind, phase, confidence),
                                it -> evidence.series().peaks().chances(confidence))
                        .exceeding(atoms, capacity.count() / evidence.larger())
                : 1;
    }

    /** Returns the same of a whole subjob; the doubt is shared among its phases, and their chances are added up. */
    public double chanceOfMore(SliceKind kind, long atoms, Bytes capacity, double confidence) {
        requireAtoms(atoms);
        double each = 1 - (1 - confidence) / (atoms > 1 ? 4 : 3);
        double chance = chanceOfMore(kind, Phase.RESTORE, 1, capacity, each)
                + chanceOfMore(kind, Phase.WARM_UP, 1, capacity, each)
                + chanceOfMore(kind, Phase.CHECKPOINT, 1, capacity, each)
                + (atoms > 1 ? chanceOfMore(kind, Phase.STEADY, atoms - 1, capacity, each) : 0);
        return Math.min(1, chance);
    }

    private static void requireAtoms(long atoms) {
        if (atoms < 1) {
            throw new IllegalArgumentException("a profile bounds 1 atom or more, was asked for " + atoms);
        }
    }

    /** What was seen of a phase, on this kind of slice or else on all; empty if it was never seen. */
    private Evidence seen(SliceKind kind, Phase phase) {
        Series mine = own.getOrDefault(new Key(kind, phase), Series.EMPTY);
        Series pool = pools.getOrDefault(phase, Series.EMPTY);
        boolean alone = mine.size() >= FEWEST_OWN || mine.size() == pool.size();
        return alone ? Evidence.own(mine) : Evidence.pooled(pool);
    }

    private Evidence otherAtoms(SliceKind kind, Phase phase) {
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

    /** What was seen of the same phase in warm workers where cold ones are asked for, or the other way round. */
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

    private Evidence fullestPhase() {
        return pools.entrySet().stream()
                .max(Comparator.<Map.Entry<Phase, Series>, Bytes>comparing(
                                entry -> entry.getValue().largestPeak())
                        .thenComparing(entry -> entry.getKey().name()))
                .map(entry -> Evidence.own(entry.getValue())
                        .borrowedFrom(entry.getKey().name(), 1, OTHER_PHASE_MEMORY))
                .or(() -> elsewhere.map(it -> it.measured().fullestPhase().ofAnotherKey(it.factor(), it.note())))
                .orElse(Evidence.NONE);
    }

    /** Returns what is believed of the job's memory before it was measured, if anything is. */
    public Optional<Bytes> priorMemory() {
        return prior.map(Prior::most);
    }

    /** Returns the kinds of slice of which there are samples, in order of their names. */
    public Set<SliceKind> kinds() {
        Set<SliceKind> kinds = new TreeSet<>(Comparator.comparing(SliceKind::name));
        own.keySet().forEach(key -> kinds.add(key.kind()));
        return kinds;
    }

    /** Returns the samples kept of one phase on one kind of slice, oldest first; empty if there are none. */
    public List<Sample> samples(SliceKind kind, Phase phase) {
        return own.getOrDefault(new Key(kind, phase), Series.EMPTY).samples();
    }

    /** Returns the samples kept of one phase on all kinds of slice together, oldest first; empty if there are none. */
    public List<Sample> samples(Phase phase) {
        return pools.getOrDefault(phase, Series.EMPTY).samples();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobProfile that
                && prior.equals(that.prior)
                && own.equals(that.own)
                && pools.equals(that.pools)
                && wholes.equals(that.wholes)
                && kept.equals(that.kept)
                && elsewhere.equals(that.elsewhere);
    }

    @Override
    public int hashCode() {
        return Objects.hash(prior, own, pools, wholes, kept, elsewhere);
    }

    @Override
    public String toString() {
        return "profile of %d kinds of slice, %s believed"
                .formatted(kinds().size(), priorMemory().map(Bytes::toString).orElse("no memory"));
    }
}
