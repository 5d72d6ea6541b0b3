package org.atomizable.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.atomizable.api.subjob.FailureKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttributionTest {

    private static Circumstances revoked(String why, CutOff... cutOffs) {
        return new Circumstances(why, List.of(cutOffs));
    }

    private static Fault overrun(CutOff... cutOffs) {
        return Attribution.of(FailureKind.OVERRUN, revoked("overrun", cutOffs)).fault();
    }

    private static CutOff atom(long atom, double seconds) {
        return new CutOff(atom, Duration.ofMillis(Math.round(1000 * seconds)), Duration.ofMillis(100));
    }

    @ParameterizedTest
    @CsvSource({
        "JOB, JOB",
        "OUT_OF_MEMORY, JOB",
        "FENCED, SCHEDULER",
        "CHECKPOINT, STORE",
        "JOB_EXITED, JOB",
        "STUCK, JOB",
        "OVERRUN, NODE",
        "WORKER_LOST, NODE"
    })
    void ofTheKindAloneOnlyTheJobsOwnFailuresCountAgainstIt(FailureKind kind, Fault fault) {
        Attribution attribution = Attribution.of(kind, Circumstances.UNKNOWN);
        assertThat(attribution.fault()).isEqualTo(fault);
        assertThat(attribution.fault().countsAgainstTheJob()).isEqualTo(fault == Fault.JOB);
        assertThat(attribution.evidence()).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource({
        "overrun, NODE",
        "silent, SCHEDULER",
        "withdrawn, SCHEDULER",
        "out-of-memory, JOB",
        "something-new, NODE"
    })
    void aRevokedGrantIsJudgedByWhyItWas(String why, Fault fault) {
        assertThat(Attribution.of(FailureKind.OVERRUN, revoked(why)).fault()).isEqualTo(fault);
    }

    @Test
    void oneSlowAtomIsTheMachinesFaultAndIsNamed() {
        Attribution attribution = Attribution.of(FailureKind.OVERRUN, revoked("overrun", atom(7, 60)));
        assertThat(attribution.fault()).isEqualTo(Fault.NODE);
        assertThat(attribution.evidence()).contains("atom 7", "60.00 s", "0.10 s");
    }

    @Test
    void theSameAtomThatNeverEndsInFarMoreTimeThanAnyTakesIsTheJobsFaultAndIsNamed() {
        Attribution attribution =
                Attribution.of(FailureKind.OVERRUN, revoked("overrun", atom(466, 2), atom(466, 6), atom(466, 18)));
        assertThat(attribution.fault()).isEqualTo(Fault.JOB);
        assertThat(attribution.evidence()).contains("atom 466", "2.00 s, then 6.00 s, then 18.00 s", "0.10 s");
    }

    @Test
    void differentAtomsThatAreCutOffShowASlowMachine() {
        assertThat(overrun(atom(1, 9), atom(2, 9), atom(3, 9))).isEqualTo(Fault.NODE);
        assertThat(overrun(atom(1, 9), atom(1, 9), atom(3, 9))).isEqualTo(Fault.NODE);
    }

    @Test
    void anAtomCutOffAgainAndAgainInLittleTimeShowsNothing() {
        assertThat(overrun(LongStream.range(0, 50).mapToObj(i -> atom(1, 1.9)).toArray(CutOff[]::new)))
                .isEqualTo(Fault.NODE);
    }

    @Test
    void whereNobodyKnowsHowLongAnAtomTakesNoneIsEndless() {
        CutOff unknown = new CutOff(1, Duration.ofHours(1), Duration.ZERO);
        assertThat(overrun(unknown, unknown, unknown)).isEqualTo(Fault.NODE);
    }
}
