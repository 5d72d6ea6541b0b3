package org.atomizable.lab.simulate.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {

    private static final String HEADER = "timestamp,duration,num_gpus,gpu_time,cluster\n";

    @TempDir
    Path folder;

    private List<TracedJob> philly(String lines) throws IOException, AtomizableException {
        return TraceReader.philly(Files.writeString(folder.resolve("philly.csv"), HEADER + lines));
    }

    @Test
    void jobsOnOneGpuOfTenMinutesToFourHoursAreTaken() throws Exception {
        assertThat(philly("2017-10-01 00:01:00,700.0,1,700.0,a\n2017-10-01 00:00:30,600.0,1,600.0,a\n"
                        + "2017-10-01 00:00:00,599.0,1,599.0,a\n2017-10-01 00:02:00,900.0,8,7200.0,a\n"))
                .containsExactly(new TracedJob(0, 600), new TracedJob(30, 700));
    }

    @Test
    void wrongLinesAreRefusedWithFileAndLine() {
        assertThatThrownBy(() -> philly("2017-10-01,700.0,1,700.0,a\n"))
                .hasMessageContaining("philly.csv, line 2: a submission is written as");
        assertThatThrownBy(() -> philly("2017-10-01 00:01:00,700.0,1\n"))
                .hasMessageContaining("line 2: a job has 5 columns");
        assertThatThrownBy(() -> TraceReader.philly(Files.writeString(folder.resolve("other.csv"), "a,b\n")))
                .hasMessageContaining("other.csv, line 1: the header must be");
    }

    /** Twice the load halves the time over which the same jobs arrive. */
    @Test
    void arrivalsAreCompressedToTheLoad() throws Exception {
        List<TracedJob> traced = List.of(new TracedJob(0, 1000), new TracedJob(10, 600), new TracedJob(40, 800));
        GeneratorOptions options = GeneratorOptions.longHoles(ClusterShape.parse("1x(3g.40gb,1g.10gb)"), 3);
        Workload slow = WorkloadGenerator.replay("slow", options.loaded(3, 0.4), traced);
        Workload fast = WorkloadGenerator.replay("fast", options.loaded(3, 0.8), traced);
        assertThat(slow.horizonSeconds() / fast.horizonSeconds()).isBetween(1.99, 2.01);
        assertThat(fast.tasks().get(1).submit() / fast.horizonSeconds()).isBetween(0.249, 0.251);
        assertThatThrownBy(() -> WorkloadGenerator.replay("more", options, traced))
                .hasMessageContaining("300 jobs are wanted");
    }
}
