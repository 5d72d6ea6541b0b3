package org.atomizable.examples.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.cli.CommandRun;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.examples.Cut;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunedLanguagesTest {

    private static final String JOB = "org.atomizable.examples.sweep.TunedLanguages";

    @TempDir
    Path directory;

    /** Its holes are short, so that jobs are cut. */
    private static Scheduler scheduler() throws Exception {
        Load load = new Load(
                new Load.Lengths(Duration.ofMillis(700), Duration.ofMillis(1500)),
                new Load.Lengths(Duration.ofMillis(100), Duration.ofMillis(200)),
                3,
                Duration.ofSeconds(60));
        TimeSource time = TimeSource.system();
        return Scheduler.start(
                SchedulerOptions.of(
                        new SimulatedNode(SimulatedGpus.parse("sim:A100-80GB*1").slices(), load, 5, time.now())),
                time);
    }

    private JsonNode sweep(Scheduler scheduler, String... axes) throws Exception {
        List<String> command = new ArrayList<>(List.of("sweep", "--json", "--launcher", "inprocess", "--scheduler"));
        command.addAll(List.of(scheduler.uri().toString(), "--stores", directory.toString(), JOB));
        command.addAll(List.of(axes));
        CommandRun run = CommandRun.of(command.toArray());
        assertThat(run.code()).as(run.err()).isZero();
        return run.json().path("jobs");
    }

    @Test
    @Tag("slow")
    void aSweepRunsEachSettingExactlyAndTellsTheBestFirst() throws Exception {
        try (Scheduler scheduler = scheduler()) {
            JsonNode jobs = sweep(scheduler, "rate=0.1,0.5,2", "l2=0,0.01", "seed=1..2");

            assertThat(jobs).hasSize(12);
            double before = Double.MAX_VALUE;
            for (JsonNode job : jobs) {
                Map<String, String> setting = new HashMap<>();
                job.path("setting")
                        .properties()
                        .forEach(it -> setting.put(it.getKey(), it.getValue().asText()));
                StraightRun straight = StraightRun.of(new NamedJob(JOB, setting), VirtualTime.create(), next -> {});
                assertThat(job.path("sha256").asText()).as(job.toString()).isEqualTo(straight.sha256());
                double accuracy = job.path("metric").path("value").asDouble();
                assertThat(accuracy)
                        .isEqualTo(straight.metric().orElseThrow().value())
                        .isLessThanOrEqualTo(before);
                assertThat(job.path("subjobs").asInt()).isPositive();
                before = accuracy;
            }
            assertThat(jobs.get(0).path("metric").path("value").asDouble())
                    .as("chance is 1 in 16")
                    .isGreaterThan(0.3);

            JsonNode again = sweep(scheduler, "rate=0.5,1", "l2=0", "seed=1");
            assertThat(again)
                    .hasSize(2)
                    .allSatisfy(job -> assertThat(job.path("subjobs").asInt() == 0)
                            .as("only what was not finished before runs: %s", job)
                            .isEqualTo(job.path("setting").path("rate").asText().equals("0.5")));
        }
    }

    @Test
    void aSettingThatIsCutAnywhereEndsInTheBitsOfItsStraightRun() throws Exception {
        NamedJob job = new NamedJob(JOB, Map.of("rate", "0.5", "l2", "0.01", "seed", "3"));
        StraightRun straight = StraightRun.of(job, VirtualTime.create(), next -> {});

        assertThat(Cut.at(job, directory, 1, 2, 31, 59)).isEqualTo(straight.sha256());
    }
}
