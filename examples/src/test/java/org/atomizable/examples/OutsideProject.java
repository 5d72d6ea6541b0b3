package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/** What tests need that build a Maven project outside this one. */
final class OutsideProject {

    static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    static final String VERSION = "0.1.0-SNAPSHOT";

    private static final List<String> MODULES = List.of(
            "sdk-api", "checkpoint", "profiler", "sdk-core", "scheduler-mock/scheduler", "scheduler-mock/testkit");

    private static final Pattern ARTIFACT = Pattern.compile("[\\w.]+:([\\w.-]+):jar:[\\w.-]+");

    private OutsideProject() {}

    /** Returns the artifacts that docs/dependencies.md shows below these. */
    static Set<String> documented(String... roots) throws IOException {
        String page = Files.readString(HOME.resolve("docs/dependencies.md"));
        return Stream.of(roots)
                .flatMap(root -> {
                    int from = page.indexOf("\norg.atomizable:%s:jar:VERSION\n".formatted(root));
                    assertThat(from).as("the tree of %s", root).isNotNegative();
                    return ARTIFACT.matcher(page.substring(from, page.indexOf("```", from)))
                            .results();
                })
                .map(it -> it.group(1))
                .collect(Collectors.toSet());
    }

    /** Returns the artifacts of a class path that Maven has written to a file. */
    static List<String> artifacts(Path classPath) throws IOException {
        return Stream.of(Files.readString(classPath).strip().split(":"))
                .map(jar -> Path.of(jar).getParent().getParent().getFileName().toString())
                .toList();
    }

    /** Returns the README's pom. */
    static String pom() throws IOException {
        return block("xml");
    }

    private static String block(String language) throws IOException {
        Matcher found = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(HOME.resolve("README.md")));
        assertThat(found.find()).as("a block of %s in the README", language).isTrue();
        return found.group(1);
    }

    /** Makes a project with a pom and the README's job. */
    static Path project(Path directory, String pom) throws IOException {
        Path project = Files.createDirectory(directory.resolve("project"));
        write(project, "pom.xml", pom);
        write(project, "src/main/java/Pi.java", block("java"));
        return project;
    }

    static void write(Path project, String file, String text) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Runs Maven in a project that finds the modules of this build beside what others have published. */
    static String maven(Path project, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                HOME.resolve("mvnw").toString(),
                "-B",
                "-f",
                project.resolve("pom.xml").toString(),
                "-Dmaven.repo.local=" + installed(project.resolveSibling("repository")),
                "-Dmaven.repo.local.tail=" + usual()));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    /** Lays out what {@code ./mvnw install} puts into a repository, from the classes that this build has compiled. */
    private static Path installed(Path repository) throws IOException {
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
            // It is read once.
            entries.setLevel(Deflater.NO_COMPRESSION);
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

    static String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(HOME.toFile()).redirectErrorStream(true);
        // This Maven does not read .mvn/jvm.config: its project is elsewhere.
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
