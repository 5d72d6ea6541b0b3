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
 * @param nextAtom the first atom that the checkpoint does not include
 * @param token the fencing token under which it was committed
 * @param committedAt when it was committed, by the clock of the machine that wrote it
 * @param size the size of its tensors
 * @param written the number of bytes that were written for it, without shared shards
 * @param stored the size of all its shards, including shared ones
 * @param sha256 the SHA-256 of its state
 * @param metrics the job's results at that time, by name
 * @param notes free text by key
 * @param pinned whether it is kept until a user unpins it
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
