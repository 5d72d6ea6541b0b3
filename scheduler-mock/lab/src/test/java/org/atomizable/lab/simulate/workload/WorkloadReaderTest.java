package org.atomizable.lab.simulate.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.atomizable.api.AtomizableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadReaderTest {

    private static final String JOBS = "T 100.5\nj0 1.5 0.25 8 6.5 10 1.1,0.9\n";
    private static final String SLICES = "S g0 1g.10gb 10\nS g1 2g.20gb 20\nR g0 10 20.5\nR g0 30 40\n";

    @TempDir
    Path folder;

    private Workload read(String jobs, String slices) throws IOException, AtomizableException {
        Files.writeString(folder.resolve("some.reservations"), slices);
        return WorkloadReader.read(Files.writeString(folder.resolve("some.jobs"), jobs), Optional.empty());
    }

    @Test
    void aWorkloadIsReadAsWritten() throws Exception {
        Workload workload = read(JOBS + "j1 2 1 4 0:2;0.4:7.5 10 1 deadline=90 tenant=me\n", SLICES);
        assertThat(workload.name()).isEqualTo("some");
        assertThat(workload.horizonSeconds()).isEqualTo(100.5);
        assertThat(workload.slices().get(0).holes())
                .containsExactly(new Hole(0, 10), new Hole(20.5, 30), new Hole(40, Double.POSITIVE_INFINITY));
        assertThat(workload.slices().get(0).reservations())
                .containsExactly(new Reservation(10, 20.5), new Reservation(30, 40));
        assertThat(workload.freeSeconds()).isEqualTo(100.5 - 20.5 + 100.5);
        SimulatedTask first = workload.tasks().get(0);
        assertThat(first.workSeconds()).isEqualTo(2);
        assertThat(first.seconds(1, 4))
                .isCloseTo(0.25 * (0.9 + 1.1 + 0.9), org.assertj.core.api.Assertions.within(1e-12));
        SimulatedTask second = workload.tasks().get(1);
        assertThat(second.tenant()).contains("me");
        assertThat(second.deadline()).contains(90.0);
        assertThat(second.memory().peakGib(0, 0.4)).isEqualTo(2);
        assertThat(second.memory().peakGib(0.3, 0.5)).isEqualTo(7.5);
    }

    @ParameterizedTest
    @CsvSource({"g0-1, g0", "g0.1, g0", "a-b-12, a-b", "gpu, gpu"})
    void theNameOfASliceBeginsWithThatOfItsNode(String slice, String node) throws Exception {
        assertThat(read(JOBS, "S %s 1g.10gb 10\n".formatted(slice)).slices())
                .extracting(SimulatedSlice::node)
                .containsExactly(node);
    }

    @Test
    void failuresAreReadInAnyOrder() throws Exception {
        Workload workload = read(JOBS, "S g0 3g.40gb 40\nF g0 30\nF g0 12.5\n");
        assertThat(workload.slices().get(0).failures()).containsExactly(12.5, 30.0);
        assertThat(workload.slices().get(0).nextFailureAfter(12.5)).isEqualTo(30);
        assertThat(workload.slices().get(0).nextFailureAfter(30)).isInfinite();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "T 100|2|first job is missing",
                "X 100|1|first line must be T",
                "T NaN|1|must be finite",
                "T -5|1|not negative",
                "T 1700090000000|1|the horizon must be at most 4000000000 s, was 1700090000000 (are these milliseconds?)",
                "T 100;j0 1700090000000 1 1 5 10 1|2|are these milliseconds?",
                "T 100;j0 1 1700090000000 1 5 10 1|2|are these milliseconds?",
                "T 100;j0 1 1000000 5000 5 10 1|2|the length of job j0 must be at most 4000000000 s, was 5000 times 1000000",
                "T 100;j0 1 1 1 5 10 1 deadline=1700090000000|2|are these milliseconds?",
                "T 100;j0 1 1 1 5 10|2|at least 7 columns, this line has 6",
                "T 100;j0 1 1 1 5 10 1;j0 2 1 1 5 10 1|3|two jobs called j0",
                "T 100;j0 -1 1 1 5 10 1|2|submission must be finite and not negative, was -1",
                "T 100;j0 NaN 1 1 5 10 1|2|submission must be finite",
                "T 100;j0 1 0 1 5 10 1|2|an atom must take more than 0 s",
                "T 100;j0 1 1 1.5 5 10 1|2|number of atoms must be a whole number",
                "T 100;j0 1 1 0 5 10 1|2|at least one atom",
                "T 100;j0 1 1 1 0:5,0.5 10 1|2|memory stage is SHARE:GIB",
                "T 100;j0 1 1 1 0.2:5 10 1|2|first memory stage must begin at 0",
                "T 100;j0 1 1 1 5 10 1,0|2|factor must be finite and greater than 0",
                "T 100;j0 1 1 1 5 10 1,,1|2|factor must be a number",
                "T 100;j0 1 1 1 5 30 1|2|asks for 30.0 GiB; the largest slice has 20.0 GiB",
                "T 100;j0 1 1 1 5 10 1 weight=2|2|tenant=NAME and deadline=SECONDS only",
                "T 100;j0 1 1 1 5 10 1 deadline=-2|2|deadline must be finite",
                "T 100;j0 1 1 1 5 10 1 tenant=a tenant=b|2|stated twice",
                "T 1e10|1|horizon must be at most 4000000000 s, was 1e10 (are these milliseconds?)",
                "T 100;j0 1e10 1 1 5 10 1|2|submission must be at most",
                "T 100;j0 1 1e10 1 5 10 1|2|length of an atom must be at most",
                "T 100;j0 1 1 9000000000 5 10 1|2|length of job j0 must be at most 4000000000 s, was 9000000000 times 1",
                "T 100;j0 1 1 1 5 10 1 deadline=1796100000000|2|deadline must be at most",
            })
    void wrongJobsAreRefusedWithFileAndLine(String jobs, int line, String problem) {
        assertThatThrownBy(() -> read(lines(jobs), SLICES))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("some.jobs, line " + line + ":")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "R g0 1 2|1|slice g0 is not known",
                "S g0 1g.10gb|1|a line must be",
                "S g0 1g.10gb 0|1|more than 0 GiB",
                "S g0 1g.10gb 10;S g0 1g.10gb 10|2|two slices called g0",
                "S g0 1g.10gb 10;R g0 5 5|2|must end after its start",
                "S g0 1g.10gb 10;R g0 9 5|2|must end after its start",
                "S g0 1g.10gb 10;R g0 -1 5|2|not negative",
                "S g0 1g.10gb 10;R g0 1 5;R g1 1 5|3|slice g1 is not known",
                "F g0 1|1|slice g0 is not known",
                "S g0 1g.10gb 10;F g0 -1|2|not negative",
                "S g0 1g.10gb 10;R g0 1 5;R g0 4 6|3|overlaps that of line 2",
                "S g0 1g.10gb 10;R g0 4 6;R g0 1 5|2|overlaps that of line 3",
            })
    void wrongReservationsAreRefusedWithFileAndLine(String slices, int line, String problem) {
        assertThatThrownBy(() -> read(JOBS, lines(slices)))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("some.reservations, line " + line + ":")
                .hasMessageContaining(problem);
    }

    @Test
    void emptyMissingAndTruncatedFilesAreRefused() throws IOException {
        assertThatThrownBy(() -> read("", SLICES)).hasMessageContaining("some.jobs, line 1: the horizon is missing");
        assertThatThrownBy(() -> read(JOBS, "\n"))
                .hasMessageContaining("some.reservations, line 2: the first slice is missing");
        assertThatThrownBy(() -> WorkloadReader.read(folder.resolve("none.jobs.gz"), Optional.empty()))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("there is no workload")
                .hasMessageContaining("none.jobs.gz");
        Path alone = Files.writeString(folder.resolve("alone.jobs"), JOBS);
        assertThatThrownBy(() -> WorkloadReader.read(alone, Optional.empty()))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("alone.reservations.gz, line 1: the file cannot be read");
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(whole)) {
            to.write(JOBS.getBytes(StandardCharsets.UTF_8));
        }
        Path cut = Files.write(folder.resolve("cut.jobs.gz"), Arrays.copyOf(whole.toByteArray(), whole.size() - 12));
        Path slices = Files.writeString(folder.resolve("cut.reservations"), SLICES);
        assertThatThrownBy(() -> WorkloadReader.read(cut, Optional.of(slices)))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("cut.jobs.gz, line ")
                .hasMessageContaining("cannot be read");
    }

    private static String lines(String joined) {
        return joined.replace(";", "\n").replace("0:5,0.5", "0:5;0.5") + "\n";
    }
}
