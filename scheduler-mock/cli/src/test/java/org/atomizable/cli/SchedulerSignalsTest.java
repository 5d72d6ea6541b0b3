package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler in a process of its own, and the signals that service managers send. */
@Tag("slow")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SchedulerSignalsTest {

    @TempDir
    Path directory;

    private static void send(String signal, Process to) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(to.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static String lineWith(String what, BufferedReader log) throws IOException {
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            if (line.contains(what)) {
                return line;
            }
        }
        throw new AssertionError("no line says " + what);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aHangUpReloadsAndATerminationEndsItInOrder() throws Exception {
        assumeThat(Files.readString(Path.of("/proc/self/status")))
                .as("after nohup, processes do not get this signal")
                .doesNotContainPattern("SigIgn:\\s[0-9a-f]{15}[13579bdf]");
        Certified certified = Certified.in(directory);
        Path config = directory.resolve("scheduler.properties");
        Files.writeString(config, "port = 0\npolicy = fifo\n");
        Process scheduler = new ProcessBuilder(CommandRun.inAnotherJvm(
                        "scheduler",
                        "--no-tokens",
                        "--gpus=sim:A100-80GB*1",
                        "--config=" + config,
                        "--tls-cert=" + certified.certificate(),
                        "--tls-key=" + certified.key()))
                .start();
        try (BufferedReader out = scheduler.inputReader();
                BufferedReader log = scheduler.errorReader()) {
            lineWith("the scheduler listens on https://", out);

            Files.writeString(config, "port = 0\npolicy = slack\n");
            Files.writeString(certified.certificate(), "none");
            send("HUP", scheduler);
            assertThat(lineWith("The certificate from before is served on", log))
                    .contains("server.pem");
            assertThat(lineWith("SIGHUP", log))
                    .contains("the certificate from before is served on (")
                    .contains("has changed --policy too, which needs a restart");

            send("TERM", scheduler);
            assertThat(lineWith("SIGTERM", log)).contains("The scheduler stops");
            assertThat(scheduler.waitFor()).isZero();
        } finally {
            scheduler.destroyForcibly();
        }
    }
}
