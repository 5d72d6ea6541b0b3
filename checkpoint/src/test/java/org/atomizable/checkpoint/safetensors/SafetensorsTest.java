package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsTest {

    private static Header read(byte[] file) throws Exception {
        return Safetensors.header(
                (into, position) -> {
                    if (position + into.remaining() > file.length) {
                        throw new EOFException();
                    }
                    into.put(file, (int) position, into.remaining());
                },
                file.length);
    }

    private static byte[] file(long claimed, String header, int data) {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + json.length + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(claimed)
                .put(json)
                .array();
    }

    @Test
    void theHeaderHasExactlyTheDocumentedLayout() throws Exception {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("a", Tensor.of(ElementType.F32, new long[] {2, 1}, ByteBuffer.allocate(8)));
        tensors.put("b", Tensor.of(ElementType.U8, new long[] {}, ByteBuffer.allocate(1)));

        ByteBuffer bytes = Header.of(tensors, Map.of("k", "v")).bytes();

        String json =
                "{\"__metadata__\":{\"k\":\"v\"},\"a\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]},"
                        + "\"b\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[8,9]}}";
        long length = bytes.order(ByteOrder.LITTLE_ENDIAN).getLong();
        byte[] rest = new byte[bytes.remaining()];
        bytes.get(rest);
        assertThat(rest.length).isEqualTo((int) length);
        assertThat((8 + length) % 8).isZero();
        assertThat(new String(rest, StandardCharsets.UTF_8)).startsWith(json).hasSizeLessThan(json.length() + 8);
        assertThat(new String(rest, StandardCharsets.UTF_8).substring(json.length()))
                .isBlank();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]},'a':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}|8|Duplicate",
                "{'a':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}|8|begins at byte 4",
                "{'a':{'dtype':'U8','shape':[6],'data_offsets':[0,6]},'b':{'dtype':'U8','shape':[6],'data_offsets':[2,8]}}|8|begins at byte 2",
                "{'a':{'dtype':'U8','shape':[9],'data_offsets':[0,9]}}|8|end at byte 9",
                "{'a':{'dtype':'U8','shape':[4],'data_offsets':[0,4]}}|8|end at byte 4",
                "{'a':{'dtype':'U8','shape':[-8],'data_offsets':[0,8]}}|8|negative",
                "{'a':{'dtype':'F32','shape':[1],'data_offsets':[8,0]}}|8|data_offsets",
                "{'a':{'dtype':'F32','shape':[4611686018427387904,4],'data_offsets':[0,8]}}|8|larger than any file",
                "{'a':{'dtype':'F32','shape':[3],'data_offsets':[0,8]}}|8|needs 12 bytes",
                "{'a':{'dtype':'Q7','shape':[8],'data_offsets':[0,7]}}|8|end at byte 7",
                "{'a':{'dtype':'Q7','shape':[8],'data_offsets':[0,8]}} {}|8|not one JSON object",
                "{'a':{'dtype':7,'shape':[8],'data_offsets':[0,8]}}|8|VALUE_NUMBER_INT",
                "{'a':{'shape':[8],'data_offsets':[0,8]}}|8|lacks",
                "{'a':{'dtype':'U8','shape':[8],'data_offsets':[0,8],'x':1}}|8|unknown field",
                "{'a':[[[[[[[[[[1]]]]]]]]]]}|8|",
                "{'a':{'dtype':'U8','shape':[8],'data_offsets':[0,8]}} {}|8|not one JSON object",
                "{'a':{'dtype':'U8','shape':[8],'data_offsets':[0,8.5]}}|8|",
                "{'a':{'dtype':'U8','shape':[99999999999999999999],'data_offsets':[0,8]}}|8|",
                "` {}`|0|begin",
                "[]|0|begin",
                "{|0|"
            })
    void aMalformedHeaderIsRefusedWithWhatIsWrong(String header, int data, String says) {
        String json = header.replace('\'', '"');

        assertThatThrownBy(() -> read(file(json.getBytes(StandardCharsets.UTF_8).length, json, data)))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining(says == null ? "" : says);
    }

    @ParameterizedTest
    @CsvSource({"C64,[1]", "F8_E8M0,[8]", "F4,[16]", "Q7,[3]"})
    void aTypeThatIsNotSupportedIsToldApartFromAFileThatIsNone(String dtype, String shape) {
        String json = "{\"a\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[0,8]}}".formatted(dtype, shape);

        assertThatThrownBy(() -> read(file(json.length(), json, 8)))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageContaining("\"a\" has dtype \"%s\"".formatted(dtype))
                .hasMessageContaining("F8_E4M3")
                .hasMessageNotContaining("not a safetensors file");
    }

    @Test
    void theDataOfWiderElementsComeFirst() throws Exception {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("flags", Tensor.of(ElementType.U8, new long[] {5}, ByteBuffer.allocate(5)));
        tensors.put("weights", Tensor.of(ElementType.F32, new long[] {3}, ByteBuffer.allocate(12)));
        tensors.put("halves", Tensor.of(ElementType.BF16, new long[] {1}, ByteBuffer.allocate(2)));
        tensors.put("eighths", Tensor.of(ElementType.F8_E5M2, new long[] {3}, ByteBuffer.allocate(3)));
        tensors.put("cursor", Tensor.of(ElementType.I64, new long[] {1}, ByteBuffer.allocate(8)));

        List<Entry> entries = Header.of(tensors, Map.of()).entries();

        assertThat(entries.stream().map(Entry::name))
                .containsExactly("cursor", "weights", "halves", "flags", "eighths");
        assertThat(entries.stream().map(Entry::begin)).containsExactly(0L, 8L, 20L, 22L, 27L);
    }

    @Test
    void aFileWhoseTensorsAreNotAlignedIsRead() throws Exception {
        String json =
                "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[1,5]}}";
        byte[] file = file(json.length(), json, 5);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putFloat(file.length - 4, 1.5f);

        Header header = read(file);
        Tensor floats = Safetensors.tensor(
                (into, at) -> into.put(file, (int) at, into.remaining()),
                header,
                header.entries().get(1));

        assertThat(floats.data().getFloat(0)).isEqualTo(1.5f);
    }

    @ParameterizedTest
    @CsvSource({"-9223372036854775808", "-1", "9223372036854775807", "100000001", "3"})
    void aHeaderThatClaimsMoreThanThereIsTakesNoMemory(long claimed) {
        assertThatThrownBy(() -> read(file(claimed, "{}", 0)))
                .isInstanceOf(MalformedFileException.class)
                .hasMessageContaining("claims");
    }

    @Test
    void aFileTooShortForALengthIsRefused() {
        assertThatThrownBy(() -> read(new byte[7])).isInstanceOf(MalformedFileException.class);
    }

    @Test
    void whatNoReaderWouldTakeIsNotWritten() {
        long[] shape = new long[65];
        Arrays.fill(shape, 1);

        assertThatThrownBy(() ->
                        Header.of(Map.of("deep", Tensor.of(ElementType.U8, shape, ByteBuffer.allocate(1))), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65 dimensions");
    }

    private static Map<String, Tensor> named(String name) {
        return Map.of(name, Tensor.of(ElementType.U8, new long[] {0}, ByteBuffer.allocate(0)));
    }

    @Test
    void aNameThatNoReaderWouldTakeIsNotWritten() {
        for (String name :
                List.of("__metadata__", "half \ud800", "\udc00 half", "long".repeat(5000), "\u20ac".repeat(4000))) {
            assertThatThrownBy(() -> Header.of(named(name), Map.of())).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void metadataThatNoReaderWouldTakeAreNotWritten() {
        for (Map<String, String> metadata : List.of(
                Map.of("half \ud800", "v"),
                Map.of("k", "\udc00 half"),
                Map.of("long".repeat(5000), "v"),
                Map.of("k", "long".repeat(300_000)))) {
            assertThatThrownBy(() -> Header.of(Map.of(), metadata)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theLongestTextsThatAreWrittenAreRead() throws Exception {
        Map<String, String> metadata = Map.of("\u20ac".repeat(3333), "\u20ac".repeat(1_000_000));

        for (String name : List.of("n".repeat(10_000), "\u0000".repeat(10_000), "\ud83d\ude00".repeat(2_500), "")) {
            ByteBuffer bytes = Header.of(named(name), metadata).bytes();

            Header read = read(bytes.array());

            assertThat(read.entries().get(0).name()).isEqualTo(name);
            assertThat(read.metadata()).isEqualTo(metadata);
        }
    }

    @Test
    void aFileThatExistsIsLeftAsItIs(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("state.safetensors"), "kept");

        assertThatThrownBy(() -> Safetensors.write(file, named("a"), Map.of()))
                .isInstanceOf(FileAlreadyExistsException.class);

        assertThat(file).hasContent("kept");
    }

    @Test
    void whatIsRefusedLeavesNoFile(@TempDir Path directory) {
        Path file = directory.resolve("state.safetensors");

        assertThatThrownBy(() -> Safetensors.write(file, named("__metadata__"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(file).doesNotExist();
    }
}
