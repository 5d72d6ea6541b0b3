package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
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
        SubjobCurveBounds justEnough = curves.newest(299).under(0.01, 0.001, 0.95);
        assertThat(justEnough.proved(justEnough.levelOf(2))).isTrue();
        SubjobCurveBounds tooFew = curves.newest(298).under(0.01, 0.001, 0.95);
        assertThat(tooFew.proved(tooFew.levelOf(2))).isFalse();
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

    @Test
    void asManyMayExceedABoundAsWilksAllows() {
        Allowance allowance = Allowance.of(0.05, 0.95);
        long[] published = {59, 93, 124, 153, 181};
        for (int above = 0; above < published.length; above++) {
            assertThat(allowance.fewest(above)).isEqualTo(published[above]);
            assertThat(allowance.above((int) published[above] - 1)).isEqualTo(above - 1);
            assertThat(allowance.above((int) published[above])).isEqualTo(above);
        }
        assertThat(allowance.above(100_000)).isEqualTo(Allowance.MOST);
        Allowance rare = Allowance.of(1e-4, 0.95);
        assertThat(rare.above(29_955)).isEqualTo(-1);
        assertThat(rare.above(29_957)).as("no more is looked for than is kept").isZero();
        assertThat(rare.fewest(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void ofTheLargestAsManyAreLeftOutAsMayExceedTheBound() {
        SubjobCurves curves = SubjobCurves.NONE;
        for (int i = 0; i < 153; i++) {
            // 37 and 153 have no divisor in common: each of 0 to 152 comes once, in no order.
            curves = curves.plus(SubjobCurve.ofSums(1, 0, 37L * i % 153));
        }
        for (int above = 0; above < 4; above++) {
            int count = new int[] {59, 93, 124, 153}[above];
            SubjobCurveBounds bounds = curves.newest(count).under(0.05, 0.05, 0.95);
            long[] values = LongStream.range(153 - count, 153)
                    .map(i -> 37L * i % 153)
                    .sorted()
                    .toArray();
            assertThat(bounds.proved(0)).isTrue();
            assertThat(bounds.bound(0)).isEqualTo(values[count - 1 - above]);
            assertThat(bounds.largest(0)).isEqualTo(values[count - 1]);
        }
    }

    @Test
    void whatIsNotProvedIsTheLargestThatWasSeenToItsEnd() {
        SubjobCurves curves = alike(3, SubjobCurve.ofSums(4, 0, 5, 1, 1, 1))
                .plus(SubjobCurve.ofSums(4, 0, 9))
                .plus(SubjobCurve.ofSums(9, 0, 1, 1));
        SubjobCurveBounds bounds = curves.under(0.05, 0.05, 0.95);
        assertThat(bounds.levels()).isEqualTo(4);
        for (int level = 0; level < 4; level++) {
            assertThat(bounds.atoms(level)).isEqualTo(level + 1);
            assertThat(bounds.proved(level)).isFalse();
            assertThat(bounds.bound(level)).isEqualTo(9);
        }
        assertThat(bounds.levelOf(5)).isEqualTo(4);
    }

    @Test
    void onlySoManyAreKeptTheNewestOfThem() {
        SubjobCurves curves = SubjobCurves.NONE;
        for (int i = 0; i < SubjobCurves.KEPT + 2; i++) {
            curves = curves.plus(SubjobCurve.ofSums(i + 1, 0, 1));
        }
        assertThat(curves.plannedFor(1)).isEqualTo(SubjobCurves.KEPT);
        assertThat(curves.plannedFor(SubjobCurves.KEPT + 2)).isEqualTo(1);
        assertThat(curves.newest(2).plannedFor(1)).isEqualTo(2);
        assertThat(curves.newest(2).plannedFor(SubjobCurves.KEPT + 1)).isEqualTo(2);
        assertThat(curves.newest(SubjobCurves.KEPT)).isSameAs(curves);
        assertThat(curves.only(it -> it.planned() > SubjobCurves.KEPT).plannedFor(1))
                .isEqualTo(2);
    }

    @Test
    void theLengthThatSoManyDidIsThatOfTheShortestOfThem() {
        SubjobCurves curves = SubjobCurves.NONE
                .plus(SubjobCurve.ofSums(5, 0, atoms(3, 1)))
                .plus(SubjobCurve.ofSums(9, 0, atoms(7, 1)))
                .plus(SubjobCurve.ofSums(5, 0, atoms(5, 1)));
        assertThat(curves.reachedBy(1)).isEqualTo(7);
        assertThat(curves.reachedBy(2)).isEqualTo(5);
        assertThat(curves.reachedBy(3)).isEqualTo(3);
        assertThat(curves.reachedBy(4)).isZero();
    }

    @Test
    void betweenTwoPointsTheLengthIsALevelThatMostWerePlannedForAndOfEqualsTheLonger() {
        SubjobCurves curves =
                alike(2, SubjobCurve.ofSums(1005, 0, atoms(1005, 1))).plus(SubjobCurve.ofSums(1007, 0, atoms(1007, 1)));
        assertThat(curves.levels()).contains(1005).doesNotContain(1007);
        assertThat(curves.plus(SubjobCurve.ofSums(1007, 0, atoms(1007, 1))).levels())
                .contains(1007)
                .doesNotContain(1005);
        assertThat(curves.levels()).contains(1, 2, 32, 34, 992).isSorted();
        SubjobCurves equal = SubjobCurves.NONE
                .plus(SubjobCurve.ofSums(1007, 0, atoms(1007, 1)))
                .plus(SubjobCurve.ofSums(1005, 0, atoms(1005, 1)));
        assertThat(equal.levels()).contains(1007).doesNotContain(1005);
        assertThat(SubjobCurves.NONE
                        .plus(SubjobCurve.ofSums(1007, 0, atoms(1005, 1)))
                        .levels())
                .contains(992)
                .doesNotContain(1005, 1007);
    }

    @Test
    void curvesAreEqualIfAllThatIsKnownOfThemIs() {
        SubjobCurve curve = SubjobCurve.ofSums(3, 2, 1, 1).between(10, 11);
        assertThat(curve.first()).isEqualTo(10);
        assertThat(curve.last()).isEqualTo(11);
        assertThat(curve).isEqualTo(SubjobCurve.ofSums(3, 2, 1, 1).between(10, 11));
        assertThat(curve).hasSameHashCodeAs(SubjobCurve.ofSums(3, 2, 1, 1).between(10, 11));
        assertThat(List.of(
                        SubjobCurve.ofSums(3, 2, 1, 1),
                        SubjobCurve.ofSums(3, 2, 1, 1).between(10, 12),
                        SubjobCurve.ofSums(3, 2, 1, 1).between(9, 11),
                        SubjobCurve.ofSums(4, 2, 1, 1).between(10, 11),
                        SubjobCurve.ofSums(3, 2, 1, 2).between(10, 11),
                        SubjobCurve.ofSums(3, 3, 1).between(10, 11)))
                .doesNotContain(curve);
        assertThat(SubjobCurve.ofSums(1, 0, 1).first()).isNegative();
        assertThat(alike(2, curve)).isEqualTo(alike(2, curve)).isNotEqualTo(alike(1, curve));
        assertThat(alike(2, curve)).hasSameHashCodeAs(alike(2, curve));
    }

    private static boolean proved(SubjobCurves curves, long length) {
        SubjobCurveBounds bounds = curves.under(0.01, 0.01, 0.95);
        return bounds.proved(bounds.levelOf(length));
    }

    @Test
    void whatRisesIsNotProvedAndStaysWidened() {
        SubjobCurves curves = SubjobCurves.NONE;
        for (int i = 0; i < 400; i++) {
            curves = curves.plus(SubjobCurve.ofMaxima(2, 0, 1000 + i, 1000 + i));
        }
        SubjobCurveBounds rising = curves.under(0.01, 0.01, 0.95, Widening.after(400));
        assertThat(rising.proved(rising.levelOf(2))).isFalse();
        assertThat(rising.rising(rising.levelOf(1))).isTrue();
        assertThat(rising.bound(rising.levelOf(2))).isBetween(1538L, 1541L);
        SubjobCurve last = SubjobCurve.ofMaxima(2, 0, 1400, 1400);
        for (int i = 0; i < 913; i++) {
            curves = curves.plus(last);
        }
        assertThat(curves.under(0.01, 0.01, 0.95).proved(0))
                .as("no rise among those that a proof uses")
                .isTrue();
    }
}
