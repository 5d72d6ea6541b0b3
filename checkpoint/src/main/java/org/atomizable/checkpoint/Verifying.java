package org.atomizable.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.manifest.StoredTensor;
import org.atomizable.checkpoint.safetensors.Entry;
import org.atomizable.checkpoint.safetensors.Header;
import org.atomizable.checkpoint.safetensors.MalformedFileException;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.atomizable.checkpoint.state.ParallelRanges;

/**
 * Reads every byte of a checkpoint, including unused tensors in shared shards. It holds at most one leaf in memory.
 */
final class Verifying {

    private final Backend backend;
    private final ParallelRanges parallelRanges;
    private final Catalog.Progress progress;
    private final List<String> damage = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> digests = Collections.synchronizedMap(new HashMap<>());

    Verifying(Backend backend, ParallelRanges parallelRanges, Catalog.Progress progress) {
        this.backend = backend;
        this.parallelRanges = parallelRanges;
        this.progress = progress;
    }

    /** Returns what is wrong with a checkpoint whose manifest is whole. */
    List<String> verify(CheckpointName name, Manifest manifest) throws IOException {
        List<ParallelRanges.Task> tasks = new ArrayList<>();
        for (int index = 0; index < manifest.shards().size(); index++) {
            StoredShard shard = manifest.shards().get(index);
            Map<String, StoredTensor> expected = new HashMap<>();
            for (StoredTensor tensor : manifest.tensors()) {
                if (tensor.shard() == index) {
                    expected.put(tensor.name(), tensor);
                }
            }
            tasks.add(() -> verify(name, shard, expected));
        }
        parallelRanges.run(tasks);
        if (damage.isEmpty()) {
            verifyState(manifest);
        }
        return List.copyOf(damage);
    }

    private void verify(CheckpointName name, StoredShard shard, Map<String, StoredTensor> expected) throws IOException {
        try (Disk.Reading file = ShardFiles.open(backend, name, shard)) {
            Header header = Safetensors.header(file::read, shard.bytes());
            CRC32C whole = new CRC32C();
            ByteBuffer leaf = ByteBuffer.allocateDirect(TensorDigest.LEAF);
            for (long at = 0; at < header.dataStart(); at += TensorDigest.LEAF) {
                whole.update(read(file, leaf, at, header.dataStart()));
            }
            if (!Crc.hex(whole).equals(shard.header().crc32c())) {
                throw new DamagedException("its header does not have the checksum that was written");
            }
            for (Entry entry : header.entries()) {
                StoredTensor tensor = expected.remove(entry.name());
                String[] found = sums(file, header, entry, leaf, whole);
                if (tensor != null) {
                    compare(shard, tensor, entry, found);
                }
            }
            if (!Crc.hex(whole).equals(shard.crc32c())) {
                throw new DamagedException("it does not have the checksum that was written");
            }
            expected.keySet().forEach(lost -> damage.add("%s lacks tensor \"%s\"".formatted(shard.file(), lost)));
        } catch (DamagedException | MalformedFileException | EOFException e) {
            damage.add("%s: %s".formatted(shard.file(), e.getMessage()));
        }
    }

    /** Returns the CRC32C and the digest of a tensor's data. */
    private String[] sums(Disk.Reading file, Header header, Entry entry, ByteBuffer leaf, CRC32C whole)
            throws IOException {
        CRC32C crc = new CRC32C();
        byte[] leaves = new byte[TensorDigest.leaves(entry.length()) * TensorDigest.BYTES];
        int number = 0;
        long end = header.dataStart() + entry.end();
        for (long at = header.dataStart() + entry.begin(); at < end; at += TensorDigest.LEAF) {
            ByteBuffer data = read(file, leaf, at, end);
            crc.update(data.duplicate());
            whole.update(data.duplicate());
            TensorDigest.leaves(data, number, leaves);
            number++;
        }
        return new String[] {Crc.hex(crc), TensorDigest.ofLeaves(leaves)};
    }

    private ByteBuffer read(Disk.Reading file, ByteBuffer leaf, long at, long end) throws IOException {
        leaf.clear().limit((int) Math.min(leaf.capacity(), end - at));
        file.read(leaf, at);
        progress.more(leaf.limit());
        return leaf.flip();
    }

    private void compare(StoredShard shard, StoredTensor tensor, Entry entry, String[] found) {
        if (entry.type() != tensor.type() || !entry.shape().equals(tensor.shape())) {
            damage.add("tensor \"%s\" in %s is %s %s, %s %s was written"
                    .formatted(
                            tensor.name(), shard.file(), entry.type(), entry.shape(), tensor.type(), tensor.shape()));
        } else if (!found[0].equals(tensor.crc32c()) || !found[1].equals(tensor.sha256())) {
            damage.add("tensor \"%s\" in %s does not have the checksum that was written"
                    .formatted(tensor.name(), shard.file()));
        }
        digests.put(tensor.name(), found[1]);
    }

    private void verifyState(Manifest manifest) {
        SortedMap<String, byte[]> entries = new TreeMap<>();
        for (StoredTensor tensor : manifest.tensors()) {
            entries.put(
                    tensor.name(),
                    TensorDigest.entry(
                            tensor.name(),
                            tensor.type(),
                            tensor.shape(),
                            digests.getOrDefault(tensor.name(), tensor.sha256())));
        }
        if (!TensorDigest.ofState(entries).equals(manifest.sha256())) {
            damage.add("the state does not have the digest that was written");
        }
    }
}
