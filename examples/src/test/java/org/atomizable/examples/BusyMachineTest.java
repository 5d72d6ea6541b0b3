package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Foreign trainings on a busy machine: all end in the bits of their straight runs, none is given up.
 *
 * <p>{@code -Dbusy=8} runs the long form: eight busy processes, both launchers, both kinds of store.
 */
@Tag("slow")
class BusyMachineTest {

    private static final int BUSY = Integer.getInteger("busy", 2);

    @TempDir
    Path directory;

    @Test
    void foreignTrainingsFinishExactlyBesideBusyProcesses() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(it -> it.startsWith("-Dai.djl") || it.startsWith("-X"))
                .forEach(command::add);
        command.addAll(List.of(
                "-Datomizable.log=text",
                "-cp",
                System.getProperty("java.class.path"),
                BusyMachine.class.getName(),
                directory.resolve("run").toString(),
                String.valueOf(BUSY)));
        command.addAll(
                BUSY < 8
                        ? List.of("12", "32", "process+s3", "jvm+local")
                        : List.of("100", "256", "process+local", "process+s3", "jvm+local", "jvm+s3"));
        Path out = directory.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().putAll(Map.of("AWS_ACCESS_KEY_ID", "user", "AWS_SECRET_ACCESS_KEY", "secret"));
        Process machine = builder.start();
        boolean ended = machine.waitFor(BUSY < 8 ? 10 : 40, TimeUnit.MINUTES);
        machine.destroyForcibly();
        String said = Files.readString(out);
        System.out.println(said);

        assertThat(ended).as(said).isTrue();
        assertThat(machine.exitValue()).as(said).isZero();
    }
}
