package org.atomizable.testkit.spi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.time.TimeSource;

/** A second JVM, which opens the store of a test and does there what a line says. */
final class OtherProcess implements AutoCloseable {

    /** The earlier ones tell how long a commit takes. */
    static final int KILLED_COMMIT = 5;

    private final Process process;
    private final BufferedReader output;
    private final PrintStream input;

    private OtherProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    static OtherProcess of(Class<?> test, String place) throws IOException {
        return new OtherProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreInOtherProcess.class.getName(),
                        test.getName(),
                        place)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Has a line done, and returns the answer. */
    String does(String line) throws IOException {
        input.println(line);
        return answer()
                .orElseThrow(() -> new AssertionError("the other JVM ended instead of doing \"%s\"".formatted(line)));
    }

    private Optional<String> answer() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            // A store may print lines of its own.
            if (line.startsWith(StoreInOtherProcess.ANSWER)) {
                return Optional.of(line.substring(StoreInOtherProcess.ANSWER.length()));
            }
        }
        return Optional.empty();
    }

    /** Kills the process in a commit, halfway of the shortest one before; returns how many it has ended for sure. */
    long commitsWhenKilled() throws IOException, InterruptedException {
        TimeSource time = TimeSource.system();
        long committed = 0;
        long began = 0;
        long shortest = Long.MAX_VALUE;
        for (Optional<String> said = Optional.of(does("commits")); said.isPresent(); said = answer()) {
            if (said.get().equals("ended")) {
                committed++;
                shortest = Math.min(shortest, time.nanos() - began);
            } else if (committed < KILLED_COMMIT - 1) {
                began = time.nanos();
            } else {
                process.waitFor(shortest / 2, TimeUnit.NANOSECONDS);
                // By its handle, so that its last lines can still be read.
                process.toHandle().destroyForcibly();
            }
        }
        return committed;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
