package org.atomizable.checkpoint.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;

/** Writes a manifest as JSON that a person can read, too: one line per field, and one line per shard or tensor. */
public final class ManifestWriter {

    private static final JsonFactory JSON = new JsonFactory();

    private ManifestWriter() {}

    /** Returns the JSON text, in UTF-8. */
    public static byte[] json(Manifest manifest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator to = JSON.createGenerator(bytes)) {
            to.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
            write(manifest, to);
        } catch (IOException e) {
            throw new IllegalStateException("writing into memory failed", e);
        }
        return bytes.toByteArray();
    }

    private static void write(Manifest manifest, JsonGenerator to) throws IOException {
        to.writeStartObject();
        to.writeNumberField("format", manifest.format());
        to.writeStringField("job", manifest.job());
        to.writeNumberField("nextAtom", manifest.nextAtom());
        to.writeNumberField("token", manifest.token());
        if (manifest.parent().isPresent()) {
            to.writeStringField("parent", manifest.parent().get().toString());
        }
        to.writeNumberField("generation", manifest.generation());
        to.writeStringField("committedAt", manifest.committedAt().toString());
        to.writeStringField("sha256", manifest.sha256());
        to.writeNumberField("stateBytes", manifest.stateBytes());
        to.writeNumberField("writtenBytes", manifest.writtenBytes());
        texts(to, "notes", manifest.notes());
        to.writeObjectFieldStart("metrics");
        for (Map.Entry<String, Double> each : manifest.metrics().entrySet()) {
            to.writeNumberField(each.getKey(), each.getValue());
        }
        to.writeEndObject();
        texts(to, "environment", manifest.environment());
        to.writeArrayFieldStart("shards");
        for (StoredShard shard : manifest.shards()) {
            to.writeStartObject();
            to.writeStringField("file", shard.file());
            if (shard.storedBytes() != shard.bytes()) {
                to.writeNumberField("storedBytes", shard.storedBytes());
            }
            to.writeNumberField("bytes", shard.bytes());
            to.writeStringField("crc32c", shard.crc32c());
            to.writeNumberField("headerBytes", shard.header().bytes());
            to.writeStringField("headerCrc32c", shard.header().crc32c());
            to.writeEndObject();
        }
        to.writeEndArray();
        to.writeArrayFieldStart("tensors");
        for (StoredTensor tensor : manifest.tensors()) {
            write(tensor, to);
        }
        to.writeEndArray();
        to.writeEndObject();
    }

    private static void write(StoredTensor tensor, JsonGenerator to) throws IOException {
        to.writeStartObject();
        to.writeStringField("name", tensor.name());
        to.writeStringField("dtype", tensor.type().name());
        to.writeArrayFieldStart("shape");
        for (long size : tensor.shape()) {
            to.writeNumber(size);
        }
        to.writeEndArray();
        to.writeNumberField("shard", tensor.shard());
        to.writeStringField("crc32c", tensor.crc32c());
        to.writeStringField("sha256", tensor.sha256());
        to.writeEndObject();
    }

    private static void texts(JsonGenerator to, String field, Map<String, String> texts) throws IOException {
        to.writeObjectFieldStart(field);
        for (Map.Entry<String, String> each : texts.entrySet()) {
            to.writeStringField(each.getKey(), each.getValue());
        }
        to.writeEndObject();
    }
}
