package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.python.PythonModule;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs of {@code examples/python}, of {@code examples/bash} and of {@code docs/any-command.md}. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnyCommandTest {

    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final Path COLLATZ = Path.of("bash/collatz.sh").toAbsolutePath();

    @TempDir
    Path directory;

    private static NamedJob job(String command) {
        return new NamedJob(CommandFactory.NAME, Map.of("command", command));
    }

    /** The build needs no Python; CI has it. */
    private String python(Path program) throws Exception {
        if (!Files.isExecutable(PYTHON)) {
            String why =
                    "python3 is not installed (Debian: apt-get install python3): the examples in Python are not tried";
            assertThat(System.getenv("CI")).as(why).isNotEqualTo("true");
            System.out.println("Left out: " + why);
            abort(why);
        }
        Files.writeString(
                program.resolveSibling("atomizable.py"), PythonModule.read().oneFile());
        return PYTHON + " " + program;
    }

    private static String block(String language, int number) throws Exception {
        Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/any-command.md")));
        for (int i = 0; i <= number; i++) {
            assertThat(block.find()).isTrue();
        }
        return block.group(1);
    }

    private void endsInTheBitsOfItsStraightRun(NamedJob job, long... cuts) throws Exception {
        StraightRun straight = StraightRun.of(job, TimeSource.system(), next -> {});
        assertThat(Cut.at(job, directory.resolve("store"), cuts)).isEqualTo(straight.sha256());
    }

    private static List<String> printed(String command) throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            List<String> all = lines.lines().toList();
            assertThat(process.waitFor()).isZero();
            return all;
        }
    }

    @Test
    void theExampleInPythonIsExactAndLearns() throws Exception {
        Path program = Files.copy(Path.of("python/spirals.py"), directory.resolve("spirals.py"));
        NamedJob job = job(python(program));

        assertThat(printed(PYTHON + " " + program)).last().asString().matches("weights [0-9a-f]{64}");
        endsInTheBitsOfItsStraightRun(job, 1, 2, 30);
        assertThat(StraightRun.of(job, TimeSource.system(), next -> {}).metric())
                .hasValueSatisfying(it -> assertThat(it.value()).isGreaterThan(0.9));
    }

    @Test
    void theExampleInBashIsExact() throws Exception {
        NamedJob job = job(COLLATZ.toString());

        endsInTheBitsOfItsStraightRun(job, 1, 77, 199);
        // As published: 6171 takes 261 steps.
        assertThat(StraightRun.of(job, TimeSource.system(), next -> {}).metric())
                .contains(Metric.exact("longest from 6171", 261));
    }

    @Test
    void theProgramOfThePageRunsAloneAndInWindows() throws Exception {
        Path program = Files.writeString(directory.resolve("fit.py"), block("python", 0));
        NamedJob job = job(python(program));

        assertThat(printed(PYTHON + " " + program)).anyMatch(it -> it.matches("learnt \\[.*] from 500"));
        endsInTheBitsOfItsStraightRun(job, 3, 250);
        assertThat(StraightRun.of(job, TimeSource.system(), next -> {}).metric())
                .hasValueSatisfying(it -> assertThat(it.value()).isBetween(1.99, 2.01));
    }

    @Test
    void theSessionOfThePageIsWhatTheBashProgramSays() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", COLLATZ.toString()).directory(directory.toFile());
        builder.environment().putAll(Map.of("ATOMIZABLE_IN", "0", "ATOMIZABLE_OUT", "1"));
        Process program = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        int answers = 0;
        try (PrintWriter requests = new PrintWriter(program.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader lines = program.inputReader()) {
            for (String line : block("text", 0).lines().toList()) {
                if (line.startsWith("> ")) {
                    requests.println(line.substring(2));
                } else {
                    assertThat(lines.readLine()).isEqualTo(line.substring(2));
                    answers++;
                }
            }
            assertThat(program.waitFor()).isZero();
        }
        assertThat(answers).isEqualTo(7);
    }

    @Test
    void theProgramThatCannotBeChangedGoesOnWhereItWasStopped() throws Exception {
        Path program = Files.writeString(directory.resolve("count.sh"), block("bash", 0));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        NamedJob job = new NamedJob(
                CommandFactory.NAME,
                new TreeMap<>(Map.of(
                        "command", program.toString(), "resumable", "true", "name", "count", "atom-seconds", "1")));
        Map<String, Tensor> state = new TreeMap<>();
        StateWriter writer = state::put;
        try (Atomizable counts = job.create()) {
            long atom = 0;
            while (!counts.enough(atom)) {
                counts.run(atom++);
                // Every save stops the program; the next atom starts it again.
                state.clear();
                counts.save(writer);
                assertThat(atom).isLessThan(100);
            }
            assertThat(atom).isGreaterThan(2);
        }
        assertThat(StandardCharsets.UTF_8
                        .decode(state.get("file:count/0").data())
                        .toString())
                .isEqualTo("40\n");
    }
}
