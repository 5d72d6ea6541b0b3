package org.atomizable.checkpoint.manifest;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.atomizable.api.ElementType;

/**
 * What is known of a checkpoint without reading its state.
 *
 * @param job whose it is
 * @param nextAtom the first atom that is not in it
 * @param token fencing token it was committed under
 * @param parent the checkpoint whose shards it may share, if any
 * @param generation how many commits in a row have shared shards; 0 if this one shares none
 * @param committedAt when it was written, by the clock of the machine that did
 * @param sha256 of the whole state, see {@link org.atomizable.checkpoint.state.TensorDigest}
 * @param stateBytes size of the tensors' data
 * @param writtenBytes size of the shards that were written for it, that is not shared
 * @param notes free text by key
 * @param metrics what the job had achieved, by name
 * @param environment what it ran on, by name
 * @param shards its files
 * @param tensors in the order in which the job wrote them
 */
public record Manifest(
        String job,
        long nextAtom,
        long token,
        Optional<CheckpointName> parent,
        int generation,
        Instant committedAt,
        String sha256,
        long stateBytes,
        long writtenBytes,
        Map<String, String> notes,
        Map<String, Double> metrics,
        Map<String, String> environment,
        List<StoredShard> shards,
        List<StoredTensor> tensors) {

    /** The version of the format of checkpoints without 8-bit floats. */
    public static final int FORMAT = 2;

    /**
     * The version of the format of checkpoints with 8-bit floats. A release that does not know these types must refuse such a
     * checkpoint by its number, and not take it for damaged.
     */
    public static final int FORMAT_WITH_FLOAT8 = 3;

    private static final Set<ElementType> FLOAT8 = EnumSet.of(ElementType.F8_E4M3, ElementType.F8_E5M2);

    /** Copies the collections; maps are sorted by key, so that equal manifests have equal text. */
    public Manifest {
        notes = Collections.unmodifiableMap(new TreeMap<>(notes));
        metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        shards = List.copyOf(shards);
        tensors = List.copyOf(tensors);
    }

    /** Returns the version of the format that it is written in: the lowest that has all its types. */
    public int format() {
        return tensors.stream().anyMatch(tensor -> FLOAT8.contains(tensor.type())) ? FORMAT_WITH_FLOAT8 : FORMAT;
    }

    /** Returns the size of its shards, shared ones included. */
    public long storedBytes() {
        return shards.stream().mapToLong(StoredShard::storedBytes).sum();
    }
}
