package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.compression.Zstd;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.manifest.StoredTensor;
import org.atomizable.checkpoint.safetensors.Entry;
import org.atomizable.checkpoint.safetensors.Header;
import org.atomizable.checkpoint.state.ParallelRanges;
import org.jspecify.annotations.Nullable;

/**
 * Writes a state into uncommitted files. Checksums come first: they show which tensors have changed. Digests are
 * computed during the writing. Several shards are written and forced at the same time, because one thread that waits
 * for each write leaves most disks idle.
 */
final class Saving {

    private static final int PIECE = 1 << 20;

    private final Map<String, Tensor> tensors;
    private final Backend.UncommittedFiles uncommittedFiles;
    private final Sums sums;
    private final ParallelRanges waiting;
    private final Map<String, String> metadata;
    private final boolean compressed;
    private final List<StoredShard> shared = new ArrayList<>();
    private final List<StoredShard> fresh = new ArrayList<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final AtomicBoolean failed = new AtomicBoolean();

    Saving(
            Map<String, Tensor> tensors,
            Backend.UncommittedFiles uncommittedFiles,
            Threads threads,
            Map<String, String> metadata,
            boolean compressed) {
        this.compressed = compressed;
        this.tensors = tensors;
        this.uncommittedFiles = uncommittedFiles;
        this.sums = new Sums(tensors, threads.computing());
        this.waiting = threads.waiting();
        this.metadata = metadata;
    }

    /** The result of a save: the parts of a manifest. */
    record Saved(
            String sha256, long stateBytes, long writtenBytes, List<StoredShard> shards, List<StoredTensor> tensors) {
        long storedBytes() {
            return shards.stream().mapToLong(StoredShard::storedBytes).sum();
        }
    }

