package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the README's job as a Maven project outside this one: with the README's pom, and with a scheduler of its own. */
@Tag("slow")
class OutsideProjectTest {

    /** What a project that only has the README's dependencies can do: run the job, and find DJL and its engine. */
    private static final String MAIN = """
        import ai.djl.engine.Engine;
        import org.atomizable.api.time.TimeSource;
        import org.atomizable.core.run.StraightRun;
        import org.atomizable.djl.DjlTraining;

        public class Outside {
            public static void main(String[] arguments) throws Exception {
                var run = StraightRun.of(Pi::new, TimeSource.system(), next -> {});
                System.out.println(run.atoms() + " atoms, " + DjlTraining.class.getSimpleName() + ", "
                        + Engine.getInstance().getEngineName());
            }
        }
        """;

    /** A scheduler in this program, and a job in this JVM that it grants windows to. */
    private static final String EMBEDDING = """
        import java.nio.file.Path;
        import org.atomizable.api.time.TimeSource;
        import org.atomizable.core.agent.*;
        import org.atomizable.core.client.*;
        import org.atomizable.core.run.StraightRun;
        import org.atomizable.core.worker.*;
        import org.atomizable.scheduler.cluster.SimulatedGpus;
        import org.atomizable.scheduler.device.AlwaysFree;
        import org.atomizable.scheduler.server.*;

        public class Embedding {
            public static void main(String[] arguments) throws Exception {
                TimeSource time = TimeSource.system();
                var slices = SimulatedGpus.parse("sim:A100-80GB*1", "3g.40gb+3g.40gb").slices();
                try (Scheduler scheduler = Scheduler.start(SchedulerOptions.of(new AlwaysFree(slices)), time)) {
                    StoreOpening store = StoreOpening.in(Path.of(arguments[0]), "pi");
                    try (var workers = new InProcessLauncher(() -> new Pi(), store, Samplers.of(1.0, time), time);
                            SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, time)) {
                        AgentJob job = new AgentJob(new Pi().spec(), store.open(), workers);
                        new Agent(job, AgentOptions.DEFAULT, AgentObserver.NONE, time).run(client);
                    }
                    String straight = StraightRun.of(Pi::new, time, next -> {}).sha256();
                    String atomized = store.open().latest().orElseThrow().sha256();
                    System.out.println(atomized.equals(straight) ? "the same bits" : "other bits");
                }
                System.exit(0);
            }
        }
        """;

    @TempDir
    Path directory;

    @Test
    void theReadmesPomBuildsTheReadmesJobAndFindsTheEngine() throws Exception {
        String said = built(OutsideProject.pom(), "Outside", MAIN);

        assertThat(said).contains("400 atoms, DjlTraining, PyTorch");
    }

    @Test
    void aProgramOutsideEmbedsTheSchedulerAndGetsWhatTheDocsShow() throws Exception {
        String pom = OutsideProject.pom()
                .replaceAll(" *<dependency><groupId>ai\\.djl.*\n", "")
                .replace(
                        "  </dependencies>",
                        "    <dependency><groupId>org.atomizable</groupId><artifactId>scheduler</artifactId><version>"
                                + OutsideProject.VERSION + "</version></dependency>\n  </dependencies>");
        String said = built(pom, "Embedding", EMBEDDING);

        assertThat(said).contains("the same bits");
        assertThat(OutsideProject.artifacts(directory.resolve("class-path.txt")))
                .as("the artifacts of docs/dependencies.md")
                .containsExactlyInAnyOrderElementsOf(OutsideProject.documented("sdk-core", "scheduler"));
    }

    /** Builds a project outside with that pom, the README's job and that program; runs the program and returns what it printed. */
    private String built(String pom, String name, String program) throws Exception {
        Path project = OutsideProject.project(directory, pom);
        OutsideProject.write(project, "src/main/java/" + name + ".java", program);
        Path classPath = directory.resolve("class-path.txt");
        OutsideProject.maven(
                project,
                "-q",
                "compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath",
                "-Dmdep.outputFile=" + classPath);
        return OutsideProject.run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dai.djl.offline=true",
                "-cp",
                project.resolve("target/classes") + ":"
                        + Files.readString(classPath).strip(),
                name,
                directory.resolve("store").toString());
    }
}
