package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a command prints reaches a file, or the exit code says that it did not. */
@EnabledOnOs(OS.LINUX)
class PrintedTest {

    private record Ended(int code, String said) {}

    private static Ended shell(String line) throws Exception {
        Process process = new ProcessBuilder(
                        "bash", "-c", line.replace("HELP", CommandRun.inAnotherJvmOfTheShell("run", "--help")))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @Test
    void aFullDiskIsAFailure() throws Exception {
        Ended ended = shell("HELP > /dev/full");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said()).contains("is not complete", "No space left on device");
    }

    /** As of a service manager that wants no output. */
    @Test
    void anOutputThatTheCallerHasClosedIsNone() throws Exception {
        Ended ended = shell("HELP >&-");
        assertThat(ended.said()).isEmpty();
        assertThat(ended.code()).isZero();
    }

    @Test
    void aReaderThatWantsNoMoreIsNone() throws Exception {
        Ended ended = shell("HELP | true; exit ${PIPESTATUS[0]}");
        assertThat(ended.said()).isEmpty();
        assertThat(ended.code()).isZero();
    }
}
