package org.atomizable.engine.slurm;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Asks the command of NVIDIA's driver, which is where the driver is; container runtimes bring both in. */
final class NvidiaSmi implements GpuListing {

    /** It wakes all GPUs of a node first. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String command;

    NvidiaSmi(String command) {
        this.command = command;
    }

    @Override
    public String text() throws IOException, InterruptedException {
        // A node has some dozens of devices; a pipe holds their lines.
        Process process = new ProcessBuilder(command, "-L")
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .start();
        if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new IOException("%s -L did not end within %s s".formatted(command, LIMIT.toSeconds()));
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
            throw new IOException(
                    "%s -L ended with %s: %s".formatted(command, process.exitValue(), firstLine(printed)));
        }
        return printed;
    }

    private static String firstLine(String text) {
        return text.lines().filter(it -> !it.isBlank()).findFirst().orElse("it printed nothing");
    }
}
