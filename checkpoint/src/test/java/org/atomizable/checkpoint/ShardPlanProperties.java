package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.ElementType;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.manifest.StoredTensor;

/** Which shards a checkpoint shares with its parent. Sizes are of bytes, so that a tensor has as many as its shape says. */
class ShardPlanProperties {

    private static final ShardPlan.Limits LIMITS = new ShardPlan.Limits(100, 10, 4);

    /** A shard of a parent: its size, and the sizes of its tensors by name. */
    private record Shard(long bytes, Map<String, Long> tensors) {}

    private static Manifest parent(int generation, List<Shard> shards) {
        List<StoredShard> stored = new ArrayList<>();
        List<StoredTensor> tensors = new ArrayList<>();
        for (int at = 0; at < shards.size(); at++) {
            long bytes = shards.get(at).bytes();
            stored.add(new StoredShard(
                    "shard-%012x-0.safetensors".formatted(at),
                    bytes,
                    bytes,
                    "00000000",
                    new StoredShard.Header(8, "00000000")));
            int shard = at;
            shards.get(at)
                    .tensors()
                    .forEach((name, size) ->
                            tensors.add(new StoredTensor(name, ElementType.U8, List.of(size), shard, "00000000", "")));
        }
        return new Manifest(
                "walk",
                1,
                1,
                Optional.empty(),
                generation,
                Instant.EPOCH,
                "",
                0,
                0,
                Map.of(),
                Map.of(),
                Map.of(),
                stored,
                tensors);
    }

    private static ShardPlan plan(int generation, List<Shard> shards, Set<String> unchanged, Map<String, Long> sizes) {
        return ShardPlan.of(Optional.of(parent(generation, shards)), unchanged, sizes, LIMITS);
    }

    @Property(tries = 500)
    void everyTensorIsSharedOrWrittenOnceAndNoMoreThanTwiceTheStateIsReferredTo(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Shard> shards = new ArrayList<>();
        Map<String, Long> sizes = new LinkedHashMap<>();
        Set<String> unchanged = new TreeSet<>();
        for (int at = 0; at < 1 + random.nextInt(6); at++) {
            Map<String, Long> tensors = new LinkedHashMap<>();
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                String name = "t" + at + i;
                long size = random.nextLong(60);
                tensors.put(name, size);
                if (random.nextInt(4) > 0) {
                    sizes.put(name, size);
                    if (random.nextBoolean()) {
                        unchanged.add(name);
                    }
                }
            }
            long data = tensors.values().stream().mapToLong(Long::longValue).sum();
            shards.add(new Shard(8 + data + random.nextLong(80), tensors));
        }
        sizes.put("new", random.nextLong(150));
        ShardPlan plan = plan(0, shards, unchanged, sizes);

        assertThat(plan.shared()).isSorted().doesNotHaveDuplicates();
        List<String> kept = new ArrayList<>();
        long referred = 0;
        for (int shard : plan.shared()) {
            List<String> alive = shards.get(shard).tensors().keySet().stream()
                    .filter(unchanged::contains)
                    .toList();
            kept.addAll(alive);
            referred += shards.get(shard).bytes();
            assertThat(alive.stream().mapToLong(sizes::get).sum()).isGreaterThanOrEqualTo(LIMITS.leastShared());
        }
        List<String> fresh = plan.fresh().stream().flatMap(List::stream).toList();
        referred += fresh.stream().mapToLong(sizes::get).sum();
        List<String> all = new ArrayList<>(kept);
        all.addAll(fresh);
        assertThat(all).containsExactlyInAnyOrderElementsOf(sizes.keySet());
        assertThat(fresh).as("in the order of the state").isSubsetOf(sizes.keySet());
        long state = sizes.values().stream().mapToLong(Long::longValue).sum();
        if (!plan.shared().isEmpty()) {
            assertThat(referred).isLessThanOrEqualTo(2 * state);
        }
        for (List<String> group : plan.fresh()) {
            assertThat(group).isNotEmpty();
            assertThat(group.size() == 1 || group.stream().mapToLong(sizes::get).sum() <= LIMITS.shardBytes())
                    .isTrue();
        }
    }

    @Example
    void theFullestShardsAreSharedWhileTwiceTheStateIsNotExceeded() {
        Map<String, Long> sizes = Map.of("a", 40L, "b", 40L);
        Set<String> both = Set.of("a", "b");
        Shard emptier = new Shard(100, Map.of("a", 40L));
        // 100 + 40 written or 60 + 100 shared: 160 is just twice the state.
        assertThat(plan(0, List.of(emptier, new Shard(60, Map.of("b", 40L))), both, sizes)
                        .shared())
                .containsExactly(0, 1);
        assertThat(plan(0, List.of(emptier, new Shard(61, Map.of("b", 40L))), both, sizes)
                        .shared())
                .as("of the two the fuller")
                .containsExactly(1);
        assertThat(plan(0, List.of(new Shard(121, Map.of("a", 40L))), Set.of("a"), sizes)
                        .shared())
                .isEmpty();
        assertThat(plan(0, List.of(new Shard(120, Map.of("a", 40L))), Set.of("a"), sizes)
                        .shared())
                .containsExactly(0);
    }

    @Example
    void whatIsNotWorthAFileOrTooOldIsWrittenAgain() {
        List<Shard> ten = List.of(new Shard(20, Map.of("a", 10L)));
        Map<String, Long> sizes = Map.of("a", 10L);
        assertThat(plan(0, ten, Set.of("a"), sizes).shared()).containsExactly(0);
        assertThat(plan(2, ten, Set.of("a"), sizes).shared()).containsExactly(0);
        assertThat(plan(3, ten, Set.of("a"), sizes).shared())
                .as("the fourth generation")
                .isEmpty();
        assertThat(plan(3, ten, Set.of("a"), sizes).fresh()).containsExactly(List.of("a"));
        assertThat(plan(0, List.of(new Shard(20, Map.of("a", 9L))), Set.of("a"), Map.of("a", 9L))
                        .shared())
                .isEmpty();
    }

    @Example
    void newShardsAreFilledInTheOrderOfTheState() {
        Map<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("a", 60L);
        sizes.put("b", 40L);
        sizes.put("c", 1L);
        sizes.put("d", 300L);
        sizes.put("e", 99L);
        sizes.put("f", 2L);
        assertThat(ShardPlan.of(Optional.empty(), Set.of(), sizes, LIMITS).fresh())
                .containsExactly(List.of("a", "b"), List.of("c"), List.of("d"), List.of("e"), List.of("f"));
        assertThat(ShardPlan.of(Optional.empty(), Set.of(), Map.of(), LIMITS).fresh())
                .isEmpty();
    }
}
