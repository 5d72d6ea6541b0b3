package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the README's job as a Maven project outside this one: with the README's pom, and with a scheduler of its own. */
@Tag("slow")
class OutsideProjectTest {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final List<String> MODULES =
            List.of("sdk-api", "checkpoint", "profiler", "sdk-core", "scheduler-mock/scheduler");

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
        String readme = Files.readString(HOME.resolve("README.md"));
        String said = built(block(readme, "xml"), "Outside", MAIN);

        assertThat(said).contains("400 atoms, DjlTraining, PyTorch");
    }

    @Test
    void aProgramOutsideEmbedsTheSchedulerAndGetsWhatTheDocsShow() throws Exception {
        String readme = Files.readString(HOME.resolve("README.md"));
        String pom = block(readme, "xml")
                .replaceAll(" *<dependency><groupId>ai\\.djl.*\n", "")
                .replace(
                        "  </dependencies>",
                        "    <dependency><groupId>org.atomizable</groupId><artifactId>scheduler</artifactId><version>"
                                + VERSION + "</version></dependency>\n  </dependencies>");
        String said = built(pom, "Embedding", EMBEDDING);

        assertThat(said).contains("the same bits");
        assertThat(Stream.of(Files.readString(directory.resolve("class-path.txt"))
                                .strip()
                                .split(":"))
                        .map(jar -> Path.of(jar)
                                .getParent()
                                .getParent()
                                .getFileName()
                                .toString()))
                .as("the artifacts of docs/dependencies.md")
                .containsExactlyInAnyOrderElementsOf(documented());
    }

    private static Set<String> documented() throws IOException {
        return Pattern.compile("[\\w.]+:([\\w.-]+):jar:[\\w.-]+", Pattern.MULTILINE)
                .matcher(Files.readString(HOME.resolve("docs/dependencies.md")))
                .results()
                .map(it -> it.group(1))
                .collect(Collectors.toSet());
    }

    /** Builds a project outside with that pom, the README's job and that program; runs the program and returns what it printed. */
    private String built(String pom, String name, String program) throws Exception {
        Path project = Files.createDirectory(directory.resolve("project"));
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Files.writeString(project.resolve("pom.xml"), pom);
        Files.writeString(sources.resolve("Pi.java"), block(Files.readString(HOME.resolve("README.md")), "java"));
        Files.writeString(sources.resolve(name + ".java"), program);
        Path repository = installed();

        Path classPath = directory.resolve("class-path.txt");
        run(
                HOME.resolve("mvnw").toString(),
                "-B",
                "-q",
                "-f",
                project.resolve("pom.xml").toString(),
                "-Dmaven.repo.local=" + repository,
                "-Dmaven.repo.local.tail=" + usual(),
                "compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath",
                "-Dmdep.outputFile=" + classPath);
        return run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dai.djl.offline=true",
                "-cp",
                project.resolve("target/classes") + ":"
                        + Files.readString(classPath).strip(),
                name,
                directory.resolve("store").toString());
    }

    private static String block(String readme, String language) {
        Matcher found =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(found.find()).as("a block of %s in the README", language).isTrue();
        return found.group(1);
    }

    /** Lays out what {@code ./mvnw install} puts into a repository, from the classes that this build has compiled. */
    private Path installed() throws IOException {
        Path repository = directory.resolve("repository");
        place(repository, "atomizable", HOME.resolve("pom.xml"));
        place(repository, "scheduler-mock", HOME.resolve("scheduler-mock/pom.xml"));
        for (String module : MODULES) {
            String artifact = Path.of(module).getFileName().toString();
            Path folder = place(repository, artifact, HOME.resolve(module).resolve("pom.xml"));
            jar(
                    folder.resolve(artifact + "-" + VERSION + ".jar"),
                    HOME.resolve(module).resolve("target/classes"));
        }
        return repository;
    }

    private static Path place(Path repository, String artifact, Path pom) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("org/atomizable").resolve(artifact).resolve(VERSION));
        Files.copy(pom, folder.resolve(artifact + "-" + VERSION + ".pom"));
        return folder;
    }

    private static void jar(Path jar, Path classes) throws IOException {
        try (OutputStream bytes = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(bytes);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
    }

    /** The repository that holds what others have published. */
    private static Path usual() {
        String named = System.getProperty("maven.repo.local");
        return named == null ? Path.of(System.getProperty("user.home"), ".m2", "repository") : Path.of(named);
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(HOME.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
