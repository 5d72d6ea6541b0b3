package org.atomizable.checkpoint.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.ElementType;
import org.atomizable.checkpoint.json.UserKeys;
import org.jspecify.annotations.Nullable;

/**
 * Reads a manifest. It ignores unknown fields. A field that an older reader may ignore can therefore be added under the
 * same format number; any other change needs a new number.
 */
public final class ManifestReader {

    private static final JsonFactory JSON =
            UserKeys.within(StreamReadConstraints.builder().maxNestingDepth(10).build());

    private ManifestReader() {}

    /**
     * Reads one.
     *
     * @throws UnknownFormatException if it has a format number that is not known here
     * @throws MalformedManifestException if it is anything else than a manifest
     */
    public static Manifest read(byte[] json) throws UnknownFormatException, MalformedManifestException {
        try (JsonParser from = JSON.createParser(json)) {
            if (from.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedManifestException("it is no JSON object");
            }
            Map<String, Object> fields = object(from);
            if (from.nextToken() != null) {
                throw new MalformedManifestException("more follows the JSON object");
            }
            long format = number(fields, "format");
            if (format != Manifest.FORMAT && format != Manifest.FORMAT_WITH_FLOAT8) {
                throw new UnknownFormatException(format);
            }
            return manifest(fields);
        } catch (UnknownFormatException | MalformedManifestException e) {
            throw e;
        } catch (IOException | IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new MalformedManifestException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Manifest manifest(Map<String, Object> fields) throws MalformedManifestException {
        List<StoredShard> shards = new ArrayList<>();
        for (Object each : list(fields, "shards")) {
            Map<String, Object> shard = object(each);
            shards.add(new StoredShard(
                    text(shard, "file"),
                    number(shard, shard.containsKey("storedBytes") ? "storedBytes" : "bytes"),
                    number(shard, "bytes"),
                    text(shard, "crc32c"),
                    new StoredShard.Header(number(shard, "headerBytes"), text(shard, "headerCrc32c"))));
        }
        List<StoredTensor> tensors = new ArrayList<>();
        for (Object each : list(fields, "tensors")) {
            tensors.add(tensor(object(each), shards.size()));
        }
        Map<String, Double> metrics = new HashMap<>();
        for (Map.Entry<String, Object> each : object(fields.get("metrics")).entrySet()) {
            // An infinite one is written as text, since JSON has no such number.
            metrics.put(each.getKey(), Double.valueOf(String.valueOf(each.getValue())));
        }
        Optional<CheckpointName> parent =
                fields.containsKey("parent") ? CheckpointName.of(text(fields, "parent")) : Optional.empty();
        return new Manifest(
                text(fields, "job"),
                number(fields, "nextAtom"),
                number(fields, "token"),
                parent,
                Math.toIntExact(number(fields, "generation")),
                Instant.parse(text(fields, "committedAt")),
                text(fields, "sha256"),
                number(fields, "stateBytes"),
                number(fields, "writtenBytes"),
                texts(fields, "notes"),
                metrics,
                texts(fields, "environment"),
                shards,
                tensors);
    }

    private static StoredTensor tensor(Map<String, Object> fields, int shards) throws MalformedManifestException {
        List<Long> shape = new ArrayList<>();
        for (Object size : list(fields, "shape")) {
            if (!(size instanceof Long dimension) || dimension < 0) {
                throw new MalformedManifestException("a shape holds " + size);
            }
            shape.add(dimension);
        }
        long shard = number(fields, "shard");
        if (shard >= shards) {
            throw new MalformedManifestException("there is no shard %s among %s".formatted(shard, shards));
        }
        return new StoredTensor(
                text(fields, "name"),
                ElementType.valueOf(text(fields, "dtype")),
                shape,
                (int) shard,
                text(fields, "crc32c"),
                text(fields, "sha256"));
    }

    /** Reads any JSON value, the parser standing on its first token. */
    private static @Nullable Object value(JsonParser from) throws IOException {
        JsonToken token = from.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return object(from);
        }
        if (token == JsonToken.START_ARRAY) {
            List<@Nullable Object> values = new ArrayList<>();
            while (from.nextToken() != JsonToken.END_ARRAY) {
                values.add(value(from));
            }
            return values;
        }
        if (token == JsonToken.VALUE_STRING) {
            return from.getText();
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return from.getLongValue();
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            return from.getDoubleValue();
        }
        return token == null ? null : token.asString();
    }

    private static Map<String, Object> object(JsonParser from) throws IOException {
        Map<String, Object> fields = new HashMap<>();
        while (from.nextToken() == JsonToken.FIELD_NAME) {
            String name = from.currentName();
            from.nextToken();
            Object value = value(from);
            if (value != null) {
                fields.put(name, value);
            }
        }
        return fields;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) throws MalformedManifestException {
        if (!(value instanceof Map<?, ?> fields)) {
            throw new MalformedManifestException("an object was expected where it has " + value);
        }
        return (Map<String, Object>) fields;
    }

    private static List<?> list(Map<String, Object> fields, String name) throws MalformedManifestException {
        if (!(fields.get(name) instanceof List<?> values)) {
            throw new MalformedManifestException("\"%s\" is missing or no list".formatted(name));
        }
        return values;
    }

    private static long number(Map<String, Object> fields, String name) throws MalformedManifestException {
        if (!(fields.get(name) instanceof Long value) || value < 0) {
            throw new MalformedManifestException("\"%s\" is missing or no whole number from 0 on".formatted(name));
        }
        return value;
    }

    private static String text(Map<String, Object> fields, String name) throws MalformedManifestException {
        if (!(fields.get(name) instanceof String value)) {
            throw new MalformedManifestException("\"%s\" is missing or no text".formatted(name));
        }
        return value;
    }

    private static Map<String, String> texts(Map<String, Object> fields, String name)
            throws MalformedManifestException {
        Map<String, String> texts = new HashMap<>();
        for (Map.Entry<String, Object> each : object(fields.get(name)).entrySet()) {
            texts.put(each.getKey(), String.valueOf(each.getValue()));
        }
        return texts;
    }
}
