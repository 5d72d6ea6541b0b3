package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EndGuardTest {

    private final EndGuard guard = new EndGuard();

    private long before(long leaseMillis) {
        return guard.before(Duration.ofMillis(leaseMillis)).toMillis();
    }

    @Test
    void onAQuietMachineItIsATenthOfTheLeaseAndThreeTenthsOfASecondAtLeast() {
        assertThat(before(30_000)).isEqualTo(3_000);
        assertThat(before(2_000)).isEqualTo(300);
    }

    @Test
    void whereTimersAreLateItIsFourTimesThatButNoMoreThanAQuarterOfTheLease() {
        guard.late(Duration.ofMillis(400));
        assertThat(before(10_000)).isEqualTo(1_600);
        guard.late(Duration.ofSeconds(2));
        assertThat(before(10_000)).isEqualTo(2_500);
        assertThat(before(60_000)).isEqualTo(8_000);
    }

    @Test
    void onePauseOfTheMachineIsForgottenAfterAFewTimersInTime() {
        guard.late(Duration.ofSeconds(2));
        for (int i = 0; i < 8; i++) {
            guard.late(Duration.ofMillis(-1));
        }
        assertThat(before(10_000)).isEqualTo(1_000);
    }
}
