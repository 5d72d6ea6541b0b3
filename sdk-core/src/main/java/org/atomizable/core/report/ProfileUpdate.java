package org.atomizable.core.report;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;

/** Updates a profile after a subjob: it adds the samples, and records whether the bounds were kept. */
public final class ProfileUpdate {

    private ProfileUpdate() {}

    /**
     * Returns the profile that knows of the subjob too. It is judged by the atoms that it did, which may be fewer than were
     * planned; the time of one that failed is not judged, since it did not do what was bounded.
     *
     * @param spec of the job
     * @param profile by which it was built
     * @param promise under which it was built
     */
    public static JobProfile of(JobSpec spec, JobProfile profile, Subjob subjob, Report report, Promise promise) {
        Outcome outcome = report.outcome();
        boolean failed = outcome instanceof Outcome.Failed;
        boolean outOfMemory = outcome instanceof Outcome.Failed failure && failure.kind() == FailureKind.OUT_OF_MEMORY;
        JobProfile learned =
                observed(subjob, report).map(profile::with).orElseGet(() -> profile.with(report.samples()));
        if ((failed && !outOfMemory) || (!failed && report.atomsDone() == 0)) {
            return learned;
        }
        boolean memoryBroken = outOfMemory || report.peak().exceeds(subjob.mostMemory());
        KeptPromises kept = profile.kept().afterMemory(promise, memoryBroken);
        if (failed) {
            return learned.knowing(kept);
        }
        Profile planned = profile.from(spec, report.firstAtom(), isCold(report));
        Duration bound = planned.footprint(subjob.grant().slice().kind(), report.atomsDone(), promise)
                .time();
        Duration took = report.took().plus(sparedRestore(planned, subjob, report, promise));
        boolean judged = bound.compareTo(JobProfile.UNKNOWN_TIME) < 0;
        return learned.knowing(judged ? kept.afterTime(promise, took.compareTo(bound) > 0) : kept);
    }

    /**
     * Returns the profile that knows of a subjob too whose grant ended before it did, so that its worker was stopped. What was
     * seen to end counts as it would in a report; the phase in which it was stopped takes at least as long as it had run. Its
     * promise of time was broken.
     *
     * @param planned how many atoms it was to do
     */
    public static JobProfile ofOverrun(JobProfile profile, Seen seen, long planned, Promise promise) {
        JobProfile learned = profile.with(
                new ObservedSubjob(seen.all(), planned, Duration.ZERO, ObservedSubjob.Ending.SHORT_OF_TIME));
        return learned.knowing(learned.kept().afterTime(promise, true));
    }

    /** Returns the profile that knows of what was seen of a subjob whose worker was stopped or lost for another reason. */
    public static JobProfile ofLost(JobProfile profile, Seen seen) {
        return profile.with(seen.ended());
    }

    private static boolean isCold(Report report) {
        return report.samples().stream().anyMatch(it -> it.phase().equals(Phase.COLD_RESTORE));
    }

    /**
     * Returns the subjob as one observation; empty if it failed for a reason that says nothing of what it needed.
     *
     * @param subjob as it was planned
     */
    public static Optional<ObservedSubjob> observed(Subjob subjob, Report report) {
        return report.outcome()
                .match(
                        finished -> Optional.of(ObservedSubjob.Ending.COMPLETE),
                        yielded -> Optional.of(ending(yielded.why())),
                        failed -> failed.kind() == FailureKind.OUT_OF_MEMORY
                                ? Optional.of(ObservedSubjob.Ending.SHORT_OF_MEMORY)
                                : Optional.<ObservedSubjob.Ending>empty())
                .map(ending -> new ObservedSubjob(
                        samples(subjob, report), subjob.atoms(), report.took().minus(inSamples(report)), ending));
    }

    /** Adds a sample to a subjob that ran out of memory before its peak was seen: it needed more than there was. */
    private static List<Sample> samples(Subjob subjob, Report report) {
        Bytes capacity = subjob.grant().capacity();
        boolean outOfMemory =
                report.outcome() instanceof Outcome.Failed failure && failure.kind() == FailureKind.OUT_OF_MEMORY;
        if (!outOfMemory || report.peak().exceeds(capacity)) {
            return report.samples();
        }
        long atoms =
                report.samples().stream().filter(it -> it.phase().hasAtoms()).count();
        Phase failed = report.samples().isEmpty() ? Phase.RESTORE : atoms == 0 ? Phase.WARM_UP : Phase.STEADY;
        Sample more = new Sample(
                subjob.grant().slice().kind(),
                failed,
                Duration.ZERO,
                Bytes.of(capacity.count() + 1),
                true,
                report.firstAtom() + atoms);
        return Stream.concat(report.samples().stream(), Stream.of(more)).toList();
    }

    /** A subjob that was asked to stop may have been slow, so it counts as one that needed more time. */
    private static ObservedSubjob.Ending ending(StopReason why) {
        return switch (why) {
            case ALL_ATOMS_DONE -> ObservedSubjob.Ending.COMPLETE;
            case TIME, ASKED -> ObservedSubjob.Ending.SHORT_OF_TIME;
            case MEMORY -> ObservedSubjob.Ending.SHORT_OF_MEMORY;
        };
    }

    private static Duration inSamples(Report report) {
        return report.samples().stream().map(Sample::took).reduce(Duration.ZERO, Duration::plus);
    }

    /** A subjob that went on without a restore is judged as if it had had a usual one, since its bound has room for one. */
    private static Duration sparedRestore(Profile profile, Subjob subjob, Report report, Promise promise) {
        boolean restored = report.samples().stream().anyMatch(it -> it.phase().isRestore());
        boolean continued =
                !restored && report.samples().stream().anyMatch(it -> it.phase().equals(Phase.CONTINUE));
        return continued
                ? profile.span(subjob.grant().slice().kind(), Phase.RESTORE, 1, promise)
                        .typical()
                : Duration.ZERO;
    }
}
