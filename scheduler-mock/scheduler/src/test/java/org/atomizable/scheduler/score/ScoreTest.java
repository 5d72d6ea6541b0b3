package org.atomizable.scheduler.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Weighting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoreTest {

    private static Features<JobFeature> all(double value) {
        Map<JobFeature, Double> values = new EnumMap<>(JobFeature.class);
        for (JobFeature feature : JobFeature.values()) {
            values.put(feature, value);
        }
        return new Features<>(values);
    }

    @ParameterizedTest
    @CsvSource({
        "0.6, 0.8, 0.5, 0.68", "0.6, 0.4, 0.9, 0.60", "0.6, 0.7, 0.7, 0.70",
        "0.3, 0.8, 0.5, 0.59", "0.3, 0.4, 0.9, 0.75", "0.3, 0.7, 0.7, 0.70"
    })
    void bothSidesAreWeighed(double lambda, double job, double scheduler, double expected) {
        assertThat(new Composite(lambda, 0).score(job, scheduler, 1, Duration.ofHours(1)))
                .isCloseTo(expected, within(1e-12));
    }

    @Test
    void waitingCountsWithoutEndAndDisbeliefOnlyAgainstTheJobsOwnPart() {
        Composite composite = new Composite(0.5, 0.01);
        assertThat(composite.score(1, 1, 1, Duration.ofSeconds(1000))).isCloseTo(11, within(1e-9));
        assertThat(composite.score(1, 1, 0.25, Duration.ZERO)).isCloseTo(0.625, within(1e-12));
        assertThat(composite.longestWait(7, Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(100 + 7 * 60));
    }

    @Test
    void theUsualWeightsMakeUtilitiesFromNothingToOne() {
        assertThat(Weighting.ofJobs().of(all(1))).isCloseTo(1, within(1e-12));
        assertThat(Weighting.ofJobs().of(all(0))).isZero();
        assertThat(Weighting.ofJobs().of(new Features<>(Map.of(JobFeature.USEFUL_SHARE, 0.5))))
                .isCloseTo(0.2, within(1e-12));
        assertThat(SchedulerFeature.usualWeights().weights()).containsOnlyKeys(SchedulerFeature.values());
    }

    @Test
    void distanceIsRelativeAndTheSameFromBothSides() {
        assertThat(all(0.5).distance(all(1))).isCloseTo(0.5, within(1e-12));
        assertThat(all(1).distance(all(0.5))).isCloseTo(0.5, within(1e-12));
        assertThat(all(0).distance(all(0))).isZero();
        assertThat(all(0).distance(all(1))).isEqualTo(1);
    }

    @Test
    void whoDeclaresWrongIsBelievedLessAndBelievedAgainOnceHonest() {
        Reliability reliability = Reliability.FRESH;
        assertThat(reliability.rho()).isEqualTo(1);
        for (int i = 0; i < 50; i++) {
            reliability = reliability.after(all(1), all(0.5));
        }
        assertThat(reliability.rho()).isCloseTo(0.25, within(0.01));
        for (int i = 0; i < 50; i++) {
            reliability = reliability.after(all(0.5), all(0.5));
        }
        assertThat(reliability.rho()).isGreaterThan(0.98);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> all(1.1)).hasMessageContaining("PROGRESS must lie in [0, 1]");
        assertThatThrownBy(() -> all(Double.NaN)).hasMessageContaining("[0, 1]");
        assertThatThrownBy(() -> new Weighting<>(Map.of(JobFeature.PROGRESS, 0.9)))
                .hasMessageContaining("add up to 0.9");
        assertThatThrownBy(() -> new Weighting<>(Map.of(JobFeature.PROGRESS, 1.5, JobFeature.LOCALITY, -0.5)))
                .hasMessageContaining("LOCALITY must be 0 or more");
        assertThatThrownBy(() -> new Composite(1.5, 0)).hasMessageContaining("lambda");
        assertThatThrownBy(() -> new Composite(0.5, -1)).hasMessageContaining("mu");
        assertThatThrownBy(() -> new Composite(0.5, 0).longestWait(2, Duration.ZERO))
                .hasMessageContaining("wait for ever");
        assertThatThrownBy(() -> new Reliability(2)).hasMessageContaining("[0, 1]");
    }
}
