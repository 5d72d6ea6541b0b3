package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;

class WindowLengthsTest {

    private final WindowLengths lengths = new WindowLengths(OfferRules.DEFAULT);

    private void reported(int times, Duration overhead) {
        for (int i = 0; i < times; i++) {
            lengths.reported(overhead);
        }
    }

    @Test
    void untilASubjobHasEndedWindowsAreAsConfigured() {
        assertThat(lengths.rules()).isEqualTo(OfferRules.DEFAULT);
    }

    @Test
    void theFirstSubjobTellsHowLongWindowsShouldBe() {
        lengths.reported(Duration.ofSeconds(30));

        assertThat(lengths.rules()).isEqualTo(OfferRules.DEFAULT.suiting(Duration.ofSeconds(30)));
    }

    @Test
    void aFewSubjobsWithOtherOverheadChangeNothing() {
        reported(20, Duration.ofSeconds(3));
        reported(5, Duration.ofHours(3));

        assertThat(lengths.rules()).isEqualTo(OfferRules.DEFAULT.suiting(Duration.ofSeconds(3)));
    }

    @Test
    void otherJobsAreFollowedAfterSomeSubjobs() {
        reported(100, Duration.ofSeconds(3));
        reported(16, Duration.ofMillis(10));

        assertThat(lengths.rules()).isEqualTo(OfferRules.DEFAULT);
    }
}
