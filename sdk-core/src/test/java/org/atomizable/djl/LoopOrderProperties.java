package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;
import org.atomizable.djl.data.Shuffle;

/** A model that is trained in a loop and by {@link DjlTraining} sees the same batches. */
class LoopOrderProperties {

    @Property(tries = 100)
    void theBatchesOfALoopAreThoseOfATraining(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int size,
            @ForAll @IntRange(min = 1, max = 9) int batch) {
        Shuffle shuffle = new Shuffle(seed, size, batch, false);
        long turns = 0;
        try (Run run = Atomizable.loop(JobSpec.openEnded("order"))) {
            for (List<Integer> items : run.over(size, batch, 3, seed)) {
                assertThat(items.stream().mapToInt(it -> it).toArray()).isEqualTo(shuffle.indices(run.turn()));
                assertThat(run.epoch()).isEqualTo(shuffle.epochOf(run.turn()));
                turns++;
            }
        }
        assertThat(turns).isEqualTo(3 * Run.batches(size, batch));
    }
}
