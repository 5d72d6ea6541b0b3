package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.JobSpec.Stage;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.Chances;

/**
 * The profile of one job: its declarations, and its newest samples per kind of slice and phase, at most
 * {@value Series#KEPT} of each.
 *
 * <p>Immutable: {@link #with} returns another profile. The rules by which it answers, and the names of the methods, are
 * those of {@linkplain org.atomizable.profiler.profile the package}. Samples are worked out when they are added, so that
 * questions are cheap.
 *
 * <p>Seen {@linkplain #from from an atom}, subjobs are bounded by the stages that they touch. If nobody named stages there, atoms
 * ahead of the newest one are taken to need what those since the newest rise of memory needed, or since a fall that is proved. A further
 * rise cannot be known; the next bound follows it.
 *
 * <pre>{@code
 * JobProfile profile = JobProfile.of(job.spec()).with(samples);
 * long atoms = profile.mostAtoms(kind, capacity, length, job.spec().atomsLeft(next), Promise.DEFAULT);
 * profile = profile.with(samplesOfTheSubjob);
 * }</pre>
 */
public final class JobProfile implements Profile {

    /** The bound of a time of which nothing is known, and no other. */
    public static final Duration UNKNOWN_TIME = TimeRule.FOREVER;

    /** No window is as long. If this length is asked for, memory alone decides how many atoms fit. */
    public static final Duration ANY_LENGTH = SubjobBounds.ANY_LENGTH;

    /** The bound of a memory of which nothing is known, and no other. */
    public static final Bytes UNKNOWN_MEMORY = MemoryRule.BOUNDLESS;

    private record Doubt(SliceKind kind, Phase phase, double confidence) {}

    private final Limits limits;
    private final SeenPhases seen;
    private final Map<SliceKind, WholeSubjobs> wholes;
    private final KeptPromises kept;

    /** By samples of the whole job, whatever its stages. */
    private final StageProfile whole;

    /** Worked out when first asked for. */
    private final Map<List<Stage>, StageProfiles> byStage = new ConcurrentHashMap<>();

    private final Map<Doubt, Chances> chances = new ConcurrentHashMap<>();

    private JobProfile(Limits limits, SeenPhases seen, Map<SliceKind, WholeSubjobs> wholes, KeptPromises kept) {
        this.limits = limits;
        this.seen = seen;
        this.wholes = Map.copyOf(wholes);
        this.kept = kept;
        this.whole = new StageProfile(StageSamples.ofWholeJob(seen, this.wholes), limits, kept);
    }

    /**
     * Returns the profile of a job of which nothing was measured yet.
     *
     * @param memory the most memory that the job's author expects it ever to use, as its spec declares
     */
    public static JobProfile declared(Optional<Bytes> memory) {
        return new JobProfile(Limits.declared(memory), SeenPhases.NONE, Map.of(), KeptPromises.NONE);
    }

    /** Returns the profile of a job of which nothing was measured yet. */
    public static JobProfile of(JobSpec spec) {
        return new JobProfile(Limits.of(spec), SeenPhases.NONE, Map.of(), KeptPromises.NONE);
    }

    /** Returns this profile, with what the job's spec says of its memory. */
    public JobProfile believing(JobSpec spec) {
        return new JobProfile(Limits.of(spec).within(limits.room()), seen, wholes, kept);
    }

    /**
     * Returns this profile with newer samples.
     *
     * @param samples in the order in which they were made, atoms in a row one after the other
     */
    public JobProfile with(List<Sample> samples) {
        return samples.isEmpty() ? this : new JobProfile(limits, seen.with(samples), wholes, kept);
    }

    /** Returns this profile with a newer subjob: its samples, and itself as one observation. */
    public JobProfile with(ObservedSubjob subjob) {
        return withSubjobs(List.of(subjob));
    }

    /** Returns this profile with newer subjobs, in the order in which they ran. */
    public JobProfile withSubjobs(List<ObservedSubjob> subjobs) {
        List<Sample> samples =
                subjobs.stream().flatMap(it -> it.samples().stream()).toList();
        return with(samples, subjobs);
    }

    /**
     * Returns this profile with newer samples, some of which are known to be those of whole subjobs.
     *
     * @param samples in the order in which they were made, those of the subjobs included
     * @param subjobs in the order in which they ran
     */
    public JobProfile with(List<Sample> samples, List<ObservedSubjob> subjobs) {
        return new JobProfile(limits, seen.with(samples), WholeSubjobs.extended(wholes, subjobs), kept);
    }

    /** Returns this profile, knowing how promises were kept. */
    public JobProfile knowing(KeptPromises kept) {
        return new JobProfile(limits, seen, wholes, kept);
    }

    /**
     * Returns this profile, which answers for phases of which it has no samples by what was measured under another key.
     *
     * @param measured under the other key
     * @param factor by which its answers are widened, 1 or more
     * @param key how that key is named in answers
     */
    public JobProfile besides(JobProfile measured, double factor, String key) {
        return new JobProfile(limits, seen.besides(measured.seen, factor, key), wholes, kept);
    }

