package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;

class SafetensorsProperties {

    @Provide
    Arbitrary<Tensor> tensor() {
        Arbitrary<List<Long>> shapes = Arbitraries.longs().between(0, 5).list().ofMaxSize(4);
        return Combinators.combine(Arbitraries.of(ElementType.class), shapes, Arbitraries.longs())
                .as((type, sizes, seed) -> {
                    long[] shape = sizes.stream().mapToLong(Long::longValue).toArray();
                    int bytes = type.bytes();
                    for (long size : shape) {
                        bytes *= (int) size;
                    }
                    // Any bits at all: infinities, NaNs with payloads, booleans that are neither.
                    byte[] data = new byte[bytes];
                    new Random(seed).nextBytes(data);
                    return Tensor.of(type, shape, ByteBuffer.wrap(data));
                });
    }

    @Provide
    Arbitrary<Map<String, Tensor>> tensors() {
        Arbitrary<String> names = Arbitraries.strings()
                .ofMinLength(1)
                .ofMaxLength(30)
                .filter(name -> StandardCharsets.UTF_8.newEncoder().canEncode(name) && !name.equals(Header.METADATA));
        return Arbitraries.maps(names, tensor()).ofMaxSize(6).map(LinkedHashMap::new);
    }

    private static Path written(Map<String, Tensor> tensors) throws Exception {
        Path file = Files.createTempFile("tensors", ".safetensors");
        Files.delete(file);
        Safetensors.write(file, tensors, Map.of("made by", "a property"));
        return file;
    }

    @Property(tries = 300)
    void whatWasWrittenIsReadBitForBitInItsOrder(@ForAll("tensors") Map<String, Tensor> tensors) throws Exception {
        Path file = written(tensors);
        try {
            Map<String, Tensor> read = Safetensors.read(file);

            assertThat(read).isEqualTo(tensors);
            // Zero-size tensors share an offset with their neighbours, so their order is not the file's to keep.
            assertThat(sized(read)).isEqualTo(sized(tensors));
        } finally {
            Files.delete(file);
        }
    }

    private static List<String> sized(Map<String, Tensor> tensors) {
        List<String> names = new ArrayList<>();
        tensors.forEach((name, tensor) -> {
            if (tensor.size().count() > 0) {
                names.add(name);
            }
        });
        return names;
    }

    @Property(tries = 300)
    void theDataBeginAlignedAndTheTensorsTileThem(@ForAll("tensors") Map<String, Tensor> tensors) {
        Header header = Header.of(tensors, Map.of());

        assertThat(header.dataStart() % 8).isZero();
        long end = 0;
        for (Entry entry : header.entries()) {
            assertThat(entry.begin()).isEqualTo(end);
            end = entry.end();
        }
        assertThat(end)
                .isEqualTo(tensors.values().stream()
                        .mapToLong(it -> it.size().count())
                        .sum());
    }
}
