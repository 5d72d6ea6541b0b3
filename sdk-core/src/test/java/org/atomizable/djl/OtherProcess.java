package org.atomizable.djl;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.atomizable.api.Atomizable;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
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
                try (InputStream in = Files.newInputStream(Path.of(arguments[2]))) {
                    job.restore(read(in));
                }
            }
            Small.run(job, from, Long.parseLong(arguments[1]));
            Files.write(Path.of(arguments[3]), write(MemoryState.of(job)));
        }
    }

    static byte[] write(MemoryState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(state.tensors().size());
        for (Map.Entry<String, Tensor> entry : state.tensors().entrySet()) {
            Tensor tensor = entry.getValue();
            out.writeUTF(entry.getKey());
            out.writeUTF(tensor.type().name());
            out.writeInt(tensor.shape().length);
            for (long size : tensor.shape()) {
                out.writeLong(size);
            }
            byte[] data = new byte[tensor.data().remaining()];
            tensor.data().get(data);
            out.writeInt(data.length);
            out.write(data);
        }
        return bytes.toByteArray();
    }

    static MemoryState read(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        MemoryState state = new MemoryState(new LinkedHashMap<>());
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            ElementType type = ElementType.valueOf(in.readUTF());
            long[] shape = new long[in.readInt()];
            for (int i = 0; i < shape.length; i++) {
                shape[i] = in.readLong();
            }
            state.tensor(name, Tensor.of(type, shape, ByteBuffer.wrap(in.readNBytes(in.readInt()))));
        }
        return state;
    }
}
