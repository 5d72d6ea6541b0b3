package org.atomizable.core.annotate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without {@code -d} the compiler writes the generated class to where it was started, where {@code *.java} finds it the next time. */
class RepeatedCompilationTest {

    @TempDir
    Path directory;

    private String compiled() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of("-processor", AtomizedJobProcessor.class.getName()));
        try (Stream<Path> all = Files.list(directory)) {
            all.map(it -> it.getFileName().toString())
                    .filter(it -> it.endsWith(".java"))
                    .forEach(command::add);
        }
        Process compiler = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        return new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void write(String state) throws Exception {
        Files.writeString(directory.resolve("Train.java"), """
                import org.atomizable.api.annotation.*;
                @AtomizedJob(atoms = 3)
                public class Train {
                    @State long %s;
                    @Atom void step() { %1$s++; }
                }
                """.formatted(state));
    }

    @Test
    void theSameSourcesCompileAgainAndOthersAreToldWhichFileIsOld() throws Exception {
        write("count");
        assertThat(compiled()).isEmpty();
        assertThat(directory.resolve("TrainJob.java")).exists();
        assertThat(compiled()).isEmpty();

        write("number");
        assertThat(compiled())
                .contains("TrainJob was generated from an older state of this class", "delete that file")
                .doesNotContain("rename");
    }
}
