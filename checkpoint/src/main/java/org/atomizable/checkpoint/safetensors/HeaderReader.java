package org.atomizable.checkpoint.safetensors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.ElementType;
import org.atomizable.checkpoint.json.UserKeys;
import org.jspecify.annotations.Nullable;

/** Reads a header's JSON and checks that its tensors cover the data without gaps or overlaps. */
final class HeaderReader {

    private static final int DEEPEST = 3;
    private static final JsonFactory JSON = UserKeys.within(StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST)
            .maxNameLength(Text.LONGEST_NAME)
            .maxNumberLength(20)
            .maxStringLength(Text.LONGEST_VALUE)
            .build());

    private HeaderReader() {}

    static Header read(byte[] json, long dataStart, long dataLength) throws IOException {
        if (json.length == 0 || json[0] != '{') {
            throw new MalformedFileException("the header does not begin with '{'");
        }
        if (json.length > 1 && json[1] == 0) {
            // The parser would take it for UTF-16 or UTF-32.
            throw new MalformedFileException("the header is not UTF-8");
        }
        Text.requireUtf8(json);
        Map<String, String> metadata = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        Map<String, String> unknownTypes = new LinkedHashMap<>();
        try (JsonParser from = JSON.createParser(json)) {
            from.nextToken();
            while (from.nextToken() == JsonToken.FIELD_NAME) {
                String name = from.currentName();
                if (name.equals(Header.METADATA)) {
                    readMetadata(from, metadata);
                } else {
                    entries.add(readEntry(name, from, unknownTypes));
                }
            }
            if (from.currentToken() != JsonToken.END_OBJECT || from.nextToken() != null) {
                throw new MalformedFileException("the header is not one JSON object");
            }
        } catch (JsonProcessingException e) {
            throw new MalformedFileException(
                    "the header is no JSON of the kind expected: " + e.getOriginalMessage(), e);
        }
        entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
        requireTiling(entries, dataLength);
        // Only now: a file that breaks a rule as well is no safetensors file.
        requireKnown(unknownTypes);
        return new Header(metadata, entries, dataStart);
    }

    private static void requireKnown(Map<String, String> unknownTypes) throws UnsupportedFileException {
        Optional<Map.Entry<String, String>> unknown =
                unknownTypes.entrySet().stream().findFirst();
        if (unknown.isPresent()) {
            throw new UnsupportedFileException(
                    "tensor \"%s\" has dtype \"%.50s\"; supported are %s"
                            .formatted(
                                    unknown.get().getKey(),
                                    unknown.get().getValue(),
                                    Arrays.toString(ElementType.values())),
                    "Convert the tensor to a type that is supported, or leave it out");
        }
    }

    private static void readMetadata(JsonParser from, Map<String, String> metadata) throws IOException {
        expect(from.nextToken(), JsonToken.START_OBJECT, Header.METADATA);
        while (from.nextToken() == JsonToken.FIELD_NAME) {
            String key = from.currentName();
            expect(from.nextToken(), JsonToken.VALUE_STRING, Header.METADATA);
            String value = from.getText();
            if (!Text.isWellFormed(value)) {
                throw new MalformedFileException("metadata \"%s\" holds half a surrogate pair".formatted(key));
            }
            metadata.put(key, value);
        }
    }

    private static Entry readEntry(String name, JsonParser from, Map<String, String> unknownTypes) throws IOException {
        expect(from.nextToken(), JsonToken.START_OBJECT, name);
        Map<String, Object> fields = new LinkedHashMap<>();
        while (from.nextToken() == JsonToken.FIELD_NAME) {
            String field = from.currentName();
            from.nextToken();
            switch (field) {
                case "dtype" -> {
                    expect(from.currentToken(), JsonToken.VALUE_STRING, name);
                    fields.put(field, from.getText());
                }
                case "shape", "data_offsets" -> fields.put(field, sizes(name, from));
                default ->
                    throw new MalformedFileException(
                            "tensor \"%s\" has an unknown field \"%s\"".formatted(name, field));
            }
        }
        List<Long> shape = list(fields.get("shape"));
        List<Long> offsets = list(fields.get("data_offsets"));
        if (!(fields.get("dtype") instanceof String dtype) || shape == null || offsets == null) {
            throw new MalformedFileException("tensor \"%s\" lacks dtype, shape or data_offsets".formatted(name));
        }
        if (offsets.size() != 2 || offsets.get(0) > offsets.get(1)) {
            throw new MalformedFileException("tensor \"%s\" has data_offsets %s".formatted(name, offsets));
        }
        Optional<ElementType> known = type(dtype);
        if (known.isEmpty()) {
            unknownTypes.put(name, dtype);
            // How many bytes it needs is not known, but where it lies must still be as the format says.
            return new Entry(name, ElementType.U8, shape, offsets.get(0), offsets.get(1));
        }
        Entry entry = new Entry(name, known.get(), shape, offsets.get(0), offsets.get(1));
        if (entry.needed() != entry.length()) {
            throw new MalformedFileException("tensor \"%s\" of %s %s needs %s bytes, its offsets give %s"
                    .formatted(name, dtype, shape, entry.needed(), entry.length()));
        }
        return entry;
    }

    @SuppressWarnings("unchecked")
    private static @Nullable List<Long> list(@Nullable Object field) {
        return (List<Long>) field;
    }

    private static Optional<ElementType> type(String dtype) {
        return Arrays.stream(ElementType.values())
                .filter(type -> type.name().equals(dtype))
                .findFirst();
    }

    private static List<Long> sizes(String name, JsonParser from) throws IOException {
        expect(from.currentToken(), JsonToken.START_ARRAY, name);
        List<Long> sizes = new ArrayList<>();
        while (from.nextToken() != JsonToken.END_ARRAY) {
            expect(from.currentToken(), JsonToken.VALUE_NUMBER_INT, name);
            long size = from.getLongValue();
            if (size < 0 || sizes.size() >= Header.MOST_DIMENSIONS) {
                throw new MalformedFileException("tensor \"%s\" has a negative size, or too many".formatted(name));
            }
            sizes.add(size);
        }
        return sizes;
    }

    private static void requireTiling(List<Entry> entries, long dataLength) throws MalformedFileException {
        long expected = 0;
        for (Entry entry : entries) {
            if (entry.begin() != expected) {
                throw new MalformedFileException("tensor \"%s\" begins at byte %s of the data, expected %s"
                        .formatted(entry.name(), entry.begin(), expected));
            }
            expected = entry.end();
        }
        if (expected != dataLength) {
            throw new MalformedFileException(
                    "the tensors end at byte %s of the data, the file at %s".formatted(expected, dataLength));
        }
    }

    private static void expect(@Nullable JsonToken found, JsonToken expected, String where)
            throws MalformedFileException {
        if (found != expected) {
            throw new MalformedFileException("\"%s\" holds %s where %s was expected".formatted(where, found, expected));
        }
    }
}
