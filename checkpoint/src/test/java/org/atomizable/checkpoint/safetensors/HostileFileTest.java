package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made to do harm, read from a disk. */
class HostileFileTest {

    @TempDir
    Path directory;

    private static String entry(String name) {
        return "\"%s\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}".formatted(name);
    }

    private Path file(byte[] json) throws IOException {
        Path file = directory.resolve("hostile.safetensors");
        return Files.write(
                file,
                ByteBuffer.allocate(8 + json.length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(json.length)
                        .put(json)
                        .array());
    }

    private Path file(String json) throws IOException {
        return file(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsNoRegularFileIsRefusedAndNotWaitedFor() throws Exception {
        assertThatThrownBy(() -> Safetensors.read(directory))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining("is no regular file");
        Path file = file("{" + entry("a") + "}");
        assertThat(Safetensors.read(Files.createSymbolicLink(directory.resolve("link"), file)))
                .containsOnlyKeys("a");
        Path pipe = directory.resolve("pipe");
        Process mkfifo;
        try {
            mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        } catch (IOException missing) {
            abort("this machine has no mkfifo, so a pipe is not tried");
            return;
        }
        assertThat(mkfifo.waitFor()).isZero();

        assertThatThrownBy(() -> Safetensors.read(pipe))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining("pipe is no regular file");
    }

    static Stream<Arguments> hostile() {
        String shape = "{\"a\":{\"dtype\":\"U8\",\"data_offsets\":[0,0],\"shape\":";
        return Stream.of(
                Arguments.of("arrays nested 10,000 deep", "{\"a\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"),
                Arguments.of("objects nested 10,000 deep", "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000)),
                Arguments.of("a shape nested 10,000 deep", shape + "[".repeat(10_000)),
                Arguments.of("metadata nested 10,000 deep", "{\"__metadata__\":" + "{\"a\":".repeat(10_000)),
                Arguments.of("a size of 10,000 digits", shape + "[" + "9".repeat(10_000) + "]}}"),
                Arguments.of("a size of 2^63", shape + "[9223372036854775808]}}"),
                Arguments.of("a size of 2^64", shape + "[18446744073709551616]}}"),
                Arguments.of("a size of 1e999999999", shape + "[1e999999999]}}"),
                Arguments.of("a size that is infinite", shape + "[Infinity]}}"),
                Arguments.of("sizes whose product overflows to 0", shape + "[4294967296,4294967296]}}"),
                Arguments.of("10,000 sizes", shape + "[" + "1,".repeat(9_999) + "1]}}"),
                Arguments.of("metadata given twice", "{\"__metadata__\":{},\"__metadata__\":{}}"),
                Arguments.of("a key of metadata given twice", "{\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}}"),
                Arguments.of("a field given twice", shape + "[0],\"shape\":[0]}}"),
                Arguments.of("a name given twice, escaped once", "{%s,%s}".formatted(entry("a"), entry("\\u0061"))),
                Arguments.of("half a surrogate pair in a name", "{%s}".formatted(entry("\\ud800"))),
                Arguments.of("a surrogate pair the wrong way round", "{%s}".formatted(entry("\\udc00\\ud800"))),
                Arguments.of("half a surrogate pair in metadata", "{\"__metadata__\":{\"k\":\"\\udfff\"}}"),
                Arguments.of("half a surrogate pair in a key of metadata", "{\"__metadata__\":{\"\\ud9ab\":\"v\"}}"),
                Arguments.of("a name of 1,000,000 characters", "{%s}".formatted(entry("a".repeat(1_000_000)))),
                Arguments.of("a string of 2,000,000", "{\"__metadata__\":{\"k\":\"" + "v".repeat(2_000_000) + "\"}}"),
                Arguments.of("a byte order mark", "\ufeff{}"),
                Arguments.of("a comment", "{/* */}"),
                Arguments.of("text after the object", "{}x"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void isRefusedAsMalformed(String what, String json) throws Exception {
        Path file = file(json);

        assertThatThrownBy(() -> Safetensors.read(file)).as(what).isInstanceOf(MalformedFileException.class);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "ff",
                "80",
                "c3",
                "c0af",
                "e08080",
                "eda080",
                "edb080",
                "f0808080",
                "f4908080",
                "f888808080",
                "e28228"
            })
    void textThatIsNotUtf8IsRefusedWhereverItStands(String hex) throws Exception {
        for (String json : List.of(
                "{%s}".formatted(entry("a?b")),
                "{%s}".formatted(entry("?")),
                "{\"__metadata__\":{\"?\":\"v\"}}",
                "{\"__metadata__\":{\"k\":\"a?b\"}}",
                "{\"a\":{\"dtype\":\"?\"}}",
                "{}?")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(json.substring(0, json.indexOf('?')).getBytes(StandardCharsets.US_ASCII));
            bytes.writeBytes(HexFormat.of().parseHex(hex));
            bytes.writeBytes(json.substring(json.indexOf('?') + 1).getBytes(StandardCharsets.US_ASCII));
            Path file = file(bytes.toByteArray());

            assertThatThrownBy(() -> Safetensors.read(file)).as(json).isInstanceOf(MalformedFileException.class);
        }
    }

    @ParameterizedTest(name = "a header in {0}")
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    void aHeaderInAnotherEncodingIsRefused(String charset) throws Exception {
        Path file = file("{%s}".formatted(entry("a")).getBytes(charset));

        assertThatThrownBy(() -> Safetensors.read(file)).isInstanceOf(MalformedFileException.class);
    }

    @Test
    void anEmptyFileIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("empty.safetensors"));

        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining("it has 0 bytes");
    }

    @ParameterizedTest(name = "no tensors: {0}")
    @ValueSource(strings = {"{}", "{ }", "{}       ", "{\"__metadata__\":{}}"})
    void aFileWithoutTensorsIsReadAsNone(String json) throws Exception {
        assertThat(Safetensors.read(file(json))).isEmpty();
    }

    @Test
    void aHeaderOneByteTooLongIsRefusedEvenIfTheFileHasIt() throws Exception {
        Path file = directory.resolve("sparse.safetensors");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(Header.LONGEST + 1L)
                    .flip());
            channel.write(ByteBuffer.allocate(1), 8L + Header.LONGEST);
        }

        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining("claims 100000001 bytes of a file of 100000009");
    }

    /** A limit of this program, and no damage: what helps is said with the number. */
    @ParameterizedTest(name = "{0} of {1} elements")
    @CsvSource({"U8, 2200000000, 1", "U8, 2147483640, 1", "F64, 268435456, 8"})
    void aTensorThatOneBufferCannotHoldIsToldAsThat(String type, long elements, long width) throws Exception {
        long bytes = elements * width;
        Path file = file("{\"large\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[0,%s]}}"
                .formatted(type, elements, bytes));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), channel.size() + bytes - 1);
        }

        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageContaining("tensor \"large\" has %s bytes, more than one buffer can hold".formatted(bytes))
                .extracting(it -> ((UnsupportedFileException) it).remedy())
                .isEqualTo("Divide it into tensors of less than 2 GiB");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "../escaped",
                "../../../../etc/escaped",
                "/tmp/escaped",
                "C:\\\\escaped",
                "a/../../b",
                "..",
                "\\u0000"
            })
    void aNameLikeAPathIsAKeyAndWritesNothing(String name) throws Exception {
        Path inner = Files.createDirectory(directory.resolve("inner"));
        Path file = Files.move(file("{%s}".formatted(entry(name))), inner.resolve("file.safetensors"));

        Map<String, Tensor> read = Safetensors.read(file);

        assertThat(read).hasSize(1);
        try (Stream<Path> all = Files.walk(directory)) {
            assertThat(all).containsExactlyInAnyOrder(directory, inner, file);
        }
        assertThat(Path.of("/tmp/escaped")).doesNotExist();
        assertThat(Path.of("/etc/escaped")).doesNotExist();
    }

    @Test
    void aLargeTensorIsReadWithoutACopyOfItInDirectMemory() throws Exception {
        Path file = directory.resolve("large.safetensors");
        int bytes = 16 << 20;
        Tensor tensor = Tensor.of(ElementType.U8, new long[] {bytes}, ByteBuffer.allocate(bytes));
        Safetensors.write(file, Map.of("large", tensor), Map.of());

        // A thread keeps the direct memory of its last copy, so that it can still be seen afterwards.
        assertThat(onANewThread(() -> {
                    long before = directMemory();
                    assertThat(Safetensors.read(file)).containsEntry("large", tensor);
                    return directMemory() - before;
                }))
                .isLessThan(bytes / 2L);
    }

    static Stream<Arguments> costly() {
        return Stream.of(
                Arguments.of("tensors", "{%s}", "\"%s\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}"),
                Arguments.of(
                        "tensors of 64 dimensions",
                        "{%s}",
                        "\"%s\":{\"dtype\":\"U8\",\"shape\":[0" + ",9".repeat(63) + "],\"data_offsets\":[0,0]}"),
                Arguments.of("keys of metadata", "{\"__metadata__\":{%s}}", "\"%s\":\"\""));
    }

    @ParameterizedTest(name = "10,000 {0}")
    @MethodSource("costly")
    void manySmallPartsTakeNoMoreMemoryThanTheFileJustifies(String what, String all, String each) throws Exception {
        byte[] json = all.formatted(
                        IntStream.range(0, 10_000).mapToObj(each::formatted).collect(Collectors.joining(",")))
                .getBytes(StandardCharsets.UTF_8);

        Answer answer = Answer.to(Files.readAllBytes(file(json)));

        assertThat(answer.kind()).as(what).startsWith("read");
    }

    private static <T> T onANewThread(Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        new Thread(task).start();
        return task.get();
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getTotalCapacity)
                .sum();
    }
}
