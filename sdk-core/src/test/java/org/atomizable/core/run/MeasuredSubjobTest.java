package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.CheckpointSummary;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.report.Reports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredSubjobTest {

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();

    private interface Measure {
        Optional<Metric> of(long done) throws Exception;
    }

    /** Counts its atoms, and fails in one. */
    private record Counted(Measure figure, long failsIn, long[] done) implements Atomizable, Metric.Source {

        @Override
        public JobSpec spec() {
            return JobSpec.of("counted", 100);
        }

        @Override
        public void run(long atom) {
            if (atom == failsIn) {
                throw new IllegalStateException("it fails here");
            }
            done[0]++;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.longs("done", done[0]);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            done[0] = from.longs("done")[0];
        }

        @Override
        public Optional<Metric> measure() throws Exception {
            return figure.of(done[0]);
        }
    }

    private Report run(Measure measure, long failsIn, long token, long first, long last) throws Exception {
        try (CheckpointStore store = Checkpoints.in(directory, "counted");
                SubjobRunner runner = new SubjobRunner(
                        () -> new Counted(measure, failsIn, new long[1]), store, job -> () -> Bytes.of(1000), time)) {
            return runner.run(
                    Plans.of(token, first, last, time.now().plus(Duration.ofSeconds(10))), (next, memory) -> {});
        }
    }

    private static Optional<Metric> loss(long done) {
        return Optional.of(Metric.exact("loss", 1.0 / done));
    }

    @Test
    void whatAJobMeasuresWhenItIsSavedIsReportedAndKeptInItsCheckpoint() throws Exception {
        assertThat(run(MeasuredSubjobTest::loss, -1, 1, 0, 4).metric()).hasValue(Metric.exact("loss", 0.25));
        Report second = run(MeasuredSubjobTest::loss, -1, 2, 4, 10);

        ReportMessage sent = Reports.of(second);
        assertThat(sent.metricName()).isEqualTo("loss");
        assertThat(sent.metricValue()).isEqualTo(0.1);
        assertThat(Catalog.of(directory).list().checkpoints())
                .extracting(CheckpointSummary::metrics)
                .allSatisfy(it -> assertThat(it).containsKey("loss"));
    }

    @Test
    void aFigureThatCannotBeToldCostsNoSubjob() throws Exception {
        Measure fails = done -> {
            throw new IOException("no figure");
        };
        Report report = run(fails, -1, 1, 0, 4);
        assertThat(report.outcome()).isInstanceOf(Outcome.Yielded.class);
        assertThat(report.metric()).isEmpty();
        assertThat(Reports.of(report).metricValue()).isNull();
    }

    @Test
    void aFigureThatHasNoJsonIsNotSent() throws Exception {
        Report report = run(done -> Optional.of(Metric.exact("loss", Double.POSITIVE_INFINITY)), -1, 1, 0, 4);
        assertThat(report.outcome()).isInstanceOf(Outcome.Yielded.class);
        assertThat(Reports.of(report).metricName()).isNull();
        assertThat(Reports.of(report).metricValue()).isNull();
    }

    @Test
    void aSubjobThatSavedNothingTellsNothing() throws Exception {
        assertThat(run(MeasuredSubjobTest::loss, 0, 1, 0, 4).metric()).isEmpty();
    }
}
