package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client is generated from the description of a running scheduler, compiled, and carries a job to its end there. */
class GeneratedClientTest {

    /** Put there by the build: 30 MB that no other test needs. */
    private static final Path GENERATOR = Path.of("target/openapi-generator.jar");

    private static final Path PROGRAM = Path.of("src/client/program/Use.java");

    @TempDir
    Path directory;

    @Test
    void aClientMadeFromTheDescriptionCarriesAJobToItsEnd() throws Exception {
        Path file = directory.resolve("journal.db");
        String token;
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            token = new AccessTokens(journal, TimeSource.system()).create("ours", Role.TENANT);
        }
        SchedulerOptions options = Generous.options()
                .keptIn(file)
                .accessedBy(AccessMode.BY_TOKEN);
        try (Scheduler scheduler = Scheduler.start(options, TimeSource.system())) {
            Path description = directory.resolve("openapi.json");
            Files.writeString(
                    description, new Client(scheduler.uri()).get("/openapi.json").body());
            Path classes = compiled(generated(description));

            URL[] path = {classes.toUri().toURL()};
            try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
                Object happened = loader.loadClass("Use")
                        .getMethod("run", String.class, String.class)
                        .invoke(null, scheduler.uri().toString(), token);

                assertThat(happened)
                        .isEqualTo(List.of(
                                "scheduler is ready",
                                "job is waiting, of ours",
                                "granted and reported",
                                "job is finished",
                                "won by made",
                                "404 true"));
            }
        }
    }

    private Path generated(Path description) throws Exception {
        Path out = directory.resolve("client");
        Process generator = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-jar",
                        GENERATOR.toString(),
                        "generate",
                        "-i",
                        description.toString(),
                        "-g",
                        "java",
                        "--library",
                        "native",
                        "-o",
                        out.toString(),
                        "--additional-properties=openApiNullable=false,useJakartaEe=true,invokerPackage=made.client,"
                                + "apiPackage=made.client.api,modelPackage=made.client.model",
                        "--global-property=apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,"
                                + "modelTests=false")
                .redirectErrorStream(true)
                .start();
        generator.getOutputStream().close();
        String said = new String(generator.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(generator.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(generator.exitValue()).as(said).isZero();
        return out.resolve("src/main/java");
    }

    private Path compiled(Path sources) throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<Path> files = new ArrayList<>(List.of(PROGRAM));
        try (Stream<Path> all = Files.walk(sources)) {
            all.filter(it -> it.toString().endsWith(".java")).forEach(files::add);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean worked = compiler.getTask(
                            null,
                            manager,
                            null,
                            List.of(
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "-proc:none",
                                    "-nowarn"),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(worked).isTrue();
        }
        return classes;
    }
}