    /**
     * Writes and forces every shard.
     *
     * @param parent the checkpoint whose shards may be shared
     */
    Saved save(Optional<Parent> parent, ShardPlan.Limits limits) throws IOException {
        sums.checksum();
        Set<String> unchanged = new HashSet<>(unchanged(parent));
        Map<String, Long> sizes = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> sizes.put(name, tensor.size().count()));
        ShardPlan plan = ShardPlan.of(parent.map(Parent::manifest), unchanged, sizes, limits);
        if (parent.isPresent()) {
            plan = share(parent.get(), plan, unchanged, sizes, limits);
        }
        Set<String> rest = new LinkedHashSet<>(tensors.keySet());
        rest.removeAll(unchanged);
        ParallelRanges.Begun digesting = sums.digest(rest);
        // Whatever fails, nobody may still read the state or write a shard when this returns.
        try {
            writeShards(plan.fresh());
        } finally {
            digesting.join();
        }
        return saved();
    }

    /** Only equal digests prove a tensor unchanged; only equal checksums make it worth a look. */
    private Set<String> unchanged(Optional<Parent> parent) throws IOException {
        if (parent.isEmpty()) {
            return Set.of();
        }
        Map<String, StoredTensor> before = new HashMap<>();
        for (StoredTensor stored : parent.get().manifest().tensors()) {
            Tensor now = tensors.get(stored.name());
            if (now != null
                    && now.type() == stored.type()
                    && shape(now).equals(stored.shape())
                    && sums.crc32c(stored.name()).equals(stored.crc32c())) {
                before.put(stored.name(), stored);
            }
        }
        sums.digest(before.keySet()).join();
        before.values().removeIf(stored -> !sums.sha256(stored.name()).equals(stored.sha256()));
        return before.keySet();
    }

    /** Shares what the plan says; where the backend cannot, makes a plan that shares nothing. */
    private ShardPlan share(
            Parent parent, ShardPlan plan, Set<String> unchanged, Map<String, Long> sizes, ShardPlan.Limits limits)
            throws IOException {
        Map<Integer, Integer> indices = new HashMap<>();
        List<StoredShard> linked = new ArrayList<>();
        for (int shard : plan.shared()) {
            StoredShard stored = parent.manifest().shards().get(shard);
            if (!uncommittedFiles.share(parent.name(), stored.file())) {
                return ShardPlan.of(Optional.empty(), Set.of(), sizes, limits);
            }
            indices.put(shard, linked.size());
            linked.add(stored);
        }
        shared.addAll(linked);
        for (StoredTensor tensor : parent.manifest().tensors()) {
            Integer index = indices.get(tensor.shard());
            if (index != null && unchanged.contains(tensor.name())) {
                places.put(tensor.name(), index);
            }
        }
        return plan;
    }

    private void writeShards(List<List<String>> groups) throws IOException {
        StoredShard[] written = new StoredShard[groups.size()];
        List<ParallelRanges.Task> tasks = new ArrayList<>();
        for (int number = 0; number < written.length; number++) {
            int index = number;
            groups.get(number).forEach(name -> places.put(name, shared.size() + index));
            tasks.add(() -> {
                // After a failure, no further shard is begun.
                if (!failed.get()) {
                    written[index] = writeShard(index, groups.get(index));
                }
            });
        }
        waiting.run(tasks);
        fresh.addAll(List.of(written));
    }

    private StoredShard writeShard(int number, List<String> names) throws IOException {
        boolean done = false;
        try {
            Map<String, Tensor> content = new LinkedHashMap<>();
            names.forEach(name -> content.put(name, tensor(name)));
            Header header = Header.of(content, metadata);
            ByteBuffer headerBytes = header.bytes();
            int headerCrc = Crc.valueOf(headerBytes);
            int crc = headerCrc;
            String file =
                    "shard-%s-%s.safetensors%s".formatted(uncommittedFiles.id(), number, compressed ? Zstd.SUFFIX : "");
            Counted counted = new Counted(uncommittedFiles.create(file));
            try (Disk.Writing writing = compressed ? Zstd.into(counted) : counted) {
                append(headerBytes, writing);
                for (Entry entry : header.entries()) {
                    append(tensor(entry.name()).data(), writing);
                    crc = Crc.joined(crc, Crc.parse(sums.crc32c(entry.name())), entry.length());
                }
                writing.force();
            }
            done = true;
            long bytes = header.dataStart() + header.dataLength();
            return new StoredShard(
                    file,
                    counted.bytes(),
                    bytes,
                    Crc.hex(crc),
                    new StoredShard.Header(header.dataStart(), Crc.hex(headerCrc)));
        } finally {
            if (!done) {
                failed.set(true);
            }
        }
    }

    /** In pieces, since a disk may copy a heap buffer into direct memory whole. */
    private static void append(ByteBuffer bytes, Disk.Writing file) throws IOException {
        while (bytes.hasRemaining()) {
            int count = Math.min(PIECE, bytes.remaining());
            file.append(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
        }
    }

    private Saved saved() {
        List<StoredTensor> stored = new ArrayList<>();
        long bytes = 0;
        for (Map.Entry<String, Tensor> each : tensors.entrySet()) {
            String name = each.getKey();
            Tensor tensor = each.getValue();
            bytes += tensor.size().count();
            int shard = places.getOrDefault(name, -1);
            stored.add(
                    new StoredTensor(name, tensor.type(), shape(tensor), shard, sums.crc32c(name), sums.sha256(name)));
        }
        List<StoredShard> shards = new ArrayList<>(shared);
        shards.addAll(fresh);
        long written = fresh.stream().mapToLong(StoredShard::storedBytes).sum();
        return new Saved(sums.stateSha256(), bytes, written, shards, stored);
    }

    private Tensor tensor(String name) {
        @Nullable Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalStateException("the plan has a tensor \"%s\" that the state lacks".formatted(name));
        }
        return tensor;
    }

    private static List<Long> shape(Tensor tensor) {
        return Arrays.stream(tensor.shape()).boxed().toList();
    }

    /** A file that is being written, with its length. Ask for the length only after its force has completed. */
    private static final class Counted implements Disk.Writing {

        private final Disk.Writing file;
        private long bytes;

        Counted(Disk.Writing file) {
            this.file = file;
        }

        @Override
        public void append(ByteBuffer more) throws IOException {
            long count = more.remaining();
            file.append(more);
            bytes += count;
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }

        long bytes() {
            return bytes;
        }
    }
}
