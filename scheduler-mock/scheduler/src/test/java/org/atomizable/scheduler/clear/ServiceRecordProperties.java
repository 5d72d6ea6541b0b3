package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Windows of 100 s. */
class ServiceRecordProperties {

    private static final double WINDOW = 100;

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    /** A lease that brings {@code gained} of ten atoms, each of which was declared to take a tenth of {@code useful}. */
    private static ServiceRecord lease(ServiceRecord before, double useful, double overhead, double held, long gained) {
        ServiceRecord.Claim claim =
                new ServiceRecord.Claim(0, 10, seconds(useful), seconds(useful + overhead), seconds(WINDOW));
        return before.won(claim).after(seconds(held), gained);
    }

    @Property
    void aJobThatIsAsFastAsItSaysIsBelieved(
            @ForAll @DoubleRange(min = 1, max = 60) double useful,
            @ForAll @DoubleRange(min = 0, max = 40) double overhead,
            @ForAll @DoubleRange(min = 0, max = 1) double tooMuchDeclared,
            @ForAll @IntRange(min = 1, max = 20) int leases) {
        ServiceRecord record = ServiceRecord.FRESH;
        for (int lease = 0; lease < leases; lease++) {
            double least = Math.min(overhead, useful);
            record = lease(record, useful, least * (1 + tooMuchDeclared), useful + least, 10);
            assertThat(record.doubt()).isCloseTo(1, within(1e-6));
        }
    }

    /** A job that waits too long takes windows in which restore and checkpoint are nearly all. */
    @Property
    void aShortLeaseGivesNoReasonForDoubt(
            @ForAll @DoubleRange(min = 0.01, max = 10) double useful,
            @ForAll @DoubleRange(min = 0, max = 40) double overhead,
            @ForAll @DoubleRange(min = 1, max = 2) double declared) {
        ServiceRecord record = lease(ServiceRecord.FRESH, useful, overhead * declared, useful + overhead, 10);
        assertThat(record.doubt()).isCloseTo(1, within(1e-6));
        // At most 20 s of the short one are held against the next one, with a weight of 0.84.
        assertThat(lease(record, 60, overhead, 60 + overhead, 10).doubt()).isBetween(1.0, 1.29);
    }

    @Property
    void oneWholeWindowFindsOutHowFarAJobUnderstates(
            @ForAll @DoubleRange(min = 1, max = 1000) double lie,
            @ForAll @DoubleRange(min = 0, max = 10) double overhead,
            @ForAll @IntRange(min = 0, max = 10) int honestBefore) {
        ServiceRecord record = ServiceRecord.FRESH;
        for (int lease = 0; lease < honestBefore; lease++) {
            record = lease(record, WINDOW - overhead, overhead, WINDOW, 10);
        }
        double work = WINDOW - overhead;
        record = lease(record, work / lie, overhead, WINDOW, 10);
        assertThat(record.doubt()).isCloseTo(lie, within(1e-3 * lie));
    }

    @Property
    void workThatIsDeclaredAsOverheadIsFoundOutByHalf(
            @ForAll @DoubleRange(min = 4, max = 100) double lie,
            @ForAll @DoubleRange(min = 10, max = 100) double held) {
        ServiceRecord record = ServiceRecord.FRESH;
        for (int lease = 0; lease < 30; lease++) {
            record = lease(record, held / lie, held - held / lie, held, 10);
        }
        double inAll = held / 2 / (1 - Math.pow(0.5, 0.25));
        assertThat(record.doubt()).isGreaterThanOrEqualTo(Math.max(1, lie * Math.min(0.5, 1 - 25 / inAll) * 0.95));
    }

    @Property
    void timeThatBroughtNothingIsHeldAgainstTheNextAtoms(@ForAll @LongRange(min = 1, max = 10) long vain) {
        ServiceRecord record = ServiceRecord.FRESH;
        for (int lease = 0; lease < vain; lease++) {
            record = lease(record, WINDOW, 0, WINDOW, 0);
            assertThat(record.fruitless()).isEqualTo(seconds(WINDOW).multipliedBy(lease + 1L));
        }
        record = lease(record, WINDOW, 0, WINDOW, 10);
        assertThat(record.fruitless()).isZero();
        assertThat(record.doubt()).isGreaterThan(1.5);
        assertThat(record.attained()).isEqualTo(seconds(WINDOW).multipliedBy(vain + 1));
    }

    @Example
    void honestLeasesRestoreBelief() {
        ServiceRecord record = lease(ServiceRecord.FRESH, 10, 0, WINDOW, 10);
        assertThat(record.doubt()).isCloseTo(10, within(1e-6));
        record = lease(record, WINDOW, 0, WINDOW, 10);
        assertThat(record.doubt()).isBetween(1.6, 1.8);
        for (int lease = 0; lease < 10; lease++) {
            record = lease(record, WINDOW, 0, WINDOW, 10);
        }
        assertThat(record.doubt()).isBetween(1.0, 1.06);
    }

    @Example
    void aLeaseWithoutAClaimOnlyCountsAsTime() {
        ServiceRecord record = ServiceRecord.FRESH.wonFirstLook().after(seconds(90), 1);
        assertThat(record).isEqualTo(ServiceRecord.attained(seconds(90), 1));
    }
}
