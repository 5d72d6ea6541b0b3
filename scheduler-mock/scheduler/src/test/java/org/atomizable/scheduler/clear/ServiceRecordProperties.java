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

class ServiceRecordProperties {

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static ServiceRecord.Claim claim(long atoms, double useful, double total) {
        return new ServiceRecord.Claim(0, atoms, seconds(useful), seconds(total));
    }

    @Property
    void aJobThatIsAsFastAsItSaysIsBelieved(
            @ForAll @LongRange(min = 1, max = 1000) long atoms,
            @ForAll @DoubleRange(min = 0.01, max = 10) double atom,
            @ForAll @DoubleRange(min = 0, max = 1) double overheadShare) {
        double useful = atoms * atom;
        double overhead = overheadShare * useful;
        ServiceRecord after =
                ServiceRecord.FRESH.won(claim(atoms, useful, useful + overhead)).after(seconds(useful + overhead), atoms);
        assertThat(after.doubt()).isCloseTo(1, within(1e-6));
    }

    @Property
    void oneLeaseFindsOutHowFarAJobUnderstates(
            @ForAll @LongRange(min = 1, max = 1000) long atoms,
            @ForAll @DoubleRange(min = 1, max = 100) double lie,
            @ForAll @DoubleRange(min = 0, max = 100) double declaredOverhead) {
        double truth = 100;
        ServiceRecord after = ServiceRecord.FRESH
                .won(claim(atoms, truth / lie, truth / lie + declaredOverhead))
                .after(seconds(truth), atoms);
        assertThat(after.doubt()).isGreaterThanOrEqualTo(Math.max(1, lie / 2) - 1e-6).isLessThanOrEqualTo(lie + 1e-6);
    }

    @Property
    void timeThatBroughtNothingIsAddedToTheNextAtoms(
            @ForAll @IntRange(min = 1, max = 5) int vain, @ForAll @DoubleRange(min = 1, max = 50) double useful) {
        ServiceRecord record = ServiceRecord.FRESH;
        for (int lease = 0; lease < vain; lease++) {
            record = record.won(claim(10, useful, useful)).after(seconds(useful), 0);
            assertThat(record.doubt()).isCloseTo(lease + 2, within(1e-6));
        }
        record = record.won(claim(10, useful, useful)).after(seconds(useful), 10);
        assertThat(record.doubt()).isCloseTo(vain + 1, within(1e-6));
        assertThat(record.fruitless()).isZero();
        assertThat(record.attained()).isEqualTo(seconds(useful).multipliedBy(vain + 1));
    }

    @Example
    void aDoubtIsHalvedByFourHonestLeases() {
        ServiceRecord record = ServiceRecord.FRESH.won(claim(10, 10, 10)).after(seconds(90), 10);
        assertThat(record.doubt()).isCloseTo(9, within(1e-6));
        for (int lease = 0; lease < 4; lease++) {
            record = record.won(claim(10, 10, 10)).after(seconds(10), 10);
        }
        assertThat(record.doubt()).isCloseTo(5, within(1e-6));
    }

    @Example
    void aLeaseWithoutAClaimOnlyCountsAsTime() {
        ServiceRecord record = ServiceRecord.FRESH.wonFirstLook().after(seconds(90), 1);
        assertThat(record.doubt()).isEqualTo(1);
        assertThat(record.attained()).isEqualTo(seconds(90));
        assertThat(record.firstLooks()).isEqualTo(1);
    }
}
