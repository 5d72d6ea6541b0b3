package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.SubjobCurve;
import org.atomizable.profiler.profile.ObservedSubjob.Ending;
import org.junit.jupiter.api.Test;

/** What one subjob shows of the subjobs to come. Times here are in nanoseconds, peaks in bytes. */
class ObservedSubjobTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Phase EVALUATION = new Phase("evaluation");
    private static final Sample RESTORE = sample(Phase.RESTORE, 50, 7);
    private static final Sample FIRST = sample(Phase.WARM_UP, 30, 3);
    private static final Sample SECOND = sample(Phase.STEADY, 20, 4);
    private static final Sample THIRD = sample(Phase.STEADY, 10, 9);
    private static final Sample CHECKPOINT = sample(Phase.CHECKPOINT, 40, 8);
    private static final long BESIDE = 90;

    private static Sample sample(Phase phase, long nanos, long peak) {
        return new Sample(KIND, phase, Duration.ofNanos(nanos), Bytes.of(peak));
    }

    private static Sample stopped(Sample sample) {
        return new Sample(KIND, sample.phase(), sample.took(), sample.peak(), true, sample.atom());
    }

    private static ObservedSubjob of(long planned, Ending ending, Sample... samples) {
        return new ObservedSubjob(List.of(samples), planned, Duration.ZERO, ending);
    }

    private static void showsNothing(ObservedSubjob subjob) {
        assertThat(subjob.times()).as("times of %s", subjob).isEmpty();
        assertThat(subjob.peaks()).as("peaks of %s", subjob).isEmpty();
    }

    @Test
    void aSubjobThatDidAllPlannedAtomsIsComplete() {
        Sample[] samples = {RESTORE, FIRST, SECOND, stopped(THIRD)};
        assertThat(of(2, Ending.SHORT_OF_TIME, samples).ending()).isEqualTo(Ending.COMPLETE);
        assertThat(of(3, Ending.SHORT_OF_TIME, samples).ending()).isEqualTo(Ending.SHORT_OF_TIME);
        assertThat(of(0, Ending.SHORT_OF_MEMORY, RESTORE).ending()).isEqualTo(Ending.SHORT_OF_MEMORY);
        assertThat(ObservedSubjob.complete(List.of(RESTORE, FIRST, SECOND, CHECKPOINT))
                        .planned())
                .isEqualTo(2);
    }

    @Test
    void aWholeSubjobShowsWhatEachNumberOfAtomsNeeds() {
        ObservedSubjob whole = ObservedSubjob.complete(List.of(RESTORE, FIRST, SECOND, THIRD, CHECKPOINT));
        assertThat(whole.times()).contains(SubjobCurve.ofSums(3, BESIDE, 30, 20, 10));
        assertThat(whole.peaks()).contains(SubjobCurve.ofMaxima(3, 8, 3, 4, 9));
        Duration beyond = Duration.ofNanos(1_000);
        assertThat(new ObservedSubjob(whole.samples(), 3, beyond, Ending.COMPLETE).times())
                .contains(SubjobCurve.ofSums(3, BESIDE + 1_000, 30, 20, 10));
        assertThat(new ObservedSubjob(whole.samples(), 3, beyond.negated(), Ending.COMPLETE).times())
                .isEqualTo(whole.times());
    }

    @Test
    void atomsBeyondThePlanAndThoseOfPhasesOfTheirOwnAreLeftOut() {
        Sample evaluation = sample(EVALUATION, 5_000, 5_000);
        assertThat(of(2, Ending.COMPLETE, RESTORE, FIRST, SECOND, THIRD, CHECKPOINT)
                        .times())
                .contains(SubjobCurve.ofSums(2, BESIDE, 30, 20));
        ObservedSubjob evaluated =
                ObservedSubjob.complete(List.of(RESTORE, FIRST, evaluation, SECOND, THIRD, CHECKPOINT));
        assertThat(evaluated.times()).contains(SubjobCurve.ofSums(3, BESIDE, 30, 20, 10));
        assertThat(evaluated.peaks()).contains(SubjobCurve.ofMaxima(3, 8, 3, 4, 9));
        ObservedSubjob unfinished = of(6, Ending.SHORT_OF_TIME, RESTORE, FIRST, evaluation, SECOND, CHECKPOINT);
        assertThat(unfinished.times()).contains(SubjobCurve.ofSums(5, BESIDE, 30, 20));
    }

    @Test
    void aSubjobThatRanOutOfTimeExceededAnyBoundOfTheAtomsThatItDidNotDo() {
        ObservedSubjob saved = of(5, Ending.SHORT_OF_TIME, RESTORE, FIRST, SECOND, stopped(THIRD), CHECKPOINT);
        assertThat(saved.times()).contains(SubjobCurve.ofSums(5, BESIDE, 30, 20));
        assertThat(saved.peaks()).contains(SubjobCurve.ofMaxima(2, 8, 3, 4));
        ObservedSubjob unsaved = of(5, Ending.SHORT_OF_TIME, RESTORE, FIRST, SECOND, stopped(THIRD));
        assertThat(unsaved.times()).contains(SubjobCurve.ofSums(5, 50));
        assertThat(unsaved.peaks()).isEmpty();
    }

    @Test
    void aSubjobThatRanOutOfMemoryExceededAnyBoundOfTheAtomsThatItDidNotDo() {
        ObservedSubjob saved = of(5, Ending.SHORT_OF_MEMORY, RESTORE, FIRST, SECOND, stopped(THIRD), CHECKPOINT);
        assertThat(saved.peaks()).contains(SubjobCurve.ofMaxima(5, 8, 3, 4));
        assertThat(saved.times()).contains(SubjobCurve.ofSums(2, BESIDE, 30, 20));
        ObservedSubjob unsaved = of(5, Ending.SHORT_OF_MEMORY, RESTORE, FIRST, SECOND, stopped(THIRD));
        assertThat(unsaved.peaks()).contains(SubjobCurve.ofMaxima(5, 7));
        assertThat(unsaved.times()).isEmpty();
    }

    @Test
    void aSubjobThatStoppedBeforeItsFirstAtomShowsThatNoneFitsAndNothingOtherwise() {
        assertThat(of(4, Ending.SHORT_OF_TIME, stopped(RESTORE)).times()).contains(SubjobCurve.ofSums(4, 50));
        assertThat(of(4, Ending.SHORT_OF_MEMORY, stopped(RESTORE)).peaks()).contains(SubjobCurve.ofMaxima(4, 7));
        showsNothing(of(4, Ending.COMPLETE, RESTORE, CHECKPOINT));
    }

    @Test
    void nothingIsShownWithoutARestoreOrAFirstAtomOrACheckpointLikeThoseOfOthers() {
        showsNothing(ObservedSubjob.complete(List.of(FIRST, SECOND, CHECKPOINT)));
        showsNothing(ObservedSubjob.complete(List.of(RESTORE, FIRST, SECOND)));
        showsNothing(ObservedSubjob.complete(List.of(RESTORE, FIRST, SECOND, stopped(CHECKPOINT))));
        showsNothing(ObservedSubjob.complete(List.of(RESTORE, SECOND, THIRD, CHECKPOINT)));
        for (Phase unlike : List.of(Phase.CONTINUE, Phase.COLD_RESTORE, Phase.COLD_WARM_UP, Phase.COLD_CHECKPOINT)) {
            List<Sample> samples = new ArrayList<>(List.of(RESTORE, FIRST, SECOND, CHECKPOINT));
            samples.add(sample(unlike, 1, 1));
            showsNothing(ObservedSubjob.complete(samples));
            showsNothing(new ObservedSubjob(samples, 5, Duration.ZERO, Ending.SHORT_OF_TIME));
            showsNothing(new ObservedSubjob(samples, 5, Duration.ZERO, Ending.SHORT_OF_MEMORY));
        }
    }

    @Test
    void peaksThatNobodyCountedShowNothing() {
        ObservedSubjob uncounted = ObservedSubjob.complete(
                List.of(sample(Phase.RESTORE, 50, 0), sample(Phase.WARM_UP, 30, 0), sample(Phase.CHECKPOINT, 40, 0)));
        assertThat(uncounted.times()).contains(SubjobCurve.ofSums(1, BESIDE, 30));
        assertThat(uncounted.peaks()).isEmpty();
    }

    @Test
    void itsPlaceInTheJobReachesFromItsFirstAtomToTheLastThatItBegan() {
        List<Sample> whole = new ArrayList<>(List.of(sample(Phase.START_UP, 1, 1)));
        whole.addAll(Sample.numbered(10, List.of(RESTORE, FIRST, SECOND, THIRD, CHECKPOINT)));
        assertThat(ObservedSubjob.complete(whole).times()).hasValueSatisfying(it -> {
            assertThat(it.first()).isEqualTo(10);
            assertThat(it.last()).isEqualTo(12);
        });
        List<Sample> part = Sample.numbered(10, List.of(RESTORE, FIRST, SECOND, stopped(THIRD)));
        assertThat(new ObservedSubjob(part, 5, Duration.ZERO, Ending.SHORT_OF_MEMORY).peaks())
                .hasValueSatisfying(it -> assertThat(it.last()).isEqualTo(12));
        assertThat(ObservedSubjob.complete(List.of(RESTORE, FIRST, CHECKPOINT)).times())
                .hasValueSatisfying(it -> assertThat(it.first()).isNegative());
    }
}
