package org.atomizable.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Utility;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.junit.jupiter.api.Test;

class SituationTest {

    private static final Instant OPENS = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window WINDOW = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(8)), Bytes.gibi(8), OPENS, Duration.ofSeconds(10));

    /** 20 atoms of 0.2 s in 5 s, of 2 of 8 GiB. */
    private static final Candidate CANDIDATE = new Candidate(
            "whole",
            0,
            20,
            OPENS,
            Duration.ofSeconds(5),
            new Footprint(
                    new MemoryBound(Bytes.gibi(2), Promise.DEFAULT, 0, "declared"),
                    Duration.ofMillis(4800),
                    Duration.ofMillis(4300),
                    Duration.ofSeconds(4),
                    Duration.ofMillis(300),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(5)),
            Optional.empty());

    private static Features<JobFeature> features(long left, Instant deadline, String last) {
        return new Situation(left, Optional.ofNullable(deadline), Optional.ofNullable(last))
                .features(CANDIDATE, WINDOW);
    }

    @Test
    void featuresAreSharesOfWhatThereIs() {
        Features<JobFeature> features = features(80, null, "s");
        assertThat(features.of(JobFeature.PROGRESS)).isCloseTo(0.25, within(1e-12));
        assertThat(features.of(JobFeature.USEFUL_SHARE)).isCloseTo(0.8, within(1e-12));
        assertThat(features.of(JobFeature.HEADROOM)).isCloseTo(0.75, within(1e-12));
        assertThat(features.of(JobFeature.LOCALITY)).isEqualTo(1);
        assertThat(features.of(JobFeature.DEADLINE_PRESSURE)).isZero();
        assertThat(features(80, null, "elsewhere").of(JobFeature.LOCALITY)).isZero();
    }

    @Test
    void theDeadlinePressesAsTheWorkLeftFillsTheTimeLeft() {
        // 80 atoms of 0.2 s are 16 s of work.
        assertThat(features(80, OPENS.plusSeconds(160), null).of(JobFeature.DEADLINE_PRESSURE))
                .isCloseTo(0.1, within(1e-12));
        assertThat(features(80, OPENS.plusSeconds(10), null).of(JobFeature.DEADLINE_PRESSURE))
                .isEqualTo(1);
        assertThat(features(80, OPENS.minusSeconds(1), null).of(JobFeature.DEADLINE_PRESSURE))
                .isEqualTo(1);
        assertThat(features(Long.MAX_VALUE, OPENS.plusSeconds(10), null).of(JobFeature.DEADLINE_PRESSURE))
                .isZero();
    }

    @Test
    void theUtilityIsTheJobsOwn() {
        Situation situation = new Situation(80, Optional.empty(), Optional.empty());
        Utility hurried = features -> features.of(JobFeature.PROGRESS);
        assertThat(situation
                        .variants(List.of(CANDIDATE), WINDOW, hurried)
                        .get(0)
                        .score())
                .isCloseTo(0.25, within(1e-12));
        assertThat(situation
                        .variants(List.of(CANDIDATE), WINDOW, Utility.USUAL)
                        .get(0)
                        .score())
                .isCloseTo(0.4 * 0.8 + 0.3 * 0.25 + 0.05 * 0.75, within(1e-12));
    }
}
