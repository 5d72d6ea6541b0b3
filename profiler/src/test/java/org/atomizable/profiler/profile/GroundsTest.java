package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.Conformal;
import org.atomizable.profiler.profile.KeptPromises.Count;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroundsTest {

    @ParameterizedTest
    @CsvSource({
        "order statistic, PROVED",
        "order statistic of whole subjobs, PROVED",
        "'order statistic, pooled', LONG_RUN",
        "generalized Pareto, TAIL_FIT",
        "'generalized Pareto, pooled', TAIL_FIT",
        "declared, DECLARED",
        "analytic, DECLARED",
        "widened maximum, LONG_RUN",
        "unknown, LONG_RUN"
    })
    void onlyAnOrderStatisticOfTheVeryPhaseIsAProof(String method, Assurance assurance) {
        assertThat(Assurance.of(method)).isEqualTo(assurance);
        Grounds grounds = new Grounds(method, method, 0, 0, 1, 1, KeptPromises.NONE);
        assertThat(grounds.memory()).isEqualTo(assurance);
        assertThat(grounds.time()).isEqualTo(assurance);
    }

    @Test
    void twoStagesAreBoundedByTheWeakerOfTheTwo() {
        Grounds proved = new Grounds("a", "order statistic", 10, 20, 300, 400, KeptPromises.NONE);
        Grounds guessed = new Grounds("b", "widened maximum", 30, 5, 200, 500, KeptPromises.NONE);
        Grounds both = new Grounds("c", "widened maximum", 10, 5, 300, 500, KeptPromises.NONE);
        assertThat(proved.weaker(guessed, "c")).isEqualTo(both);
        assertThat(guessed.weaker(proved, "c")).isEqualTo(both);
    }

    private static Grounds grounds(String method, int seen, long exceeded, long judged) {
        Count count = new Count(exceeded, judged);
        KeptPromises kept = new KeptPromises(Conformal.FIRST, Conformal.FIRST, count, count);
        return new Grounds(method, method, seen, seen, 299, 59, kept);
    }

    @Test
    void whatIsNotProvedSaysFromWhenOnItCanBePromisedAndHowItWasKept() {
        assertThat(grounds("widened maximum", 12, 1, 12).memoryPromise())
                .isEqualTo("estimated; not promised before subjob 300; so far 1 of 12 exceeded");
        assertThat(grounds("declared", 12, 0, 20).timePromise())
                .as("8 subjobs do not count for the proof")
                .isEqualTo("declared; not promised before subjob 68; so far 0 of 20 exceeded");
        assertThat(grounds("unknown", 0, 0, 0).memoryMethodAndPromise())
                .isEqualTo("unknown; not promised before subjob 300; no bound was judged so far");
    }

    @Test
    void noNumberIsSaidWhereEnoughSubjobsWereSeenAndNothingIsProved() {
        assertThat(grounds("widened maximum", 400, 9, 400).memoryMethodAndPromise())
                .isEqualTo("widened maximum; not promised; so far 9 of 400 exceeded");
    }

    @Test
    void aProofNeedsNoFurtherWords() {
        Grounds proved = grounds(Assurance.WHOLE_SUBJOBS, 400, 1, 400);
        assertThat(proved.memoryPromise()).isEqualTo("proved by order statistics");
        assertThat(proved.timeMethodAndPromise()).isEqualTo(Assurance.WHOLE_SUBJOBS);
    }

    @Test
    void severalJobsArePromisedNoSoonerThanTheFirstOfThem() {
        List<Grounds> jobs = List.of(
                grounds("declared", 4, 1, 10),
                grounds("declared", 4, 0, 4),
                grounds(Assurance.WHOLE_SUBJOBS, 400, 2, 400));
        assertThat(Grounds.memoryPromise(jobs)).isEqualTo("not promised before subjob 300; so far 3 of 414 exceeded");
        assertThat(Grounds.memoryPromise(jobs.subList(2, 3))).isEqualTo("proved by order statistics");
    }

    @Test
    void aProfileCountsTheBoundsThatItKept() {
        Promise promise = Promise.DEFAULT;
        JobProfile profile = JobProfile.declared(Optional.empty())
                .knowing(KeptPromises.NONE
                        .afterMemory(promise, true)
                        .afterMemory(promise, false)
                        .afterTime(promise, false));
        Grounds known = profile.grounds(JobSpec.openEnded("job"), 0, new SliceKind("k"), 1, promise);
        assertThat(known.memoryPromise()).endsWith("so far 1 of 2 exceeded");
        assertThat(known.timePromise()).endsWith("so far 0 of 1 exceeded");
        assertThat(profile.withNewestTimes(1).kept().timeCount()).isEqualTo(new Count(0, 1));
    }
}