    /**
     * Returns this profile, which has forgotten how long things took but for the newest times: for a job that nothing fits any
     * more, since its machine was once slow. Peaks are not forgotten.
     *
     * @param most times that are kept of a phase on a kind of slice; 0 if not even the newest are believed
     */
    public JobProfile withNewestTimes(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("0 times are kept or more, was told " + most);
        }
        return new JobProfile(
                limits,
                seen.withNewestTimes(most),
                WholeSubjobs.withNewestTimes(wholes, most),
                kept.withTimesForgotten());
    }

    /**
     * Returns this profile for a job whose windows have no more memory than that. What was declared, and guesses from what was
     * measured, are lowered to that if the largest peak and a tenth fit it: else the job would learn nothing.
     */
    public JobProfile within(Bytes room) {
        return room.equals(limits.room()) ? this : new JobProfile(limits.within(room), seen, wholes, kept);
    }

    /** Returns how promises were kept. */
    public KeptPromises kept() {
        return kept;
    }

    @Override
    public MemoryBound peak(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return whole.peak(kind, phase, atoms, promise);
    }

    @Override
    public TimeBound span(SliceKind kind, Phase phase, long atoms, Promise promise) {
        return whole.span(kind, phase, atoms, promise);
    }

    @Override
    public Duration single(SliceKind kind, Phase phase, Promise promise) {
        return whole.single(kind, phase, promise);
    }

    /** If {@code length} is {@link #ANY_LENGTH} or more, memory alone decides. */
    @Override
    public long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
        return whole.mostAtoms(kind, capacity, length, wanted, promise);
    }

    @Override
    public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        return whole.footprint(kind, atoms, promise);
    }

    @Override
    public Footprint footprint(SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        return whole.footprint(kind, phases, promise);
    }

    /** Returns what bounds a subjob of {@code atoms} atoms from the job's next atom on, and what a proof needs. */
    public Grounds grounds(JobSpec spec, long nextAtom, SliceKind kind, long atoms, Promise promise) {
        return grounds(spec, nextAtom, false, kind, atoms, promise);
    }

    /**
     * Tells the same of a subjob in a warm worker or a cold one.
     *
     * @param cold whether its worker has run no subjob of the job yet
     */
    public Grounds grounds(JobSpec spec, long nextAtom, boolean cold, SliceKind kind, long atoms, Promise promise) {
        return course(spec, nextAtom, cold).grounds(kind, atoms, promise);
    }

    /**
     * Returns this profile as seen from an atom of a job: its footprints are of the phases and stages that the job's next atoms
     * are in.
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
        boolean alike =
                spec.recurring().isEmpty() && !cold && byStage(spec.stages()).areOne();
        return alike ? this : course(spec, nextAtom, cold);
    }

    private CourseProfile course(JobSpec spec, long nextAtom, boolean cold) {
        return new CourseProfile(byStage(spec.stages()), spec, nextAtom, cold);
    }

    private StageProfiles byStage(List<Stage> named) {
        return byStage.computeIfAbsent(named, it -> new StageProfiles(it, limits, whole));
    }

    /** Returns where the memory of the job's atoms was found to change, by atom. */
    public List<MemoryChange> memoryChanges() {
        return MemoryChange.in(seen);
    }

    /**
     * Returns how likely the peak of one phase exceeds a capacity at the most, with a confidence: 1 if it was never seen, or if
     * the job does not count its memory.
     *
     * @param atoms in a row, 1 or more; 1 for phases that have none
     * @param confidence in (0, 1)
     */
    public double chanceOfMore(SliceKind kind, Phase phase, long atoms, Bytes capacity, double confidence) {
        StageProfile.requireAtoms(atoms);
        Evidence evidence = seen.known(kind, phase);
        return evidence.series().largestPeak().exceeds(Bytes.ZERO)
                ? chances.computeIfAbsent(
                                new Doubt(kind, phase, confidence),
                                it -> evidence.series().peaks().chances(confidence))
                        .exceeding(atoms, capacity.count() / evidence.larger())
                : 1;
    }

    /** Returns the same of a whole subjob; the doubt is shared among its phases, and their chances are added up. */
    public double chanceOfMore(SliceKind kind, long atoms, Bytes capacity, double confidence) {
        StageProfile.requireAtoms(atoms);
        double each = 1 - (1 - confidence) / (atoms > 1 ? 4 : 3);
        double chance = chanceOfMore(kind, Phase.RESTORE, 1, capacity, each)
                + chanceOfMore(kind, Phase.WARM_UP, 1, capacity, each)
                + chanceOfMore(kind, Phase.CHECKPOINT, 1, capacity, each)
                + (atoms > 1 ? chanceOfMore(kind, Phase.STEADY, atoms - 1, capacity, each) : 0);
        return Math.min(1, chance);
    }

    /** Returns what is believed of the job's memory before it was measured, if anything is. */
    public Optional<Bytes> priorMemory() {
        return limits.prior().map(Limits.Prior::most);
    }

    /** Returns the longest time after which a phase was stopped before its end; zero if none is remembered. */
    public Duration longestUnfinished() {
        return seen.longestUnfinished();
    }

    /** Returns the kinds of slice of which there are samples, in order of their names. */
    public Set<SliceKind> kinds() {
        return seen.kinds();
    }

    /** Returns the samples kept of one phase on all kinds of slice together, oldest first; empty if there are none. */
    public List<Sample> samples(Phase phase) {
        return seen.samples(phase);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobProfile that
                && limits.equals(that.limits)
                && seen.equals(that.seen)
                && wholes.equals(that.wholes)
                && kept.equals(that.kept);
    }

    @Override
    public int hashCode() {
        return Objects.hash(limits, seen, wholes, kept);
    }

    @Override
    public String toString() {
        return "profile of %s kinds of slice, %s believed"
                .formatted(kinds().size(), priorMemory().map(Bytes::toString).orElse("no memory"));
    }
}
