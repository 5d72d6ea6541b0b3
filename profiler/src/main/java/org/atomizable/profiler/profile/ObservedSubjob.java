package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.SubjobCurve;

/**
 * A whole subjob as one observation.
 *
 * @param samples what was observed, from its restore on, in order
 * @param planned how many atoms it was to do
 * @param beyond time that is in no sample, such as for checkpoints on the way
 * @param ending why it did no more atoms
 */
public record ObservedSubjob(List<Sample> samples, long planned, Duration beyond, Ending ending) {

    /** Why a subjob did no more atoms than it did. */
    public enum Ending {
        /** All planned atoms are done, or what ended it has nothing to do with its needs. */
        COMPLETE,
        /** It would have needed more time than it had. */
        SHORT_OF_TIME,
        /** It would have needed more memory than it had. */
        SHORT_OF_MEMORY
    }

    /** Copies the samples; one that did its plan, and then went on as long as it could, is complete. */
    public ObservedSubjob {
        samples = List.copyOf(samples);
        long done = samples.stream()
                .filter(it -> it.phase().hasAtoms() && !it.unfinished())
                .count();
        ending = planned > 0 && done >= planned ? Ending.COMPLETE : ending;
        if (beyond.isNegative()) {
            beyond = Duration.ZERO;
        }
    }

    /**
     * Returns a subjob that did what was planned.
     *
     * @param samples from its restore to its checkpoint
     */
    public static ObservedSubjob complete(List<Sample> samples) {
        long atoms = samples.stream().filter(it -> it.phase().hasAtoms()).count();
        return new ObservedSubjob(samples, atoms, Duration.ZERO, Ending.COMPLETE);
    }

    /** Returns the kind of slice that it ran on; empty if nothing was observed. */
    Optional<SliceKind> kind() {
        return samples.stream().findFirst().map(Sample::kind);
    }

    private SubjobCurve placed(SubjobCurve curve) {
        OptionalLong first = samples.stream()
                .mapToLong(Sample::atom)
                .filter(it -> it != Sample.NO_ATOM)
                .findFirst();
        // The atom that was not done belongs to it too: there its need may have changed.
        return first.isEmpty()
                ? curve
                : curve.between(
                        first.getAsLong(),
                        first.getAsLong() + Math.max(0, atomsDone() - (ending == Ending.COMPLETE ? 1 : 0)));
    }

    /** Returns its times; empty where they show nothing of a subjob from its restore to its checkpoint. */
    Optional<SubjobCurve> times() {
        return timeCurve().map(this::placed);
    }

    private Optional<SubjobCurve> timeCurve() {
        if (!startsAsOthersDo()) {
            return Optional.empty();
        }
        if (ending == Ending.SHORT_OF_TIME) {
            long[] atoms = isWhole() ? times(atoms()) : new long[0];
            return Optional.of(SubjobCurve.ofSums(plannedAtoms(), besideAtoms(), atoms));
        }
        return isWhole()
                ? Optional.of(SubjobCurve.ofSums(atoms().size(), besideAtoms(), times(atoms())))
                : Optional.empty();
    }

    /** Returns its peaks; empty where they show nothing of a subjob from its restore to its checkpoint. */
    Optional<SubjobCurve> peaks() {
        return peakCurve().map(this::placed);
    }

    private Optional<SubjobCurve> peakCurve() {
        boolean counted = samples.stream().anyMatch(it -> it.peak().count() > 0);
        if (!counted || !startsAsOthersDo()) {
            return Optional.empty();
        }
        if (ending == Ending.SHORT_OF_MEMORY) {
            long[] atoms = isWhole() ? peaks(atoms()) : new long[0];
            return Optional.of(SubjobCurve.ofMaxima(plannedAtoms(), peakBesideAtoms(), atoms));
        }
        return isWhole()
                ? Optional.of(SubjobCurve.ofMaxima(atoms().size(), peakBesideAtoms(), peaks(atoms())))
                : Optional.empty();
    }

    /**
     * A worker's first subjob is cold, one that went on without a restore lacks it, and one whose first atom recurs has no warm-up:
     * none is like the others.
     */
    private boolean startsAsOthersDo() {
        boolean unlike = samples.stream().map(Sample::phase).anyMatch(ObservedSubjob::isUnlikeOthers);
        Optional<Phase> first =
                samples.stream().map(Sample::phase).filter(Phase::hasAtoms).findFirst();
        return !unlike && first.map(Phase.WARM_UP::equals).orElse(ending != Ending.COMPLETE);
    }

    private static boolean isUnlikeOthers(Phase phase) {
        return phase.equals(Phase.CONTINUE)
                || phase.equals(Phase.COLD_RESTORE)
                || phase.equals(Phase.COLD_WARM_UP)
                || phase.equals(Phase.COLD_CHECKPOINT);
    }

    private boolean isWhole() {
        return samples.stream().anyMatch(it -> it.phase().equals(Phase.RESTORE))
                && samples.stream().anyMatch(it -> it.phase().equals(Phase.CHECKPOINT) && !it.unfinished());
    }

    /**
     * Those that are not of a phase of their own, which is bounded by itself. How many follow the planned ones depends on how long
     * they take, so they are left out: subjobs would no longer be a fair sample.
     */
    private List<Sample> atoms() {
        return samples.stream()
                .filter(it -> it.phase().hasAtoms())
                .limit(planned)
                .filter(it -> it.phase().equals(Phase.WARM_UP) || it.phase().equals(Phase.STEADY))
                .filter(it -> !it.unfinished())
                .toList();
    }

    /** The least number of atoms that were planned. */
    private long plannedAtoms() {
        return atoms().size() + Math.max(0, planned - atomsDone());
    }

    private long atomsDone() {
        return samples.stream()
                .filter(it -> it.phase().hasAtoms() && !it.unfinished())
                .count();
    }

    private List<Sample> besides() {
        return samples.stream()
                .filter(it -> it.phase().equals(Phase.RESTORE) || it.phase().equals(Phase.CHECKPOINT))
                .toList();
    }

    private long besideAtoms() {
        long sum = Series.nanoseconds(beyond);
        for (Sample sample : besides()) {
            sum += Series.nanoseconds(sample.took());
        }
        return sum;
    }

    private long peakBesideAtoms() {
        return besides().stream().mapToLong(it -> it.peak().count()).max().orElse(0);
    }

    private static long[] times(List<Sample> samples) {
        return samples.stream().mapToLong(it -> Series.nanoseconds(it.took())).toArray();
    }

    private static long[] peaks(List<Sample> samples) {
        return samples.stream().mapToLong(it -> it.peak().count()).toArray();
    }
}
