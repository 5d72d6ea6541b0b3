package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SubjobCurvesTest {

    private static long[] atoms(int count, long each) {
        long[] atoms = new long[count];
        Arrays.fill(atoms, each);
        return atoms;
    }

    private static SubjobCurves alike(int subjobs, SubjobCurve each) {
        SubjobCurves curves = SubjobCurves.NONE;
        for (int i = 0; i < subjobs; i++) {
            curves = curves.plus(each);
        }
        return curves;
    }

    @Test
    void oneInAHundredIsProvedByTwoHundredAndNinetyNineSubjobsOfAnyLength() {
        for (int length : new int[] {1, 8, 100, 1000}) {
            SubjobCurve subjob = SubjobCurve.ofMaxima(length, 3, atoms(length, 7));
            assertThat(proved(alike(298, subjob), length)).isFalse();
            assertThat(proved(alike(299, subjob), length)).isTrue();
        }
    }

    @Test
    void aSubjobIsEvidenceForShorterOnesAndNotForLongerOnes() {
        SubjobCurves curves = alike(300, SubjobCurve.ofSums(40, 100, atoms(40, 10)));
        SubjobCurveBounds bounds = curves.under(0.01, 0.01, 0.95);
        assertThat(bounds.bound(bounds.levelOf(1))).isEqualTo(110);
        assertThat(bounds.bound(bounds.levelOf(25))).isEqualTo(350);
        assertThat(bounds.bound(bounds.levelOf(40))).isEqualTo(500);
        assertThat(bounds.levelOf(41)).isEqualTo(bounds.levels());
        assertThat(curves.plannedFor(40)).isEqualTo(300);
        assertThat(curves.plannedFor(41)).isZero();
    }

    @Test
    void aLengthThatMostSubjobsHaveIsALevelOfItsOwn() {
        SubjobCurves curves = alike(300, SubjobCurve.ofSums(1001, 0, atoms(1001, 1)));
        SubjobCurveBounds bounds = curves.under(0.01, 0.01, 0.95);
        assertThat(bounds.proved(bounds.levelOf(1001))).isTrue();
        assertThat(bounds.bound(bounds.levelOf(1001))).isEqualTo(1001);
    }

    @Test
    void aSubjobThatCouldNotDoItsPlanCountsAsMoreThanTheBound() {
        SubjobCurve whole = SubjobCurve.ofSums(10, 0, atoms(10, 5));
        SubjobCurve cut = SubjobCurve.ofSums(10, 0, atoms(6, 5));
        // Of 299 not even one may exceed the bound, of 473 one may.
        SubjobCurveBounds few = alike(298, whole).plus(cut).under(0.01, 0.01, 0.95);
        assertThat(few.proved(few.levelOf(10))).isFalse();
        assertThat(few.proved(few.levelOf(6))).isTrue();
        SubjobCurveBounds more = alike(472, whole).plus(cut).under(0.01, 0.01, 0.95);
        assertThat(more.proved(more.levelOf(10))).isTrue();
        assertThat(more.bound(more.levelOf(10))).isEqualTo(50);
    }

    @Test
    void whereTheStricterLevelHasTooFewSubjobsTheLargestIsTaken() {
        SubjobCurves curves = alike(480, SubjobCurve.ofMaxima(2, 0, 1, 1)).plus(SubjobCurve.ofMaxima(2, 0, 1, 9));
        SubjobCurveBounds promised = curves.under(0.01, 0.01, 0.95);
        assertThat(promised.bound(promised.levelOf(2))).isEqualTo(1);
        SubjobCurveBounds stricter = curves.under(0.01, 0.001, 0.95);
        assertThat(stricter.proved(stricter.levelOf(2))).isTrue();
        assertThat(stricter.bound(stricter.levelOf(2))).isEqualTo(9);
    }

    @Test
    void onlyTheNewestSubjobsThatAProofTakesAreLookedAt() {
        SubjobCurves curves = alike(10, SubjobCurve.ofSums(1, 0, 1000));
        for (int i = 0; i < 181; i++) {
            curves = curves.plus(SubjobCurve.ofSums(1, 0, 1));
        }
        SubjobCurveBounds bounds = curves.under(0.05, 0.05, 0.95);
        assertThat(bounds.bound(0)).isEqualTo(1);
    }

    @Test
    void moreAtomsThanPlannedAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> SubjobCurve.ofSums(1, 0, 1, 1));
    }

    private static boolean proved(SubjobCurves curves, long length) {
        SubjobCurveBounds bounds = curves.under(0.01, 0.01, 0.95);
        return bounds.proved(bounds.levelOf(length));
    }
}
