package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.Assumptions;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideLeaseTest {

    /** Notes each start, and the GPUs that it sees; {@code $1} is what it does when it starts, {@code $2} when it evaluates. */
    private static final String PROGRAM = """
        cd "$(dirname "$0")"
        echo "sees ${CUDA_VISIBLE_DEVICES-all}" >>starts
        count=$(wc -l <starts)
        while read -r request <&3; do
          case $request in
            *start*) eval "$1"; echo '{"spec":{"name":"small","total":1}}' >&4 ;;
            *evaluate*) eval "$2"; echo '{"metric":{"name":"loss","value":0.5}}' >&4 ;;
            *stop*) exit 0 ;;
          esac
        done
        """;

    @TempDir
    private Path directory;

    private final VirtualTime time = VirtualTime.create();

    private NamedJob job(String atStart, String atEvaluation) throws IOException {
        Path program = Files.writeString(directory.resolve("program.sh"), PROGRAM);
        return new NamedJob(
                CommandFactory.NAME,
                Map.of("command", "/bin/sh '%s' '%s' '%s'".formatted(program, atStart, atEvaluation)));
    }

    private List<String> starts() throws IOException {
        return Files.readAllLines(directory.resolve("starts"));
    }

    private String name(NamedJob job) throws Exception {
        return OutsideLease.with(job, time, made -> made.spec().name());
    }

    @Test
    void withoutALeaseAProgramSeesNoGpu() throws Exception {
        Assumptions.assumeThat(System.getenv("CUDA_VISIBLE_DEVICES")).isNull();

        name(job(":", ":"));

        assertThat(starts()).containsExactly("sees ");
    }

    @Test
    void inAWorkerItSeesWhatTheWorkerSees() throws Exception {
        Assumptions.assumeThat(System.getenv("CUDA_VISIBLE_DEVICES")).isNull();
        System.setProperty("atomizable.worker", "true");
        try {
            name(job(":", ":"));
        } finally {
            System.clearProperty("atomizable.worker");
        }

        assertThat(starts()).containsExactly("sees all");
    }

    @Test
    void aProgramThatNeedsAGpuIsToldWhyThereIsNone() throws Exception {
        Assumptions.assumeThat(System.getenv("CUDA_VISIBLE_DEVICES")).isNull();
        NamedJob job = job("echo \"{\\\"error\\\":\\\"No CUDA GPUs are available\\\"}\" >&4", ":");

        assertThatThrownBy(() -> name(job)).hasMessageContaining("No CUDA GPUs").hasMessageContaining("holds no lease");
    }

    @Test
    void aProgramThatIsKilledIsStartedAgain() throws Exception {
        assertThat(name(job("[ $count -gt 2 ] || kill -9 $$", ":"))).isEqualTo("small");
        assertThat(starts()).hasSize(3);
    }

    @Test
    void anEvaluationThatIsKilledIsDoneAgain() throws Exception {
        Optional<Metric> metric =
                OutsideLease.with(job(":", "[ $count -gt 1 ] || kill -9 $$"), time, Atomizable::evaluate);

        assertThat(metric).map(Metric::value).contains(0.5);
        assertThat(starts()).hasSize(2);
    }

    @Test
    void whatIsAlwaysKilledIsGivenUp() throws Exception {
        NamedJob job = job("kill -9 $$", ":");

        assertThatThrownBy(() -> name(job)).hasMessageContaining("killed with SIGKILL");
        assertThat(starts()).hasSize(3);
    }

    @Test
    void aFaultOfTheProgramIsNotTriedAgain() throws Exception {
        NamedJob job = job("exit 1", ":");

        assertThatThrownBy(() -> name(job)).hasMessageContaining("exit code 1");
        assertThat(starts()).hasSize(1);
    }
}
