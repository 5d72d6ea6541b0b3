package org.atomizable.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.manifest.MalformedManifestException;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.ManifestReader;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.manifest.StoredTensor;
import org.atomizable.checkpoint.safetensors.Entry;
import org.atomizable.checkpoint.safetensors.Header;
import org.atomizable.checkpoint.safetensors.MalformedFileException;
import org.atomizable.checkpoint.state.HeldState;
import org.atomizable.checkpoint.state.ParallelRanges;

/**
 * Reads a checkpoint once, by several threads, and compares every byte with its checksum while it is in the processor's
 * cache. Digests are not computed again: they only distinguish states, and take longer than a fast disk.
 */
final class Restoring {

    private final Backend backend;
    private final ParallelRanges parallelRanges;

    Restoring(Backend backend, ParallelRanges parallelRanges) {
        this.backend = backend;
        this.parallelRanges = parallelRanges;
    }

    /**
     * Reads and verifies a manifest.
     *
     * @throws DamagedException if it is not what was written; says how
     * @throws IOException if it cannot be read, though it may be whole
     */
    Manifest manifest(CheckpointName name) throws IOException {
        byte[] json = backend.manifest(name);
        if (!Crc.of(json).equals(name.manifestCrc32c())) {
            throw new DamagedException("its manifest does not have the checksum in its name");
        }
        try {
            return ManifestReader.read(json);
        } catch (MalformedManifestException e) {
            throw new DamagedException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads and verifies a whole state.
     *
     * @throws DamagedException if it is not what was written; says how
     * @throws IOException if it cannot be read, though it may be whole
     */
    HeldState state(CheckpointName name, Manifest manifest) throws IOException {
        try {
            return read(name, manifest);
        } catch (MalformedFileException | EOFException e) {
            throw new DamagedException(String.valueOf(e.getMessage()), e);
        }
    }

    private HeldState read(CheckpointName name, Manifest manifest) throws IOException {
        List<Disk.Reading> opened = new ArrayList<>();
        try {
            List<Map<String, Place>> places = new ArrayList<>();
            for (StoredShard shard : manifest.shards()) {
                Disk.Reading file = ShardFiles.open(backend, name, shard);
                opened.add(file);
                places.add(places(file, shard));
            }
            List<RestoredTensor> restored = new ArrayList<>();
            for (StoredTensor stored : manifest.tensors()) {
                restored.add(placed(stored, places.get(stored.shard())));
            }
            ReadingPlan.of(restored, parallelRanges.size()).read(parallelRanges, opened);
            return verified(manifest, restored);
        } finally {
            for (Disk.Reading file : opened) {
                file.close();
            }
        }
    }

    /** Where a tensor's data lie. */
    private record Place(long position, Entry entry) {}

    private static Map<String, Place> places(Disk.Reading file, StoredShard shard) throws IOException {
        Header header = ShardFiles.header(file::read, shard);
        Map<String, Place> places = new HashMap<>();
        header.entries()
                .forEach(entry -> places.put(entry.name(), new Place(header.dataStart() + entry.begin(), entry)));
        return places;
    }

    private static RestoredTensor placed(StoredTensor stored, Map<String, Place> places) throws DamagedException {
        Place place = places.get(stored.name());
        if (place == null
                || place.entry().type() != stored.type()
                || !place.entry().shape().equals(stored.shape())) {
            throw new DamagedException("its shard %s has no tensor \"%s\" of %s %s"
                    .formatted(stored.shard(), stored.name(), stored.type(), stored.shape()));
        }
        if (place.entry().length() > Integer.MAX_VALUE - 8) {
            throw new DamagedException("tensor \"%s\" has %s bytes, more than one buffer can hold"
                    .formatted(stored.name(), place.entry().length()));
        }
        return new RestoredTensor(stored, place.position(), (int) place.entry().length());
    }

    private static HeldState verified(Manifest manifest, List<RestoredTensor> restored) throws DamagedException {
        SortedMap<String, byte[]> entries = new TreeMap<>();
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (RestoredTensor each : restored) {
            StoredTensor stored = each.stored();
            if (!each.crc32c().equals(stored.crc32c())) {
                throw new DamagedException("its tensor \"%s\" in %s does not have the checksum that was written"
                        .formatted(
                                stored.name(),
                                manifest.shards().get(stored.shard()).file()));
            }
            entries.put(
                    stored.name(), TensorDigest.entry(stored.name(), stored.type(), stored.shape(), stored.sha256()));
            long[] shape = stored.shape().stream().mapToLong(Long::longValue).toArray();
            tensors.put(stored.name(), Tensor.of(stored.type(), shape, each.data()));
        }
        if (!TensorDigest.ofState(entries).equals(manifest.sha256())) {
            throw new DamagedException("its state does not have the digest that was written");
        }
        return new HeldState(tensors);
    }
}
