package org.atomizable.profiler.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;

class HeapMemoryTest {

    private static final int LARGE = 64 << 20;

    @Test
    void whatIsAllocatedSinceTheLastCallIsInThePeak() {
        HeapMemory heap = HeapMemory.ofThisProcess();
        heap.peak();
        byte[] held = new byte[LARGE];
        held[LARGE - 1] = 1;

        assertThat(heap.peak()).isGreaterThan(Bytes.of(LARGE));
        assertThat(held[LARGE - 1]).isEqualTo((byte) 1);
    }

    @Test
    void whatWasFreedBeforeTheLastCallIsNotInIt() {
        HeapMemory heap = HeapMemory.ofThisProcess();
        byte[] held = new byte[LARGE];
        held[0] = 1;
        Bytes with = heap.peak();
        assertThat(held[0]).isEqualTo((byte) 1);
        held = new byte[0];
        System.gc();
        heap.peak();

        assertThat(heap.peak()).isLessThan(with);
        assertThat(held).isEmpty();
    }
}
