package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.state.ParallelRanges;
import org.jspecify.annotations.Nullable;

/** Computes the checksums and digests of a state's tensors by several threads. */
final class Sums {

    /** About a millisecond's work, which is worth handing to another thread. */
    private static final int LEAVES_A_DEED = 4;

    private static final int BYTES_A_DEED = LEAVES_A_DEED * TensorDigest.LEAF;

    private final Map<String, Tensor> tensors;
    private final ParallelRanges parallelRanges;
    private final Map<String, String> crcs = new ConcurrentHashMap<>();
    private final Map<String, byte[]> leaves = new ConcurrentHashMap<>();

    /** Prepares to sum these tensors, which must not change meanwhile. */
    Sums(Map<String, Tensor> tensors, ParallelRanges parallelRanges) {
        this.tensors = tensors;
        this.parallelRanges = parallelRanges;
    }

    /** Computes the CRC32C of every tensor. */
    void checksum() throws IOException {
        List<ParallelRanges.Task> tasks = new ArrayList<>();
        for (List<String> group : groups(tensors.keySet())) {
            tasks.add(() -> group.forEach(name -> crcs.put(name, Crc.of(data(name)))));
        }
        parallelRanges.run(tasks);
    }

    /** Begins to compute the digests of some tensors. */
    ParallelRanges.Begun digest(Collection<String> names) {
        List<ParallelRanges.Task> tasks = new ArrayList<>();
        for (List<String> group : groups(names)) {
            for (String name : group) {
                leaves.put(name, new byte[TensorDigest.leaves(size(name)) * TensorDigest.BYTES]);
            }
            if (group.size() == 1) {
                parts(group.get(0), tasks);
            } else {
                tasks.add(() -> group.forEach(name -> TensorDigest.leaves(data(name), 0, leaves(name))));
            }
        }
        return parallelRanges.begin(tasks);
    }

    private void parts(String name, List<ParallelRanges.Task> tasks) {
        ByteBuffer data = data(name);
        for (int at = 0; at < data.remaining(); at += BYTES_A_DEED) {
            int begin = at;
            ByteBuffer part = data.slice(begin, Math.min(BYTES_A_DEED, data.remaining() - begin));
            tasks.add(() -> TensorDigest.leaves(part, begin / TensorDigest.LEAF, leaves(name)));
        }
    }

    /** Groups small tensors together, because each task has a cost of its own. */
    private List<List<String>> groups(Collection<String> names) {
        return groups(names, this::size, BYTES_A_DEED);
    }

    /** Divides names in their order into groups of no more than so many bytes, or of one name that has more. */
    static List<List<String>> groups(Collection<String> names, ToLongFunction<String> size, long most) {
        List<List<String>> groups = new ArrayList<>();
        long bytes = 0;
        for (String name : names) {
            if (groups.isEmpty() || bytes + size.applyAsLong(name) > most) {
                groups.add(new ArrayList<>());
                bytes = 0;
            }
            groups.get(groups.size() - 1).add(name);
            bytes += size.applyAsLong(name);
        }
        return groups;
    }

    /** Returns a tensor's CRC32C. */
    String crc32c(String name) {
        return got(crcs.get(name), name);
    }

    /** Returns a tensor's digest. */
    String sha256(String name) {
        return TensorDigest.ofLeaves(leaves(name));
    }

    /** Returns the digest of the whole state. */
    String stateSha256() {
        SortedMap<String, byte[]> entries = new TreeMap<>();
        tensors.forEach((name, tensor) -> entries.put(
                name,
                TensorDigest.entry(
                        name,
                        tensor.type(),
                        Arrays.stream(tensor.shape()).boxed().toList(),
                        sha256(name))));
        return TensorDigest.ofState(entries);
    }

    private byte[] leaves(String name) {
        return got(leaves.get(name), name);
    }

    private ByteBuffer data(String name) {
        return got(tensors.get(name), name).data();
    }

    private long size(String name) {
        return got(tensors.get(name), name).size().count();
    }

    private static <T> T got(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalStateException("tensor \"%s\" was not summed".formatted(name));
        }
        return value;
    }
}
