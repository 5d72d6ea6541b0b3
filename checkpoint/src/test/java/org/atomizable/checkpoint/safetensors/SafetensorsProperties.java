package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.state.TensorNames;

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
        Arbitrary<String> names = Arbitraries.oneOf(
                        Arbitraries.strings().ofMinLength(1).ofMaxLength(30),
                        Arbitraries.strings().ofMinLength(990).ofMaxLength(1000),
                        Arbitraries.of(
                                "..", "../../x", "/x", "dtype", "\u0000", "\"", "\\", "\ud83d\ude00", "__metadata__ "))
                .filter(SafetensorsProperties::isAllowed);
        return Arbitraries.maps(names, tensor()).ofMaxSize(6).map(LinkedHashMap::new);
    }

    private static boolean isAllowed(String name) {
        try {
            TensorNames.require(name, Set.of());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Property(tries = 300)
    void whatWasWrittenIsReadBitForBitAndEveryTensorIsAlignedToItsElements(
            @ForAll("tensors") Map<String, Tensor> tensors) throws Exception {
        Path file = Files.createTempFile("tensors", ".safetensors");
        try {
            Files.delete(file);
            Safetensors.write(file, tensors, Map.of("made by", "a property"));

            Map<String, Tensor> read = Safetensors.read(file);

            assertThat(read).isEqualTo(tensors);
            requireAligned(Files.readAllBytes(file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** In the file, and so in memory that a reader maps it to. */
    private static void requireAligned(byte[] file) throws Exception {
        Header header = Safetensors.header((into, at) -> into.put(file, (int) at, into.remaining()), file.length);
        for (Entry entry : header.entries()) {
            assertThat((header.dataStart() + entry.begin()) % entry.type().bytes())
                    .as("%s", entry)
                    .isZero();
        }
    }

    @Property(tries = 1000)
    void anyTextIsEitherRefusedByTheWriterOrReadBack(@ForAll String name, @ForAll String key, @ForAll String value) {
        byte[] file;
        try {
            file = Answer.file(
                    Map.of(name, Tensor.of(ElementType.U8, new long[] {1}, ByteBuffer.allocate(1))),
                    Map.of(key, value));
        } catch (IllegalArgumentException e) {
            assertThat(List.of(name, key, value)).anyMatch(it -> it.equals(Header.METADATA) || !Text.isWellFormed(it));
            return;
        }
        assertThat(Answer.to(file).kind()).isEqualTo("read 1");
    }
}
