package org.atomizable.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.atomizable.api.Bytes;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.SliceView;
import org.junit.jupiter.api.Test;

class GrantMessageTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static GrantIssued issued() {
        return new GrantIssued(
                "g", "w", new SliceView("s", "1g.10gb", 1000), 800, START, START.plusSeconds(60), 1, 5.0);
    }

    @Test
    void aGrantOfASchedulerThatLetsNothingStayLooksAsItAlwaysDid() throws Exception {
        String json = WireJson.mapper().writeValueAsString(issued());

        assertThat(json).doesNotContain("resident");
        assertThat(FromWire.grant(WireJson.mapper().readValue(json, GrantIssued.class))
                        .resident())
                .isEqualTo(Bytes.ZERO);
    }

    @Test
    void aGrantTellsHowMuchMayStay() throws Exception {
        GrantIssued staying = new GrantIssued(
                "g",
                "w",
                new SliceView("s", "1g.10gb", 1000),
                800,
                START,
                START.plusSeconds(60),
                1,
                5.0,
                300L,
                START.plusSeconds(90));
        String json = WireJson.mapper().writeValueAsString(staying);

        assertThat(FromWire.grant(WireJson.mapper().readValue(json, GrantIssued.class))
                        .resident())
                .isEqualTo(Bytes.of(300));
        assertThat(FromWire.grant(WireJson.mapper().readValue(json, GrantIssued.class))
                        .residentUntil())
                .isEqualTo(START.plusSeconds(90));
    }

    @Test
    void whatStaysCannotBeMoreThanWhatWasGranted() {
        assertThatThrownBy(() -> FromWire.grant(issued()).leaving(Bytes.of(801)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most that may stay");
    }
}
