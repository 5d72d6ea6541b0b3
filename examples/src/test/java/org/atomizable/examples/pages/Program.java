package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program of the system that reads a format better than the JDK does. */
record Program(Path path) {

    /** What it said, both outputs together, and its exit code. */
    record Ended(int code, String said) {}

    static Optional<Program> find(String name) {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path program = Path.of(directory, name);
            if (!directory.isEmpty() && Files.isExecutable(program)) {
                return Optional.of(new Program(program));
            }
        }
        return Optional.empty();
    }

    /** Finds one that CI has and a build need not have. Where it is missing, the test is left out with a line that says so. */
    static Program ofCi(String name, String packages) {
        return find(name).orElseGet(() -> {
            String missing = "%s is not installed (Debian: apt-get install %s): blocks of its kind are not checked"
                    .formatted(name, packages);
            assertThat(System.getenv("CI")).as(missing).isNotEqualTo("true");
            System.out.println("Left out: " + missing);
            return abort(missing);
        });
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(path.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said.strip());
    }
}
