package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.Answers;

/**
 * The bounds of atoms that belong to one stage of a job, or to the whole job if it has no stages. Immutable: answers are
 * worked out when they are first asked for.
 */
final class StageProfile implements Profile {

    private record Question(SliceKind kind, Phase phase, Promise promise) {}

    private record Whole(SliceKind kind, Promise promise) {}

    private record Course(SliceKind kind, long atoms, Promise promise) {}

    /** In their order, which decides between phases that need equally much. */
    private record Parts(SliceKind kind, List<Map.Entry<Phase, Long>> phases, Promise promise) {}

    /** An agent asks for the same few subjobs. */
    private static final int FOOTPRINTS_KEPT = 256;

    /** A first atom is an atom, and so is every other one. What only a cold worker needs is not counted for a warm one. */
    private static final Map<Phase, List<Phase>> ALIKE = Map.of(
            Phase.STEADY, List.of(Phase.WARM_UP),
            Phase.WARM_UP, List.of(Phase.STEADY),
            Phase.COLD_WARM_UP, List.of(Phase.WARM_UP, Phase.STEADY));

    private final StageSamples samples;
    private final Limits limits;
    private final KeptPromises kept;

    private final Map<Question, PhaseBounds> answers = new ConcurrentHashMap<>();
    private final Map<Question, PhaseBounds> answersBesides = new ConcurrentHashMap<>();
    private final Map<Whole, SubjobBounds> subjobs = new ConcurrentHashMap<>();
    private final Answers<Course, Footprint> footprints = new Answers<>(FOOTPRINTS_KEPT);
    private final Answers<Parts, Footprint> footprintsOfPhases = new Answers<>(FOOTPRINTS_KEPT);

    /**
     * Makes one.
     *
     * @param samples those of the stage
     * @param limits what no guess of the stage's memory exceeds
     * @param kept how promises were kept
     */
    StageProfile(StageSamples samples, Limits limits, KeptPromises kept) {
        Limits left = limits.against(samples.memory().largestPeak());
        this.samples = samples;
        this.limits = samples.measured() ? left : left.unmeasured();
        this.kept = kept;
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
    public Duration single(SliceKind kind, Phase phase, Promise promise) {
        return bounds(kind, phase, promise).span().single();
    }

    @Override
    public long mostAtoms(SliceKind kind, Bytes capacity, Duration length, long wanted, Promise promise) {
        return subjobs(kind, promise).mostAtoms(capacity, length, wanted);
    }

    SubjobBounds subjobs(SliceKind kind, Promise promise) {
        return subjobs.computeIfAbsent(
                new Whole(kind, promise),
                it -> SubjobBounds.of(
                        (phase, each) -> bounds(kind, phase, each), samples, kind, limits, promise, kept));
    }

    StageSamples samples() {
        return samples;
    }

    KeptPromises kept() {
        return kept;
    }

    WholeSubjobs whole(SliceKind kind) {
        return samples.whole(kind);
    }

    @Override
    public Footprint footprint(SliceKind kind, long atoms, Promise promise) {
        return footprints.to(new Course(kind, atoms, promise), () -> Profile.super.footprint(kind, atoms, promise));
    }

    /**
     * Restore, first atom, steady atoms and checkpoint are bounded together; every other phase is one more part, with a share
     * of the promise of its own. A subjob in a cold worker is bounded by no less than one in a warm one.
     */
    @Override
    public Footprint footprint(SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        List<Map.Entry<Phase, Long>> each =
                phases.entrySet().stream().map(Map.Entry::copyOf).toList();
        return footprintsOfPhases.to(new Parts(kind, each, promise), () -> {
            Footprint union = Profile.super.footprint(kind, phases, promise);
            return SubjobParts.of(phases)
                    .map(parts -> parts.bounded(this, kind, promise, union))
                    .orElseGet(() -> noLessThanWarm(kind, phases, promise, union));
        });
    }

    private Footprint noLessThanWarm(SliceKind kind, Map<Phase, Long> phases, Promise promise, Footprint union) {
        OptionalLong atoms = SubjobParts.coldAtoms(phases);
        if (atoms.isEmpty()) {
            return union;
        }
        SubjobBound warm = subjobs(kind, promise).memory();
        Bytes least = Bytes.of(warm.of(atoms.getAsLong()));
        MemoryBound memory = SubjobParts.unlessRising(union.memory(), warm.rises(atoms.getAsLong()));
        return new Footprint(
                new MemoryBound(memory.upper().max(least), memory.promise(), memory.samples(), memory.method()),
                union.time(),
                union.typical(),
                union.useful(),
                union.oneAtom(),
                union.laterAtom(),
                union.checkpoint(),
                union.lease());
    }

    private PhaseBounds bounds(SliceKind kind, Phase phase, Promise promise) {
        List<Phase> alike = ALIKE.getOrDefault(phase, List.of());
        return alike.isEmpty()
                ? alone(kind, phase, promise)
                : answersBesides.computeIfAbsent(
                        new Question(kind, phase, promise),
                        it -> alone(kind, phase, promise)
                                .besides(alike.stream()
                                        .map(other -> alone(kind, other, promise))
                                        .toList()));
    }

    /** Bounds a phase by its own samples. */
    private PhaseBounds alone(SliceKind kind, Phase phase, Promise promise) {
        return answers.computeIfAbsent(
                new Question(kind, phase, promise),
                it -> PhaseBounds.of(
                        samples.memory(kind, phase, limits.areOfStage()),
                        samples.time(kind, phase),
                        limits,
                        samples.widening(),
                        promise,
                        kept));
    }

    static void requireAtoms(long atoms) {
        if (atoms < 1) {
            throw new IllegalArgumentException("a profile bounds 1 atom or more, was asked for " + atoms);
        }
    }
}
