package org.atomizable.lab.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.process.JavaCommand;
import org.atomizable.lab.process.Offspring;

/** The ordinary scheduler in a process of its own, and what that takes of the machine. Used by one thread. */
final class SchedulerProcess implements AutoCloseable {

    static final int MOST_HEAP_MEBIBYTES = 256;

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+([0-9]+) kB");
    private static final Pattern ALIVE = Pattern.compile("Total\\s+[0-9]+\\s+([0-9]+)");
    private static final double KIBIBYTE = 1024;

    private final Process process;
    private final URI uri;

    private SchedulerProcess(Process process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /** Starts one over GPUs, of which every slice may be open, and waits until it answers. */
    static SchedulerProcess start(Path directory, Path journal, Gpus gpus)
            throws IOException, InterruptedException, AtomizableException {
        Path said = directory.resolve("scheduler.out");
        Path log = directory.resolve("scheduler.log");
        List<String> arguments = new ArrayList<>(List.of("scheduler", "--json", "--port", "0"));
        arguments.addAll(List.of("--journal", journal.toString(), "--gpus", gpus.text(), "--layout", Gpus.LAYOUT));
        arguments.addAll(List.of("--open-at-once", String.valueOf(gpus.sliceCount()), "--longest-window", "5"));
        List<String> command = JavaCommand.of(
                JavaCommand::isNeutral, List.of("-Xmx" + MOST_HEAP_MEBIBYTES + "m"), JavaCommand.PROGRAM, arguments);
        Process process = Offspring.start(
                new ProcessBuilder(command).redirectOutput(said.toFile()).redirectError(log.toFile()));
        if (!Offspring.awaitLine(process, said)) {
            process.destroyForcibly();
            throw new AtomizableException("the scheduler did not start", Files.readString(log));
        }
        return new SchedulerProcess(process, uri(Files.readString(said)));
    }

    private static URI uri(String started) throws JsonProcessingException {
        return URI.create(WireJson.mapper().readTree(started).path("uri").asText());
    }

    URI uri() {
        return uri;
    }

    double cpuSeconds() {
        return cpuSeconds(process.toHandle());
    }

    static double cpuSeconds(ProcessHandle of) {
        return of.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** Returns how much of it is in memory, in mebibytes, where that is told. */
    OptionalDouble resident() throws IOException {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        return Files.isReadable(status) ? found(RESIDENT, Files.readString(status), KIBIBYTE) : OptionalDouble.empty();
    }

    /** Returns what is alive on its heap, in mebibytes; empty if this Java has no jcmd. Stops it for a while. */
    OptionalDouble liveHeap() throws IOException, InterruptedException {
        if (!Files.isExecutable(JavaCommand.jdk("jcmd"))) {
            return OptionalDouble.empty();
        }
        // It collects and counts at one stop; what is asked for after that would find new garbage.
        return found(ALIVE, jcmd("GC.class_histogram"), KIBIBYTE * KIBIBYTE);
    }

    private String jcmd(String what) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder(JavaCommand.jdk("jcmd").toString(), String.valueOf(process.pid()), what)
                .redirectErrorStream(true)
                .start();
        String told = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        asked.waitFor();
        return told;
    }

    private static OptionalDouble found(Pattern figure, String text, double inAMebibyte) {
        Matcher matcher = figure.matcher(text);
        return matcher.find()
                ? OptionalDouble.of(Ratios.rounded(Double.parseDouble(matcher.group(1)) / inAMebibyte))
                : OptionalDouble.empty();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
