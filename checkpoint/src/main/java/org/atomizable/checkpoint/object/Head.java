package org.atomizable.checkpoint.object;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.backend.Holder;
import org.atomizable.checkpoint.manifest.CheckpointName;

/**
 * The head of a checkpoint store in an object store.
 *
 * @param job the job that owns the store
 * @param token the newest token that the store has seen
 * @param sequence the sequence number of the newest checkpoint that ever existed
 * @param checkpoints the committed checkpoints, newest first
 * @param pinned those that are kept until a user unpins them
 * @param holder who raised the token, as far as it is known
 */
record Head(
        String job,
        long token,
        long sequence,
        List<CheckpointName> checkpoints,
        Set<CheckpointName> pinned,
        Optional<Holder> holder) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int FORMAT = 1;

    Head {
        checkpoints = checkpoints.stream().sorted(CheckpointName.NEWEST_FIRST).toList();
        pinned = Set.copyOf(pinned);
    }

    static Head of(String job) {
        return new Head(job, 0, 0, List.of(), Set.of(), Optional.empty());
    }

    Head fenced(long newer) {
        return new Head(job, newer, sequence, checkpoints, pinned, holder);
    }

    /** Returns the same that a newer holder has raised. */
    Head heldBy(Holder newer) {
        return new Head(job, newer.token().value(), sequence, checkpoints, pinned, Optional.of(newer));
    }

    /** Refuses a token that is older than the newest one. */
    void require(FencingToken other) throws StaleTokenException {
        if (other.value() < token) {
            throw Holder.refused(other, new FencingToken(token), holder);
        }
    }

    Head with(CheckpointName committed) {
        List<CheckpointName> more = new ArrayList<>(checkpoints);
        more.add(committed);
        return new Head(job, token, committed.sequence(), more, pinned, holder);
    }

    Head without(Set<CheckpointName> gone) {
        List<CheckpointName> fewer = new ArrayList<>(checkpoints);
        fewer.removeAll(gone);
        Set<CheckpointName> stillPinned = new HashSet<>(pinned);
        stillPinned.removeAll(gone);
        return new Head(job, token, sequence, fewer, stillPinned, holder);
    }

    Head pinning(CheckpointName name, boolean keep) {
        Set<CheckpointName> changed = new HashSet<>(pinned);
        if (keep) {
            changed.add(name);
        } else {
            changed.remove(name);
        }
        return new Head(job, token, sequence, checkpoints, changed, holder);
    }

    /** Returns JSON that no other writer writes, so that a writer that lost a response can recognize its own head. */
    String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator to = JSON.createGenerator(text)) {
            to.writeStartObject();
            to.writeNumberField("format", FORMAT);
            to.writeStringField("job", job);
            to.writeNumberField("token", token);
            to.writeNumberField("sequence", sequence);
            names(to, "checkpoints", checkpoints);
            names(to, "pinned", new ArrayList<>(pinned));
            if (holder.isPresent()) {
                to.writeStringField("holder", holder.get().text());
            }
            to.writeStringField("written", UUID.randomUUID().toString());
            to.writeEndObject();
        }
        return text.toString();
    }

    private static void names(JsonGenerator to, String field, List<CheckpointName> names) throws IOException {
        to.writeArrayFieldStart(field);
        for (String name :
                new TreeSet<>(names.stream().map(CheckpointName::toString).toList())) {
            to.writeString(name);
        }
        to.writeEndArray();
    }

    static Head read(String text) throws IOException {
        String job = "";
        long format = -1;
        long token = -1;
        long sequence = -1;
        List<CheckpointName> checkpoints = new ArrayList<>();
        List<CheckpointName> pinned = new ArrayList<>();
        Optional<Holder> holder = Optional.empty();
        try (JsonParser from = JSON.createParser(text)) {
            from.nextToken();
            while (from.nextToken() == JsonToken.FIELD_NAME) {
                String field = from.currentName();
                from.nextToken();
                switch (field) {
                    case "format" -> format = from.getLongValue();
                    case "job" -> job = from.getText();
                    case "token" -> token = from.getLongValue();
                    case "sequence" -> sequence = from.getLongValue();
                    case "checkpoints" -> read(from, checkpoints);
                    case "pinned" -> read(from, pinned);
                    case "holder" -> {
                        holder = Holder.read(from.getText());
                        from.skipChildren();
                    }
                    default -> from.skipChildren();
                }
            }
        }
        if (format != FORMAT || job.isEmpty() || token < 0 || sequence < 0) {
            throw new DamagedException("head.json is damaged or of another version");
        }
        return new Head(job, token, sequence, checkpoints, Set.copyOf(pinned), holder);
    }

    private static void read(JsonParser from, List<CheckpointName> names) throws IOException {
        while (from.nextToken() == JsonToken.VALUE_STRING) {
            names.add(CheckpointName.of(from.getText())
                    .orElseThrow(() -> new DamagedException("head.json names a checkpoint as none is named")));
        }
    }
}
