package org.atomizable.profiler.sample;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;

/**
 * The most of this JVM's heap that was in use, garbage included.
 *
 * <p>The peaks of the heap's pools are added up, which need not have come at the same time: an answer may be too large, never
 * too small. There must be one of these per process at a time, or they reset each other's marks.
 */
public final class HeapMemory implements Sampler {

    private final List<MemoryPoolMXBean> pools;

    private HeapMemory(List<MemoryPoolMXBean> pools) {
        this.pools = pools;
    }

    /** Returns a sampler of this JVM, with the marks reset now. */
    public static HeapMemory ofThisProcess() {
        List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isValid())
                .toList();
        pools.forEach(MemoryPoolMXBean::resetPeakUsage);
        return new HeapMemory(pools);
    }

    @Override
    public Bytes peak() {
        long peak = 0;
        for (MemoryPoolMXBean pool : pools) {
            peak += pool.getPeakUsage().getUsed();
            pool.resetPeakUsage();
        }
        return Bytes.of(peak);
    }
}
