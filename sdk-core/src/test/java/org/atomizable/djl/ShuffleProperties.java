package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.djl.data.Shuffle;
import org.atomizable.djl.engine.Seeds;

final class ShuffleProperties {

    @Property(tries = 200)
    void everyExampleComesOncePerEpoch(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60) int size,
            @ForAll @IntRange(min = 1, max = 70) int batch,
            @ForAll @IntRange(max = 3) int epoch) {
        Shuffle shuffle = new Shuffle(seed, size, batch, false);
        int batches = Shuffle.batches(size, batch, false);
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            IntStream.of(shuffle.indices((long) epoch * batches + i)).forEach(seen::add);
        }
        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, size).boxed().toList());
    }

    @Property(tries = 200)
    void aBatchFollowsFromSeedAndAtomAlone(
            @ForAll long seed, @ForAll @LongRange(max = 500) long atom, @ForAll @LongRange(max = 500) long before) {
        Shuffle used = new Shuffle(seed, 40, 7, true);
        used.indices(before);
        assertThat(used.indices(atom)).isEqualTo(new Shuffle(seed, 40, 7, true).indices(atom));
        assertThat(used.indices(atom)).hasSize(7);
    }

    @Property(tries = 200)
    void neighbouringAtomsHaveDifferentSeeds(@ForAll long seed, @ForAll @LongRange(min = -1) long atom) {
        assertThat(Seeds.ofAtom(seed, atom)).isNotEqualTo(Seeds.ofAtom(seed, atom + 1));
    }
}
