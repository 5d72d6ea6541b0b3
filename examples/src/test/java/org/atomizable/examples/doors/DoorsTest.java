package org.atomizable.examples.doors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.python.PythonModule;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.examples.Cut;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One training through each door ends in the same bits, straight and cut. */
class DoorsTest {

    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final long[] CUTS = {1, 2, 49, 50, 99};

    @TempDir
    Path directory;

    private final PrintStream out = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    /** What a training ends with: the bits of its weights, and its metric. */
    private record Result(String bits, Metric metric) {}

    @BeforeEach
    void capture() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setOut(out);
    }

    private Result cutAndStraight(NamedJob job, String name) throws Exception {
        Path store = directory.resolve(name);
        StraightRun straight = StraightRun.of(job, TimeSource.system(), next -> {});
        assertThat(Cut.at(job, store, CUTS)).as(name).isEqualTo(straight.sha256());
        try (CheckpointStore ended = Checkpoints.in(store, name)) {
            StateReader state = ended.latest().orElseThrow().state();
            double[] weights = state.doubles("weights");
            assertThat(Arrays.stream(weights).filter(it -> it != 0).count()).isGreaterThan(1000);
            String bits = Arrays.toString(Arrays.stream(weights)
                    .mapToLong(Double::doubleToRawLongBits)
                    .toArray());
            Metric metric = restored(job, state).orElseThrow();
            assertThat(metric).as(name).isEqualTo(straight.metric().orElseThrow());
            return new Result(bits, metric);
        }
    }

    private static Optional<Metric> restored(NamedJob job, StateReader state) throws Exception {
        try (Atomizable last = job.create()) {
            last.restore(state);
            return last.evaluate();
        }
    }

    private Result throughTheInterface() throws Exception {
        return cutAndStraight(new NamedJob(InterfaceDoor.class.getName(), Map.of()), "languages-interface");
    }

    @ParameterizedTest
    @CsvSource({"LoopDoor, languages-loop", "AnnotatedDoor, languages-annotated"})
    void theDoorsForJavaLeadToTheSameBits(String type, String name) throws Exception {
        NamedJob job = new NamedJob(InterfaceDoor.class.getPackageName() + "." + type, Map.of());

        assertThat(cutAndStraight(job, name)).isEqualTo(throughTheInterface());
    }

    @Test
    @Tag("slow")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theDoorForPythonLeadsToTheSameBits() throws Exception {
        boolean installed = Files.isExecutable(PYTHON);
        if (!installed) {
            assertThat(System.getenv("CI"))
                    .as("python3 is not installed (Debian: apt-get install python3)")
                    .isNotEqualTo("true");
        }
        assumeTrue(installed, "python3 is not installed: the door for Python is not tried");
        Path program = Files.copy(Path.of("python/languages.py"), directory.resolve("languages.py"));
        Files.writeString(
                directory.resolve("atomizable.py"), PythonModule.read().oneFile());
        Path names = directory.resolve("names.tsv");
        Files.write(names, NamesFile.lines());
        String command = PYTHON + " " + program + " " + names;

        Result python =
                cutAndStraight(new NamedJob(CommandFactory.NAME, Map.of("command", command)), "languages-python");

        Result java = throughTheInterface();
        assertThat(python.bits()).isEqualTo(java.bits());
        assertThat(python.metric().value()).isEqualTo(java.metric().value());
    }

    @Test
    void theLoopAlonePrintsWhatTheOthersReport() throws Exception {
        LoopDoor.main(new String[0]);

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .isEqualTo(throughTheInterface().metric() + System.lineSeparator());
    }

    /** One language of sixteen would be right by chance. */
    @Test
    void theTrainingLearns() throws Exception {
        assertThat(throughTheInterface().metric().value()).isGreaterThan(0.25);
    }
}
