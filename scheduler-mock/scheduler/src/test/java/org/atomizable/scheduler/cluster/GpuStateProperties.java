package org.atomizable.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class GpuStateProperties {

    private static final Predicate<MigProfile> NO_MEDIA = it -> !it.name().endsWith("+me");
    private static final Predicate<MigProfile> NO_DOUBLE =
            it -> it.computeSlices() > 1 || it.memorySlices() == it.computeSlices();

    /** How many states there are, and in how many nothing more can be created. */
    private record Counts(int legal, int full) {}

    /** Every state that creating one instance after the other reaches. */
    private static Counts counts(MigGeometry geometry, Predicate<MigProfile> among) {
        MigGeometry some = new MigGeometry(
                geometry.product(),
                false,
                geometry.profiles().stream().filter(among).toList());
        Set<GpuState> reached = new HashSet<>();
        Deque<GpuState> open = new ArrayDeque<>(List.of(GpuState.empty(some)));
        int full = 0;
        while (!open.isEmpty()) {
            GpuState state = open.remove();
            if (reached.add(state)) {
                List<Placement> possible = state.possible();
                full += possible.isEmpty() ? 1 : 0;
                possible.forEach(next -> open.add(state.with(next)));
            }
        }
        return new Counts(reached.size(), full);
    }

    /** The numbers come from an enumeration of the published tables that knows nothing of this code. */
    @Example
    void everyProductHasAsManyStatesAsItsTablesAllow() {
        assertThat(MigGeometry.known()).hasSize(6).allSatisfy(product -> {
            assertThat(counts(product, NO_MEDIA.and(NO_DOUBLE))).isEqualTo(new Counts(298, 19));
            assertThat(counts(product, NO_MEDIA)).isEqualTo(new Counts(723, 78));
            assertThat(counts(product, it -> true)).isEqualTo(new Counts(2319, 239));
        });
    }

    @Property(tries = 200)
    void creatingAndDestroyingNeverReachesAnIllegalState(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MigGeometry geometry =
                MigGeometry.known().get(random.nextInt(MigGeometry.known().size()));
        List<Placement> placements = geometry.placements();
        GpuState gpu = GpuState.empty(geometry);
        for (int step = 0; step < 60; step++) {
            Placement any = placements.get(random.nextInt(placements.size()));
            GpuState before = gpu;
            if (gpu.held().contains(any)) {
                gpu = gpu.without(any);
            } else if (gpu.allows(any)) {
                gpu = gpu.with(any);
            } else {
                assertThatThrownBy(() -> before.with(any))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(any.toString());
            }
            int[] covered = new int[64];
            gpu.held().forEach(held -> {
                for (int slice = 0; slice < held.profile().memorySlices(); slice++) {
                    covered[held.start() + slice]++;
                }
            });
            assertThat(Arrays.stream(covered).max().orElseThrow())
                    .as("instances on one memory slice")
                    .isLessThanOrEqualTo(1);
            assertThat(gpu.held().stream()
                            .mapToInt(it -> it.profile().computeSlices())
                            .sum())
                    .isLessThanOrEqualTo(7);
            assertThat(gpu.held().stream().filter(it -> !NO_MEDIA.test(it.profile())))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @Example
    void whatIsNotThereCannotBeDestroyed() {
        GpuState gpu = GpuState.empty(MigGeometry.known().get(0));
        Placement first = gpu.possible().get(0);
        assertThatThrownBy(() -> gpu.without(first)).hasMessageContaining("there is no " + first);
        assertThatThrownBy(() -> gpu.with(first).with(first)).hasMessageContaining("already");
    }
}
