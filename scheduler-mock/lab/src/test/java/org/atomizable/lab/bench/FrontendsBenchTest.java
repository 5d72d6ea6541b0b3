package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bench in small: that all doors do the same work and each figure is there, not how fast anything is. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FrontendsBenchTest {

    @TempDir
    Path directory;

    @Test
    @Tag("slow")
    void everyFigureIsReported() throws Exception {
        JsonNode figures = WireJson.mapper().readTree(report(20, 2, "python3").text(true));
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

    private static Report report(int atomMicros, int atoms, String python) throws Exception {
        try (Board board = Board.onStandardError()) {
            return new FrontendsMeasurement(atomMicros, atoms, python).measure(5, board);
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
    void withoutPythonTheReasonIsReported() throws Exception {
        assertThat(report(10, 1, "no-such-python").text(false))
                .contains("annotations", "loop", "no-such-python is not installed");
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
}
