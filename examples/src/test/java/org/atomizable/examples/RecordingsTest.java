package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.backtest.Backtest;
import org.atomizable.profiler.store.ProfileDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of real jobs in docs/profiles.md, replayed. */
@Tag("slow")
class RecordingsTest {

    /** Most memory reserved, against the greatest peak and a tenth: a quarter less where phases differ, never more. */
    @ParameterizedTest
    @CsvSource({"names-best, -0.25", "names-cnn, 0", "names-mlp, 0", "names-growing, 0", "option-pricer, 0"})
    void promisesAreKeptAndReserveLessThanTheStaticPeak(String job, double most) throws Exception {
        Path file = Path.of("..", "docs", "recordings", job + ".json");
        Backtest test = Backtest.of(ProfileDirectory.read(file), Optional.empty(), Promise.DEFAULT);
        assertThat(test.memory().coverage().share()).isGreaterThanOrEqualTo(1 - Promise.DEFAULT.theta());
        assertThat(test.timeCoverage().share()).isGreaterThanOrEqualTo(1 - Promise.DEFAULT.epsilon());
        assertThat(test.wasteVsStaticPeak()).isLessThanOrEqualTo(most);
    }
}
