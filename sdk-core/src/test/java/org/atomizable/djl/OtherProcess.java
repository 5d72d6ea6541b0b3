package org.atomizable.djl;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.atomizable.api.Atomizable;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.atomizable.core.state.MemoryState;

/** Runs a part of the small training in a process of its own, from a file to a file. */
final class OtherProcess {

    private OtherProcess() {}

    static void run(String kind, long from, long to, Path in, Path out) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-Dai.djl") || argument.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), OtherProcess.class.getName()));
        command.addAll(List.of(String.valueOf(from), String.valueOf(to), in.toString(), out.toString(), kind));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the other process ended with " + process.exitValue());
        }
    }

    public static void main(String[] arguments) throws Exception {
        long from = Long.parseLong(arguments[0]);
        try (Atomizable job = arguments[4].equals("trainer")
                ? Trainers.small(UnaryOperator.identity()).build()
                : Small.training().build()) {
            if (from > 0) {
                job.restore(read(Path.of(arguments[2])));
            }
            Small.run(job, from, Long.parseLong(arguments[1]));
            Safetensors.write(Path.of(arguments[3]), MemoryState.of(job).tensors(), Map.of());
        }
    }

    static MemoryState read(Path file) throws IOException {
        return new MemoryState(Safetensors.read(file));
    }
}
