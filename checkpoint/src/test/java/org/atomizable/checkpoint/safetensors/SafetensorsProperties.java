package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;
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

    @Provide
    Arbitrary<UnaryOperator<byte[]>> mutation() {
        Arbitrary<Double> places = Arbitraries.doubles().between(0, 1);
        Arbitrary<Integer> lengths = Arbitraries.integers().between(0, 64);
        return Arbitraries.oneOf(
                Combinators.combine(places, Arbitraries.integers().between(0, 7))
                        .as((place, bit) -> file -> flipped(file, place, bit)),
                Combinators.combine(places, lengths).as((place, length) -> file -> zeroed(file, place, length)),
                places.map(place -> file -> Arrays.copyOf(file, at(file, place))),
                lengths.map(more -> file -> Arrays.copyOf(file, file.length + more)),
                Combinators.combine(places, lengths, Arbitraries.of(Tokens.ALL))
                        .as((place, length, token) -> file -> spliced(file, place, length, token)));
    }

    private static int at(byte[] file, double place) {
        return (int) (place * file.length);
    }

    private static byte[] flipped(byte[] file, double place, int bit) {
        byte[] mutated = file.clone();
        if (file.length > 0) {
            mutated[Math.min(at(file, place), file.length - 1)] ^= (byte) (1 << bit);
        }
        return mutated;
    }

    private static byte[] zeroed(byte[] file, double place, int length) {
        byte[] mutated = file.clone();
        Arrays.fill(mutated, at(file, place), Math.min(file.length, at(file, place) + length), (byte) 0);
        return mutated;
    }

    private static byte[] spliced(byte[] file, double place, int replaced, String token) {
        byte[] middle = token.getBytes(StandardCharsets.UTF_8);
        int begin = at(file, place);
        int end = Math.min(file.length, begin + replaced);
        return ByteBuffer.allocate(begin + middle.length + file.length - end)
                .put(file, 0, begin)
                .put(middle)
                .put(file, end, file.length - end)
                .array();
    }

    @Property(tries = 3000)
    void aMutatedFileIsRefusedOrKeepsEveryRuleAndTakesLittleMemory(
            @ForAll("tensors") Map<String, Tensor> tensors,
            @ForAll @Size(max = 4) List<@From("mutation") UnaryOperator<byte[]>> mutations,
            @ForAll boolean lengthIsMended) {
        byte[] file = Answer.file(tensors, Map.of("k", "v"));
        long dataLength = Header.of(tensors, Map.of()).dataLength();
        for (UnaryOperator<byte[]> mutation : mutations) {
            file = mutation.apply(file);
        }
        long json = file.length - Long.BYTES - dataLength;
        if (lengthIsMended && json >= 0) {
            // Otherwise most would be refused for their length alone.
            ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(0, json);
        }

        Answer answer = Answer.to(file);

        Statistics.collect(answer.kind().startsWith("read") ? "read" : "refused");
        if (mutations.isEmpty()) {
            assertThat(answer.kind()).startsWith("read");
        }
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
