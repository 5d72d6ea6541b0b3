package org.atomizable.checkpoint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.manifest.StoredTensor;

/**
 * Decides which shards of its parent a checkpoint shares, and how its other tensors are divided into new shards.
 *
 * <p>A shard is never changed. A changed tensor is written again, and its old data in the shared shard are unused. To
 * limit the unused data, a checkpoint refers to at most twice its own bytes. Beyond that, it rewrites the used tensors
 * of the shards with the most unused data.
 *
 * @param shared indices of the parent's shards
 * @param fresh the names of the tensors of each new shard, in the order of the state
 */
record ShardPlan(List<Integer> shared, List<List<String>> fresh) {

    /**
     * The limits of a plan.
     *
     * @param shardBytes a new shard of more than one tensor has no more data than this
     * @param leastShared a shard with less than this alive is not worth a file
     * @param generations after this many checkpoints with shared shards, one is written in full, so that undetected
     *     damage in old shards is replaced from memory
     */
    record Limits(long shardBytes, long leastShared, int generations) {
        static final Limits USUAL = new Limits(64L << 20, 1L << 20, 100);
    }

    /**
     * Makes a plan.
     *
     * @param parent the checkpoint whose shards may be shared
     * @param unchanged names of the tensors that are in it bit for bit
     * @param sizes sizes of all tensors by name, in the order of the state
     */
    static ShardPlan of(Optional<Manifest> parent, Set<String> unchanged, Map<String, Long> sizes, Limits limits) {
        List<Integer> shared = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        if (parent.isPresent() && parent.get().generation() + 1 < limits.generations()) {
            long[] alive = new long[parent.get().shards().size()];
            for (StoredTensor tensor : parent.get().tensors()) {
                if (unchanged.contains(tensor.name())) {
                    alive[tensor.shard()] += tensor.bytes();
                    places.put(tensor.name(), tensor.shard());
                }
            }
            shared.addAll(worthSharing(parent.get().shards(), alive, sizes, limits));
        }
        List<String> rest = sizes.keySet().stream()
                .filter(name -> !shared.contains(places.get(name)))
                .toList();
        return new ShardPlan(
                List.copyOf(shared), Sums.groups(rest, name -> sizes.getOrDefault(name, 0L), limits.shardBytes()));
    }

    private static List<Integer> worthSharing(
            List<StoredShard> shards, long[] alive, Map<String, Long> sizes, Limits limits) {
        List<Integer> fullestFirst = new ArrayList<>();
        for (int shard = 0; shard < alive.length; shard++) {
            if (alive[shard] > 0 && alive[shard] >= limits.leastShared()) {
                fullestFirst.add(shard);
            }
        }
        fullestFirst.sort(Comparator.comparingDouble(
                shard -> -(double) alive[shard] / shards.get(shard).bytes()));
        long state = sizes.values().stream().mapToLong(Long::longValue).sum();
        List<Integer> shared = new ArrayList<>();
        long stored = 0;
        long live = 0;
        for (int shard : fullestFirst) {
            // Tensors that are not shared are written, so the checkpoint would refer to this amount.
            long referred = stored + shards.get(shard).bytes() + state - live - alive[shard];
            if (referred <= 2 * state) {
                shared.add(shard);
                stored += shards.get(shard).bytes();
                live += alive[shard];
            }
        }
        shared.sort(Comparator.naturalOrder());
        return shared;
    }
}
