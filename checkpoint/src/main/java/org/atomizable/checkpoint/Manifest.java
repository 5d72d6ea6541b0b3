package org.atomizable.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * What is known of a checkpoint without reading its state.
 *
 * @param job whose it is
 * @param nextAtom the first atom that is not in it
 * @param token fencing token it was committed under
 * @param sha256 of the state
 * @param stateBytes size of the tensors' data
 * @param fileBytes size of the file that holds them
 * @param fileCrc32c of that file
 */
record Manifest(
        String job, long nextAtom, long token, String sha256, long stateBytes, long fileBytes, String fileCrc32c) {

    private static final int FORMAT = 1;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    byte[] json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator to = JSON.createGenerator(bytes)) {
            to.useDefaultPrettyPrinter();
            to.writeStartObject();
            to.writeNumberField("format", FORMAT);
            to.writeStringField("job", job);
            to.writeNumberField("nextAtom", nextAtom);
            to.writeNumberField("token", token);
            to.writeStringField("sha256", sha256);
            to.writeNumberField("stateBytes", stateBytes);
            to.writeNumberField("fileBytes", fileBytes);
            to.writeStringField("fileCrc32c", fileCrc32c);
            to.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("writing into memory failed", e);
        }
        return bytes.toByteArray();
    }

    static Manifest read(byte[] json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        try (JsonParser from = JSON.createParser(json)) {
            if (from.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the manifest is no JSON object");
            }
            while (from.nextToken() == JsonToken.FIELD_NAME) {
                String name = from.currentName();
                JsonToken value = from.nextToken();
                if (value == JsonToken.VALUE_STRING) {
                    texts.put(name, from.getText());
                } else if (value == JsonToken.VALUE_NUMBER_INT) {
                    numbers.put(name, from.getLongValue());
                } else {
                    throw new IOException("the manifest's \"%s\" is neither text nor a whole number".formatted(name));
                }
            }
        }
        if (number(numbers, "format") != FORMAT) {
            throw new IOException(
                    "the manifest has format %d, this software reads %d".formatted(number(numbers, "format"), FORMAT));
        }
        return new Manifest(
                text(texts, "job"),
                number(numbers, "nextAtom"),
                number(numbers, "token"),
                text(texts, "sha256"),
                number(numbers, "stateBytes"),
                number(numbers, "fileBytes"),
                text(texts, "fileCrc32c"));
    }

    static String crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return hex(crc);
    }

    static String hex(CRC32C crc) {
        return "%08x".formatted(crc.getValue());
    }

    private static long number(Map<String, Long> numbers, String name) throws IOException {
        Long value = numbers.get(name);
        if (value == null || value < 0) {
            throw new IOException("the manifest's \"%s\" is missing or negative".formatted(name));
        }
        return value;
    }

    private static String text(Map<String, String> texts, String name) throws IOException {
        String value = texts.get(name);
        if (value == null) {
            throw new IOException("the manifest lacks \"%s\"".formatted(name));
        }
        return value;
    }
}
