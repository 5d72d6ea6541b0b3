package org.atomizable.scheduler.offer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SuitingOverheadTest {

    private static final OfferRules RULES = OfferRules.DEFAULT;

    @Test
    void jobsThatStartAndStopInNoTimeChangeNothing() {
        assertThat(RULES.suiting(Duration.ofMillis(100))).isEqualTo(RULES);
    }

    @Test
    void halfAMinuteOfOverheadMakesWindowsOfHalfAnHour() {
        OfferRules suited = RULES.suiting(Duration.ofSeconds(30));

        assertThat(suited.lengths().longest()).isEqualTo(Duration.ofMinutes(30));
        assertThat(suited.lengths().shortest()).isEqualTo(Duration.ofSeconds(30));
        assertThat(suited.pauses().afterLapse()).isEqualTo(Duration.ofSeconds(30));
        assertThat(suited.inquiry().answers()).isEqualTo(RULES.inquiry().answers());
    }

    @Test
    void absurdOverheadsAreNotBelieved() {
        assertThat(RULES.suiting(Duration.ofDays(400)).lengths().longest()).isEqualTo(Duration.ofHours(30));
    }

    @Test
    void windowsAreNeverShorterThanConfigured() {
        OfferRules hours = RULES.withLengths(Duration.ofMinutes(5), Duration.ofHours(4));

        assertThat(hours.suiting(Duration.ofSeconds(30)).lengths().longest()).isEqualTo(Duration.ofHours(4));
        assertThat(hours.suiting(Duration.ofSeconds(30)).lengths().shortest()).isEqualTo(Duration.ofMinutes(5));
    }
}
