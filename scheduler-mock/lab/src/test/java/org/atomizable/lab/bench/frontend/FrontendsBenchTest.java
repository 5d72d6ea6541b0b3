package org.atomizable.lab.bench.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bench in small: that all doors do the same work and each figure is there, not how fast anything is. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FrontendsBenchTest {

    @TempDir
    Path directory;

    @Test
    @Tag("slow")
    void everyFigureIsReported() throws Exception {
        CommandRun run = CommandRun.of("bench", "frontends", "--rounds=5", "--atoms=2", "--atom-micros=20", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode figures = run.json();
        assertThat(figures.path("atomMicros").asDouble()).isPositive();
        for (String each : List.of("annotationsOverhead", "loopOverhead", "annotationsEmptyNanos", "loopEmptyNanos")) {
            hasAnInterval(figures.path(each));
        }
        if (!figures.has("pythonLeftOut")) {
            hasAnInterval(figures.path("pythonAtomMillis"));
            assertThat(figures.path("pythonAtomMillis").path("low").asDouble()).isPositive();
            hasAnInterval(figures.path("pythonVsEcho"));
        }
    }

    private static void hasAnInterval(JsonNode figure) {
        double median = figure.path("median").asDouble(Double.NaN);
        assertThat(figure.path("low").asDouble(Double.NaN)).isLessThanOrEqualTo(median);
        assertThat(figure.path("high").asDouble(Double.NaN)).isGreaterThanOrEqualTo(median);
        assertThat(figure.path("rounds").asInt()).isEqualTo(5);
    }

    @Test
    @Tag("slow")
    void withoutPythonTheReasonIsReported() {
        CommandRun run = CommandRun.of(
                "bench", "frontends", "--rounds=5", "--atoms=1", "--atom-micros=10", "--python=no-such-python");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("annotations", "loop", "no-such-python is not installed");
    }

    @Test
    void allDoorsDoTheSameWork() throws Exception {
        try (Doors doors = Doors.of(100, 3, directory.resolve("some"), TimeSource.system());
                Doors others = Doors.of(101, 3, directory.resolve("others"), TimeSource.system())) {
            for (int round = 0; round < 3; round++) {
                assertThat(doors.round(round)).hasSize(3);
                others.round(round);
            }
            assertThat(new HashSet<>(doors.digests())).hasSize(1);
            assertThat(others.digests().get(Doors.LOOP))
                    .isNotEqualTo(doors.digests().get(Doors.LOOP));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--atom-micros=0", "--atoms=0", "--rounds=4"})
    void whatIsWrongIsNamed(String option) {
        CommandRun run = CommandRun.of("bench", "frontends", option);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(option.substring(0, option.indexOf('='))).doesNotContain("\tat ");
    }
}
