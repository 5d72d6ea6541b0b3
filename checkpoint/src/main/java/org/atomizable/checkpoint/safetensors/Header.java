package org.atomizable.checkpoint.safetensors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.Tensor;

/**
 * The header of a safetensors file.
 *
 * @param metadata free text by key
 * @param entries in the order of their data
 * @param dataStart the offset in the file at which the data begin
 */
public record Header(Map<String, String> metadata, List<Entry> entries, long dataStart) {

    /** The key of the header that is no tensor. */
    public static final String METADATA = "__metadata__";

    /** No header is longer, in bytes. */
    public static final int LONGEST = 100_000_000;

    /** No tensor has more dimensions. */
    public static final int MOST_DIMENSIONS = 64;

    private static final int PREFIX = Long.BYTES;
    private static final int ALIGNMENT = 8;
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Copies both. */
    public Header {
        metadata = Map.copyOf(metadata);
        entries = List.copyOf(entries);
    }

    /**
     * Returns the header of a file that holds these tensors one after the other: those of wider elements first, otherwise in
     * this order. Sizes of elements are powers of two, so each tensor then begins at a multiple of its own element's size.
     * The data must be written in the order of {@link #entries}.
     *
     * @throws IllegalArgumentException if a reader would refuse it
     */
    public static Header of(Map<String, Tensor> tensors, Map<String, String> metadata) {
        metadata.forEach((key, value) -> {
            Text.requireName(key);
            Text.requireValue(key, value);
        });
        List<Entry> entries = new ArrayList<>();
        long offset = 0;
        for (Map.Entry<String, Tensor> each : widestFirst(tensors)) {
            Text.requireName(each.getKey());
            if (each.getKey().equals(METADATA)) {
                throw new IllegalArgumentException("no tensor can be named %s".formatted(METADATA));
            }
            long end = offset + each.getValue().size().count();
            if (each.getValue().shape().length > MOST_DIMENSIONS) {
                throw new IllegalArgumentException("tensor \"%s\" has %s dimensions, at most %s can be read back"
                        .formatted(each.getKey(), each.getValue().shape().length, MOST_DIMENSIONS));
            }
            List<Long> shape = Arrays.stream(each.getValue().shape()).boxed().toList();
            entries.add(new Entry(each.getKey(), each.getValue().type(), shape, offset, end));
            offset = end;
        }
        Header unplaced = new Header(metadata, entries, 0);
        int length = unplaced.bytes().remaining();
        if (length - PREFIX > LONGEST) {
            throw new IllegalArgumentException("%s tensors need a header of %s bytes, at most %s can be read back"
                    .formatted(entries.size(), length, LONGEST));
        }
        return new Header(metadata, entries, length);
    }

    private static List<Map.Entry<String, Tensor>> widestFirst(Map<String, Tensor> tensors) {
        return tensors.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().type().bytes()))
                .toList();
    }

    /** Returns the size of the data, in bytes. */
    public long dataLength() {
        return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).end();
    }

    /** Returns everything that comes before the data. */
    public ByteBuffer bytes() {
        byte[] json = json();
        int padding = Math.floorMod(-(PREFIX + json.length), ALIGNMENT);
        ByteBuffer bytes = ByteBuffer.allocate(PREFIX + json.length + padding).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(json.length + padding);
        bytes.put(json);
        bytes.put(" ".repeat(padding).getBytes(StandardCharsets.US_ASCII));
        return bytes.flip();
    }

    private byte[] json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator to = JSON.createGenerator(bytes)) {
            to.writeStartObject();
            if (!metadata.isEmpty()) {
                to.writeObjectFieldStart(METADATA);
                for (Map.Entry<String, String> each : new TreeMap<>(metadata).entrySet()) {
                    to.writeStringField(each.getKey(), each.getValue());
                }
                to.writeEndObject();
            }
            for (Entry entry : entries) {
                to.writeObjectFieldStart(entry.name());
                to.writeStringField("dtype", entry.type().name());
                to.writeArrayFieldStart("shape");
                for (long size : entry.shape()) {
                    to.writeNumber(size);
                }
                to.writeEndArray();
                to.writeArrayFieldStart("data_offsets");
                to.writeNumber(entry.begin());
                to.writeNumber(entry.end());
                to.writeEndArray();
                to.writeEndObject();
            }
            to.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("writing into memory failed", e);
        }
        return bytes.toByteArray();
    }
}
