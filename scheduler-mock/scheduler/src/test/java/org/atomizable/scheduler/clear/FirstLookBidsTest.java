package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.junit.jupiter.api.Test;

/** A job that does not know its times bids against one that has half an hour of work left. */
class FirstLookBidsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window WINDOW = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(10)), Bytes.gibi(10), NOW, Duration.ofMinutes(10));

    private static SelectionCandidate candidate(String job, Duration total, boolean measured, ServiceRecord seen) {
        return new SelectionCandidate(
                job, NOW, NOW, 0, Optional.empty(), 1, total, total, OptionalLong.of(3), measured, seen, 0, 1);
    }

    private static String winner(ServiceRecord ofUnknown) {
        SelectionCandidate unknown = candidate("unknown", Duration.ofMinutes(1), false, ofUnknown);
        SelectionCandidate known = candidate("known", Duration.ofMinutes(10), true, ServiceRecord.FRESH);
        return new BidsOfModel(BidClearingRules.DEFAULT)
                .select(WINDOW, List.of(known, unknown))
                .orElseThrow()
                .winner()
                .job();
    }

    @Test
    void aFirstLookWinsAgainstLongWork() {
        assertThat(winner(ServiceRecord.FRESH)).isEqualTo("unknown");
    }

    @Test
    void afterThreeGrantsItIsServedByWhatItHasHad() {
        ServiceRecord looked = ServiceRecord.attained(Duration.ofHours(3), 3);
        assertThat(winner(looked)).isEqualTo("known");
    }
}
