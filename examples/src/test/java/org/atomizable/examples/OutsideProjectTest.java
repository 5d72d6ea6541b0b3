package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the README's pom and job as a Maven project outside this one. */
@Tag("slow")
class OutsideProjectTest {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final List<String> MODULES = List.of("sdk-api", "checkpoint", "profiler", "sdk-core");

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

    @TempDir
    Path directory;

    @Test
    void theReadmesPomBuildsTheReadmesJobAndFindsTheEngine() throws Exception {
        String readme = Files.readString(HOME.resolve("README.md"));
        Path project = Files.createDirectory(directory.resolve("project"));
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Files.writeString(project.resolve("pom.xml"), block(readme, "xml"));
        Files.writeString(sources.resolve("Pi.java"), block(readme, "java"));
        Files.writeString(sources.resolve("Outside.java"), MAIN);
        Path repository = installed();

        Path classPath = project.resolve("class-path.txt");
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
        String said = run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dai.djl.offline=true",
                "-cp",
                project.resolve("target/classes") + ":"
                        + Files.readString(classPath).strip(),
                "Outside");

        assertThat(said).contains("400 atoms, DjlTraining, PyTorch");
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
        for (String module : MODULES) {
            Path folder = place(repository, module, HOME.resolve(module).resolve("pom.xml"));
            jar(
                    folder.resolve(module + "-" + VERSION + ".jar"),
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
