package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.scheduler.market.pressure.PressureRules;
import org.atomizable.scheduler.node.pressure.HostNodeMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code atomizable scheduler --watch-memory}, with a job in a process of its own, and files in the place of a cgroup's. */
@Tag("slow")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchedMemoryTest {

    private static final Duration SOON = Duration.ofMillis(50);

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();

    private void use(int megabytes) throws Exception {
        // As the kernel does, a reader sees the one or the other.
        Path draft = Files.writeString(directory.resolve("draft"), megabytes + "000000\n");
        Files.move(draft, directory.resolve("cgroup/memory.current"), StandardCopyOption.ATOMIC_MOVE);
    }

    private JsonNode get(SmallCluster cluster, String path) throws Exception {
        URI uri = cluster.scheduler().uri().resolve(path);
        return WireJson.mapper()
                .readTree(http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    private JsonNode story(SmallCluster cluster) throws Exception {
        JsonNode jobs = get(cluster, "/v1/dashboard/jobs").path("jobs");
        return jobs.isEmpty()
                ? WireJson.mapper().createObjectNode()
                : get(cluster, "/v1/dashboard/jobs/" + jobs.get(0).path("id").asText());
    }

    private static long atoms(JsonNode story) {
        return story.path("job").path("nextAtom").asLong();
    }

    private Map<String, String> job(String more) throws Exception {
        String slow = RunAnyCommandTest.SUM
                .replace("\"total\":400", "\"total\":40" + more)
                .replace("*run*) ", "*run*) sleep 0.1; ");
        return Map.of("command", "sh " + Files.writeString(directory.resolve("sum.sh"), slow));
    }

    @Test
    void aJobGivesWayWhileMemoryIsScarceAndEndsInTheBitsOfItsStraightRun() throws Exception {
        Map<String, String> job = job("");
        String straight = StraightRun.of(new NamedJob(CommandFactory.NAME, job), TimeSource.system(), next -> {})
                .sha256();
        Files.createDirectory(directory.resolve("cgroup"));
        Files.writeString(directory.resolve("cgroup/memory.max"), "10000000000\n");
        use(3_000);
        PressureRules rules = PressureRules.ofOne(HostNodeMemory.ofCgroup(directory.resolve("cgroup")));
        TimeSource time = TimeSource.system();
        try (SmallCluster cluster =
                SmallCluster.of(directory, Duration.ofSeconds(20), Duration.ofSeconds(30), it -> it.watching(rules))) {
            CompletableFuture<CommandRun> run =
                    CompletableFuture.supplyAsync(() -> cluster.run("--command", job.get("command")));
            while (!story(cluster).path("job").path("state").asText().equals("running")) {
                assertThat(run).isNotDone();
                time.sleep(SOON);
            }

            use(9_500);
            JsonNode suspended = story(cluster);
            while (!suspended.path("waitsBecause").asText().contains("gave way")) {
                assertThat(run).isNotDone();
                time.sleep(SOON);
                suspended = story(cluster);
            }
            JsonNode view = get(cluster, "/v1/dashboard").path("memory");
            assertThat(view.path("level").asText()).isEqualTo("pressure");
            assertThat(view.path("offers").asBoolean()).isFalse();
            use(3_000);

            CommandRun ended = run.get();
            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out()).contains(straight, "sum = 780.0", "memory is scarce", "the job gives way");
            assertThat(atoms(suspended)).isLessThan(40);
        }
    }

    /** It would fit beside nobody, and so would wait for ever. */
    @Test
    void aJobThatNeedsMoreThanThereIsRunsAlone() throws Exception {
        Files.createDirectory(directory.resolve("cgroup"));
        Files.writeString(directory.resolve("cgroup/memory.max"), "1000000\n");
        Files.writeString(directory.resolve("cgroup/memory.current"), "100000\n");
        PressureRules rules = PressureRules.ofOne(HostNodeMemory.ofCgroup(directory.resolve("cgroup")));
        try (SmallCluster cluster =
                SmallCluster.of(directory, Duration.ofSeconds(20), Duration.ofSeconds(30), it -> it.watching(rules))) {
            CommandRun ended =
                    cluster.run("--command", job(",\"memory\":20000000").get("command"));
            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        }
    }

    @Test
    void memoryThatJobsDoNotTellOfIsNotWatched() {
        CommandRun gpus = CommandRun.of("scheduler", "--no-tokens", "--watch-memory", "--gpus", "nvml");
        assertThat(gpus.code()).isOne();
        assertThat(gpus.err()).contains("--watch-memory is for jobs on the CPU of this machine");

        CommandRun folder = CommandRun.of("scheduler", "--no-tokens", "--watch-memory=" + directory);
        assertThat(folder.code()).isOne();
        assertThat(folder.err()).contains(directory + "\" is no cgroup (version 2) with a limit of memory");
    }
}
