package org.atomizable.testkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SteadyMemoryTest {

    private static final long MIB = 1 << 20;

    private static List<Long> series(LongUnaryOperator sample) {
        return new ArrayList<>(LongStream.range(0, 18).map(sample).boxed().toList());
    }

    @Test
    void whatOnlyTheLastSamplesShowIsNoGrowth() {
        List<Long> steady = series(i -> 7 * MIB + i * 16);
        steady.set(16, 10 * MIB);
        steady.set(17, 10 * MIB);

        assertThat(SteadyMemory.grows(steady)).isFalse();
    }

    @Test
    void whatGrowsInEachAtomOrOnceInAFewAtomsIsGrowth() {
        assertThat(SteadyMemory.grows(series(i -> 7 * MIB + i * MIB / 4))).isTrue();
        assertThat(SteadyMemory.grows(series(i -> 7 * MIB + i / 4 * 4 * MIB))).isTrue();
    }
}
