package org.atomizable.lab.bench;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.util.Pair;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;

/** The same arrays saved by DJL, each time forced to the disk, and by a store. */
final class DjlSaving implements AutoCloseable {

    private static final int UNITS = 1024;
    private static final String NAME = "bench";

    private final NDManager manager = NDManager.newBaseManager();
    private final Model model = Model.newInstance(NAME);
    private final Path directory;

    DjlSaving(Path directory, long bytes) throws IOException {
        this.directory = Files.createDirectories(directory.resolve("djl"));
        SequentialBlock block = new SequentialBlock();
        for (long made = 0; made < bytes; made += (long) UNITS * UNITS * Float.BYTES) {
            block.add(Linear.builder().setUnits(UNITS).optBias(false).build());
        }
        block.initialize(manager, DataType.FLOAT32, new Shape(1, UNITS));
        model.setBlock(block);
    }

    /** Changes a number of every array, so that nothing can be shared. */
    void change(int round) {
        for (NDArray array : arrays()) {
            array.set(new NDIndex("0, 0"), round);
        }
    }

    private List<NDArray> arrays() {
        List<NDArray> arrays = new ArrayList<>();
        for (Pair<String, Parameter> each : model.getBlock().getParameters()) {
            arrays.add(each.getValue().getArray());
        }
        return arrays;
    }

    void saveWith(CheckpointStore store) throws Exception {
        try (CheckpointStore.Draft draft = store.open(0, new FencingToken(1))) {
            int index = 0;
            for (NDArray array : arrays()) {
                ByteBuffer data = array.toByteBuffer(true).order(ByteOrder.LITTLE_ENDIAN);
                draft.state()
                        .tensor(
                                "parameter." + index++,
                                Tensor.of(ElementType.F32, array.getShape().getShape(), data));
            }
            draft.commit();
        }
    }

    void saveModel() throws IOException {
        model.save(directory, NAME);
        forceAll();
    }

    void encodeList() throws IOException {
        Path file = directory.resolve("list.npz");
        try (FileChannel channel = FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            out.write(new NDList(arrays()).encode());
            channel.force(true);
        }
    }

    private void forceAll() throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void close() {
        model.close();
        manager.close();
    }
}
