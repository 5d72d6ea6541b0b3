package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.server.JobOutput.MetricPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobOutputTest {

    private final VirtualTime time = VirtualTime.create();
    private final JobOutput output = new JobOutput(time);

    private static ReportMessage report(long atom, String name, Double value, String log) {
        return new ReportMessage("yielded", "time", "", atom, 0, 1, 0, 1, 1, name, value, log);
    }

    private List<MetricPoint> points(String job) {
        return output.metric(job).orElseThrow().points();
    }

    @Test
    void aLongHistoryKeepsItsWholeLengthAtEqualDistances() {
        for (int atom = 1; atom <= 100_000; atom++) {
            time.advance(Duration.ofSeconds(1));
            output.reported("j", "g", report(atom, "loss", 1.0 / atom, null));
        }

        List<Long> atoms = points("j").stream().map(MetricPoint::nextAtom).toList();
        assertThat(atoms).hasSizeBetween(JobOutput.MOST_POINTS / 2, JobOutput.MOST_POINTS);
        assertThat(atoms.get(0)).isEqualTo(1);
        assertThat(atoms.get(atoms.size() - 1)).as("the newest").isEqualTo(100_000);
        for (int i = 2; i < atoms.size() - 1; i++) {
            assertThat(atoms.get(i) - atoms.get(i - 1)).isEqualTo(atoms.get(1) - atoms.get(0));
        }
    }

    @Test
    void aRepeatedReportIsOnePoint() {
        output.reported("j", "g", report(1, "loss", 2.0, null));
        output.reported("j", "g", report(1, "loss", 2.0, null));
        assertThat(points("j")).hasSize(1);
    }

    @Test
    void anotherMetricBeginsAnew() {
        output.reported("j", "g", report(1, "loss", 2.0, null));
        output.reported("j", "g", report(2, "accuracy", 0.5, null));
        assertThat(output.metric("j").orElseThrow().name()).isEqualTo("accuracy");
        assertThat(points("j")).extracting(MetricPoint::value).containsExactly(0.5);
    }

    @Test
    void theNewestLogThatSaysSomethingStays() {
        output.reported("j", "g1", report(1, null, null, "first"));
        output.reported("j", "g2", report(2, null, null, "\u001b[31msecond\u202e"));
        output.reported("j", "g3", report(3, null, null, "\u001b[0m \n"));
        output.reported("j", "g4", report(4, null, null, null));

        assertThat(output.log("j").orElseThrow().text()).isEqualTo("second");
        assertThat(output.log("j").orElseThrow().grant()).isEqualTo("g2");
        assertThat(output.metric("j")).isEmpty();
    }

    @Test
    void theJobsThatReportedLastAreKept() {
        output.reported("first", "g", report(1, "loss", 2.0, null));
        output.reported("second", "g", report(1, "loss", 2.0, null));
        output.reported("first", "g", report(2, "loss", 1.0, null));
        for (int i = 0; i < JobOutput.MOST_JOBS - 1; i++) {
            output.reported("job-" + i, "g", report(1, "loss", 2.0, "x"));
        }
        assertThat(output.metric("first")).isPresent();
        assertThat(output.metric("second")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two\nlines", "\u202ebidi", "\ud83d", "\u001b[31m"})
    void aNameThatIsNotReadableIsRefused(String name) {
        assertThatThrownBy(() -> JobOutput.check(report(1, name, 1.0, null)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("\"metricName\"");
    }

    @Test
    void halfAMetricAndNoNumberAreRefused() {
        assertThatThrownBy(() -> JobOutput.check(report(1, "x".repeat(ReportMessage.LONGEST_METRIC + 1), 1.0, null)))
                .isInstanceOf(Refused.class)
                .hasMessageNotContaining("xxxx");
        assertThatThrownBy(() -> JobOutput.check(report(1, "loss", null, null)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("\"metricValue\"");
        assertThatThrownBy(() -> JobOutput.check(report(1, null, 1.0, null)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("\"metricName\"");
        assertThatThrownBy(() -> JobOutput.check(report(1, "loss", Double.POSITIVE_INFINITY, null)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("a finite number");
        assertThatCode(() -> JobOutput.check(report(1, null, null, "\u001b".repeat(10_000))))
                .as("a log is cleaned, not refused")
                .doesNotThrowAnyException();
    }
}
