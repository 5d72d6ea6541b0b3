package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.training.tracker.CosineTracker;
import ai.djl.training.tracker.FactorTracker;
import org.junit.jupiter.api.Test;

final class LearningRateTest {

    @Test
    void aRateIsAFunctionOfTheUpdateAlone() {
        LearningRate rate = LearningRate.steps(1f, 0.5f, 10);
        assertThat(rate.at(25)).isEqualTo(0.25f);
        assertThat(rate.at(9)).isEqualTo(1f);
        assertThat(rate.at(10)).isEqualTo(0.5f);
        assertThat(LearningRate.constant(0.3f).at(1_000_000)).isEqualTo(0.3f);
    }

    @Test
    void theFactoriesFollowTheTrackersOfDjl() {
        var factor = FactorTracker.builder().setBaseValue(0.1f).setFactor(0.99f).build();
        var cosine = CosineTracker.builder()
                .setBaseValue(0.1f)
                .optFinalValue(0.01f)
                .setMaxUpdates(100)
                .build();
        for (int update = 1; update < 150; update++) {
            assertThat(LearningRate.exponential(0.1f, 0.99f).at(update))
                    .isCloseTo(factor.getNewValue(update), within(1e-7f));
            assertThat(LearningRate.cosine(0.1f, 0.01f, 100).at(update))
                    .isCloseTo(cosine.getNewValue(update), within(1e-7f));
        }
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> LearningRate.steps(1f, 0.5f, 0)).hasMessageContaining("was 0");
        assertThatThrownBy(() -> LearningRate.cosine(1f, 0f, 0)).hasMessageContaining("was 0");
    }
}
