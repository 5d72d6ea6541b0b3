package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.atomizable.api.score.JobFeature;
import org.atomizable.scheduler.score.SchedulerFeature;
import org.junit.jupiter.api.Test;

class NamedWeightsTest {

    @Test
    void featuresAreNamedAsTheProtocolNamesThem() {
        assertThat(NamedWeights.of(
                                "--weight",
                                JobFeature.values(),
                                JobFeature::word,
                                Map.of("useful-share", 0.75, "locality", 0.25))
                        .weights())
                .containsExactlyInAnyOrderEntriesOf(Map.of(JobFeature.USEFUL_SHARE, 0.75, JobFeature.LOCALITY, 0.25));
    }

    @Test
    void whatIsNoFeatureOrDoesNotAddUpIsRefusedWithTheOption() {
        CommandRun unknown = CommandRun.of("scheduler", "--port", "0", "--weight", "beauty=1");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("--weight does not accept \"beauty\"; it accepts area-filled, earliness, fairness-deficit")
                .doesNotContain("Exception");
        assertThatThrownBy(() -> NamedWeights.of(
                        "--weight", SchedulerFeature.values(), SchedulerFeature::word, Map.of("earliness", 0.5)))
                .hasMessageContaining("--weight: weights must add up to 1");
    }
}
