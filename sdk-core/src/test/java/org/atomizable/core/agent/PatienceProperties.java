package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.plan.OverheadLimit;

class PatienceProperties {

    private static Patience after(int windows) {
        Patience patience = Patience.FRESH;
        for (int i = 0; i < windows; i++) {
            patience = patience.tooShort();
        }
        return patience;
    }

    @Property
    void theLongerEveryWindowWasTooShortTheMoreOverheadIsAllowedUpToSixteenTimes(
            @ForAll @IntRange(min = 0, max = 100) int windows,
            @ForAll @DoubleRange(min = 0.01, max = 0.05) double eta) {
        OverheadLimit strict = new OverheadLimit(eta);
        int doublings = Math.min(4, windows / 10);
        assertThat(after(windows).overheadLimit(strict).eta()).isEqualTo(eta * (1 << doublings));
        assertThat(after(windows).warmsUp()).isEqualTo(windows >= 3);
        assertThat(after(windows).isAtItsEnd()).isEqualTo(windows >= 20);
    }

    @Property
    void noLimitAllowsMoreThanAll(
            @ForAll @DoubleRange(min = 0.01, max = 1) double eta, @ForAll @IntRange(min = 0, max = 8) int times) {
        OverheadLimit limit = new OverheadLimit(eta);
        assertThat(limit.loosened(times).eta()).isBetween(eta, 1.0);
        assertThat(limit.forWholeWindow(Mode.SJA).eta()).isEqualTo(Math.min(1, 5 * eta));
        assertThat(limit.forWholeWindow(Mode.JASDA).eta()).isEqualTo(Math.min(1, 2 * eta));
    }

    @Property
    void eachEndOfPatienceBelievesHalfAsManyTimesAndAtLastNone(@ForAll @IntRange(min = 0, max = 19) int before) {
        assertThat(after(before).renewed()).isEqualTo(after(before));
        Patience patience = after(20).renewed();
        assertThat(patience.windows()).isZero();
        assertThat(patience.isAtItsEnd()).isFalse();
        assertThat(patience.slack()).isEqualTo(2);
        int[] believed = {4, 2, 1, 0, 0};
        for (int expected : believed) {
            assertThat(patience.believed()).isEqualTo(expected);
            for (int i = 0; i < 20; i++) {
                patience = patience.tooShort();
            }
            patience = patience.renewed();
        }
    }

    @Property
    void aWindowThatWasLongEnoughTightensTheLimitOneStepIfThatWouldHaveAllowedIt(
            @ForAll @IntRange(min = 0, max = 60) int windows, @ForAll @DoubleRange(min = 0, max = 1) double share) {
        OverheadLimit strict = new OverheadLimit(0.05);
        Patience before = after(windows);
        Patience then = before.longEnough(share, strict);

        assertThat(then.windows()).isZero();
        assertThat(then.believed()).isEqualTo(Patience.FRESH.believed());
        boolean tighter = before.slack() > 0
                && share <= strict.loosened(before.slack() - 1).eta();
        assertThat(then.slack()).isEqualTo(tighter ? before.slack() - 1 : before.slack());
        assertThat(after(10).longEnough(0.05, strict).slack()).isZero();
    }

    @Example
    void aLimitThatIsNoShareIsRefused() {
        for (double eta : new double[] {0, -0.1, 1.001, Double.NaN}) {
            assertThatThrownBy(() -> new OverheadLimit(eta)).hasMessageContaining("eta must lie in (0, 1]");
        }
        assertThat(new OverheadLimit(1).eta()).isEqualTo(1);
    }
}
