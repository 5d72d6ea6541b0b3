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
 * The description of a checkpoint, which can be read without its state.
 *
 * @param job the job that it belongs to
 * @param nextAtom the first atom that the checkpoint does not include
 * @param token the fencing token under which it was committed
 * @param parent the checkpoint whose shards it may share, if any
 * @param generation the number of consecutive commits that have shared shards; 0 if this one shares none
 * @param committedAt when it was committed, by the clock of the machine that wrote it
 * @param sha256 the SHA-256 of the whole state, see {@link org.atomizable.checkpoint.TensorDigest}
 * @param stateBytes the size of the tensors' data
 * @param writtenBytes the size of the shards that were written for it, without shared ones
 * @param notes free text by key
 * @param metrics the job's results at that time, by name
 * @param environment the environment of the job, by name
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
