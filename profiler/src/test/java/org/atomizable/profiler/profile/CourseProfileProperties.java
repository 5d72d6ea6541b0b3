package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;

class CourseProfileProperties {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final Phase EVALUATION = new Phase("evaluation");
    private static final JobSpec SPEC = JobSpec.openEnded("job").withRecurring("evaluation", 10);
    private static final JobProfile PROFILE =
            JobProfile.declared(Optional.empty()).with(samples());

    private static List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, EVALUATION, Phase.CHECKPOINT)) {
                boolean evaluates = phase.equals(EVALUATION);
                samples.add(new Sample(
                        KIND, phase, Duration.ofMillis(evaluates ? 500 : 20 + i % 7), Bytes.gibi(evaluates ? 8 : 2)));
            }
        }
        return samples;
    }

    /** What a scheduler can use: a small slice will do until the next evaluation. */
    @Example
    void aSubjobThatEndsBeforeTheEvaluationNeedsNoRoomForIt() {
        Profile ahead = PROFILE.from(SPEC, 20);
        assertThat(ahead.mostAtoms(KIND, Bytes.gibi(3), Duration.ofHours(1), 1000, Promise.DEFAULT))
                .isEqualTo(9);
        assertThat(ahead.mostAtoms(KIND, Bytes.gibi(10), Duration.ofHours(1), 1000, Promise.DEFAULT))
                .isEqualTo(1000);
        assertThat(PROFILE.from(SPEC, 29).mostAtoms(KIND, Bytes.gibi(3), Duration.ofHours(1), 1000, Promise.DEFAULT))
                .isZero();
    }

    @Property
    void aLongerSubjobNeverNeedsLess(
            @ForAll @IntRange(min = 0, max = 40) int first,
            @ForAll @IntRange(min = 1, max = 60) int atoms,
            @ForAll @IntRange(min = 0, max = 60) int more) {
        Profile ahead = PROFILE.from(SPEC, first);
        Footprint less = ahead.footprint(KIND, atoms, Promise.DEFAULT);
        Footprint greater = ahead.footprint(KIND, atoms + more, Promise.DEFAULT);
        FootprintLaws.assertNoLess(greater, less);
    }

    @Property
    void theMostAtomsThatFitAreThoseWhoseFootprintFits(
            @ForAll @IntRange(min = 0, max = 40) int first,
            @ForAll @IntRange(min = 1, max = 10) int gibi,
            @ForAll @IntRange(min = 0, max = 10_000) int millis) {
        Profile ahead = PROFILE.from(SPEC, first);
        FootprintLaws.assertMostIsWhatFits(
                ahead, KIND, Bytes.gibi(gibi), Duration.ofMillis(millis), 500, Promise.DEFAULT);
    }
}
