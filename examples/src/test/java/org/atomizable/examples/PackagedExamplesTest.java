package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.atomizable.examples.boosting.Boosting;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users have the examples in a jar, which finds no resource by a path with "..". */
class PackagedExamplesTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"boosting.Boosting rounds=2", "curriculum.Curriculum atoms=20", "doors.LoopDoor"})
    void aProgramWithALoopRunsAlone(String line) throws Exception {
        Path classes = Path.of(Boosting.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path jar = directory.resolve("examples.jar");
        int code = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        assertThat(code).isZero();

        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path").replace(classes + File.pathSeparator, jar + File.pathSeparator)));
        command.addAll(List.of(("org.atomizable.examples." + line).split(" ")));
        Path out = directory.resolve("out.txt");
        Process program = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();

        assertThat(program.waitFor()).as(Files.readString(out)).isZero();
        assertThat(command.get(2)).contains(jar.toString()).doesNotContain(classes + File.pathSeparator);
    }
}
