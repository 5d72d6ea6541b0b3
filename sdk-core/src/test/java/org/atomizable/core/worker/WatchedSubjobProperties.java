package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.core.worker.WatchedSubjob.Due;

class WatchedSubjobProperties {

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    /** At least 200 ms, and more on a machine that is late, but not more than a tenth of the lease. */
    private static long margin(long lease, long lateness) {
        return Math.max(200, Math.min(200 + 2 * lateness, lease / 10));
    }

    @Property
    void aProcessIsHaltedInTimeAndNotBefore(
            @ForAll @LongRange(min = 1, max = 10_000_000) long lease,
            @ForAll @LongRange(min = 0, max = 600_000) long commit,
            @ForAll @LongRange(min = -1000, max = 10_000_000) long left,
            @ForAll @LongRange(min = 0, max = 5000) long lateness,
            @ForAll boolean late) {
        Due due = new WatchedSubjob(millis(lease), millis(commit)).due(millis(left), millis(lateness), late);

        assertThat(due == Due.HALT).isEqualTo(left <= margin(lease, lateness));
    }

    @Property
    void aSubjobIsAskedWhileItCanStillCommitTwice(
            @ForAll @LongRange(min = 1, max = 10_000_000) long lease,
            @ForAll @LongRange(min = 0, max = 600_000) long commit,
            @ForAll @LongRange(min = 0, max = 5000) long lateness,
            @ForAll boolean late) {
        long left = 2 * commit + margin(lease, lateness);

        assertThat(new WatchedSubjob(millis(lease), millis(commit)).due(millis(left), millis(lateness), late))
                .isNotEqualTo(Due.NOTHING);
    }

    @Property
    void onlyASubjobThatIsLateLosesATenthOfItsLease(
            @ForAll @LongRange(min = 100_000, max = 10_000_000) long lease,
            @ForAll @LongRange(min = 0, max = 1000) long commit,
            @ForAll @LongRange(min = 0, max = 1000) long lateness) {
        WatchedSubjob subjob = new WatchedSubjob(millis(lease), millis(commit));

        assertThat(subjob.due(millis(lease / 10), millis(lateness), true)).isEqualTo(Due.ASK);
        assertThat(subjob.due(millis(lease / 10), millis(lateness), false)).isEqualTo(Due.NOTHING);
        assertThat(subjob.due(millis(lease / 10 + 1), millis(lateness), true)).isEqualTo(Due.NOTHING);
    }
}
