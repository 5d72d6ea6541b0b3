package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same program by {@code java} and by {@code atomizable run}. */
@Tag("slow")
class LoopRunTest {

    @TempDir
    Path directory;

    private static Scheduler scheduler() throws Exception {
        List<Slice> slices = SimulatedGpus.parse("sim:A100-80GB*1").slices();
        Load load = new Load(
                Duration.ofMillis(700),
                Duration.ofMillis(1500),
                Duration.ofMillis(100),
                Duration.ofMillis(200),
                3,
                Duration.ZERO);
        return Scheduler.start(
                SchedulerOptions.of(
                        new SimulatedNode(slices, load, 5, TimeSource.system().now())),
                TimeSource.system());
    }

    private CommandRun run(Scheduler scheduler, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "run",
                "--scheduler",
                scheduler.uri().toString(),
                "--store",
                directory.resolve("store").toString(),
                "--profiles",
                directory.resolve("profiles").toString()));
        args.addAll(List.of(more));
        args.add(LoopProgram.class.getName());
        return CommandRun.of(args.toArray());
    }

    private static String straight() {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            LoopProgram.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(it -> it.startsWith("the sum is"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProgramRunInWindowsPrintsOnceWhatItPrintsAlone() throws Exception {
        try (Scheduler scheduler = scheduler()) {
            CommandRun ended = run(scheduler, "--launcher", "inprocess");

            assertThat(ended.err()).isEmpty();
            assertThat(ended.code()).isZero();
            assertThat(ended.out()).containsOnlyOnce(straight()).contains("loop finished: 3000 atoms", "sum = ");
        }
    }

    @Test
    void theOutcomeForMachinesHasNothingOfWhatTheProgramPrints() throws Exception {
        try (Scheduler scheduler = scheduler()) {
            CommandRun ended = run(scheduler, "--launcher", "inprocess", "--json");

            assertThat(ended.code()).isZero();
            assertThat(ended.json().get("metric").get("name").asText()).isEqualTo("sum");
            assertThat(ended.err()).contains(straight());
        }
    }
}
