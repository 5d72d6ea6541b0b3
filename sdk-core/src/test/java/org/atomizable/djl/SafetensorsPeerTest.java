package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DJL's own codec reads what we write, and we read what it writes. */
class SafetensorsPeerTest {

    private static final Map<DataType, ElementType> TYPES = Map.of(
            DataType.FLOAT32, ElementType.F32,
            DataType.FLOAT64, ElementType.F64,
            DataType.INT32, ElementType.I32,
            DataType.INT64, ElementType.I64,
            DataType.UINT8, ElementType.U8,
            DataType.INT8, ElementType.I8);

    @TempDir
    Path directory;

    private static Map<String, Tensor> tensors() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        Random random = new Random(3);
        tensors.put("odd", Tensor.of(ElementType.U8, new long[] {5}, ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5})));
        for (ElementType type : TYPES.values()) {
            byte[] data = new byte[6 * type.bytes()];
            random.nextBytes(data);
            tensors.put("layer." + type, Tensor.of(type, new long[] {2, 3}, ByteBuffer.wrap(data)));
        }
        return tensors;
    }

    private static void requireEqual(NDList read, Map<String, Tensor> written) {
        assertThat(read).hasSize(written.size());
        for (NDArray array : read) {
            Tensor tensor = written.get(array.getName());
            assertThat(TYPES.get(array.getDataType())).isEqualTo(tensor.type());
            assertThat(array.getShape().getShape()).isEqualTo(tensor.shape());
            assertThat(array.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN)).isEqualTo(tensor.data());
        }
    }

    @Test
    void aFileOfOursIsOpenedByDjl() throws Exception {
        Path file = directory.resolve("ours.safetensors");
        Safetensors.write(file, tensors(), Map.of("by", "us"));

        try (NDManager manager = NDManager.newBaseManager();
                InputStream in = Files.newInputStream(file)) {
            requireEqual(NDList.decode(manager, in), tensors());
        }
    }

    @Test
    void aShardOfACheckpointIsOpenedByDjl() throws Exception {
        try (CheckpointStore store = Checkpoints.in(directory.resolve("store"), "peer");
                CheckpointStore.Draft draft = store.open(1, new FencingToken(1))) {
            for (Map.Entry<String, Tensor> each : tensors().entrySet()) {
                draft.state().tensor(each.getKey(), each.getValue());
            }
            draft.commit();
        }
        try (Stream<Path> all = Files.walk(directory.resolve("store"));
                NDManager manager = NDManager.newBaseManager()) {
            Path shard = all.filter(it -> it.toString().endsWith(".safetensors"))
                    .findFirst()
                    .orElseThrow();
            try (InputStream in = Files.newInputStream(shard)) {
                requireEqual(NDList.decode(manager, in), tensors());
            }
        }
    }

    @Test
    void aFileOfDjlsIsReadByUs() throws Exception {
        Path file = directory.resolve("djls.safetensors");
        try (NDManager manager = NDManager.newBaseManager()) {
            NDList list = new NDList();
            tensors().forEach((name, tensor) -> {
                NDArray array = manager.create(
                        tensor.data(),
                        new Shape(tensor.shape()),
                        TYPES.entrySet().stream()
                                .filter(it -> it.getValue() == tensor.type())
                                .findFirst()
                                .orElseThrow()
                                .getKey());
                array.setName(name);
                list.add(array);
            });
            Files.write(file, list.encode(NDList.Encoding.SAFETENSORS));
        }

        assertThat(Safetensors.read(file)).isEqualTo(tensors());
    }
}
