package org.atomizable.checkpoint;

import java.time.Instant;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Manifest;

/**
 * A committed checkpoint, as its manifest describes it.
 *
 * @param name its name in the store; later ones compare greater as text
 * @param nextAtom the first atom that is not in it
 * @param token the fencing token it was committed under
 * @param committedAt when, by the clock of the machine that wrote it
 * @param size of its tensors
 * @param written what was written for it, shared shards left out
 * @param stored all its shards, shared ones too
 * @param sha256 of its state
 * @param metrics what the job had achieved, by name
 * @param notes free text by key
 * @param pinned whether it is kept until someone unpins it
 */
public record CheckpointSummary(
        String name,
        long nextAtom,
        FencingToken token,
        Instant committedAt,
        Bytes size,
        Bytes written,
        Bytes stored,
        String sha256,
        Map<String, Double> metrics,
        Map<String, String> notes,
        boolean pinned) {

    static CheckpointSummary of(CheckpointName name, Manifest manifest, boolean pinned) {
        return new CheckpointSummary(
                name.toString(),
                manifest.nextAtom(),
                new FencingToken(manifest.token()),
                manifest.committedAt(),
                Bytes.of(manifest.stateBytes()),
                Bytes.of(manifest.writtenBytes()),
                Bytes.of(manifest.storedBytes()),
                manifest.sha256(),
                manifest.metrics(),
                manifest.notes(),
                pinned);
    }
}
