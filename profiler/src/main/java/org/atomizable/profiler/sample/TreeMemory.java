package org.atomizable.profiler.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;

/**
 * The most memory of a process and of all processes that descend from it, as Linux counts it. A page that several processes share
 * counts once.
 *
 * <p>The peaks of the processes are added, though they may not have been at the same time: an answer can be too large. A process
 * that begins and ends between two answers is not seen. Wrap it in a {@link PacedSampler}.
 */
public final class TreeMemory implements Sampler {

    private static final Path PROCESSES = Path.of("/proc");

    private final long root;
    private final Map<Long, ProportionalMemory> known = new HashMap<>();

    private TreeMemory(long root) {
        this.root = root;
    }

    /**
     * Returns a sampler of a process and its descendants.
     *
     * @throws AtomizableException if this system does not tell how much memory of a process is resident
     */
    public static TreeMemory of(long root) throws AtomizableException {
        TreeMemory memory = new TreeMemory(root);
        memory.known.put(root, memory.process(root));
        // The first answer is slow, since it loads classes; it must not count as the usual cost.
        memory.peak();
        return memory;
    }

    private ProportionalMemory process(long pid) throws AtomizableException {
        return ProportionalMemory.in(PROCESSES.resolve(Long.toString(pid)));
    }

    @Override
    public Bytes peak() {
        Set<Long> living = ProcessTree.of(root);
        known.keySet().retainAll(living);
        long sum = 0;
        for (long pid : living) {
            sum += peakOf(pid).count();
        }
        return Bytes.of(sum);
    }

    private Bytes peakOf(long pid) {
        try {
            ProportionalMemory memory = known.get(pid);
            if (memory == null) {
                memory = process(pid);
                known.put(pid, memory);
            }
            return memory.peak();
        } catch (AtomizableException | UncheckedIOException e) {
            known.remove(pid);
            return residentIn(PROCESSES.resolve(Long.toString(pid)));
        }
    }

    /** Returns the peak of a process that keeps its pages to itself (one that is not dumpable); none if it has just ended. */
    static Bytes residentIn(Path process) {
        try {
            return new ProcFile(process.resolve("status")).amount("VmHWM").orElse(Bytes.ZERO);
        } catch (IOException ended) {
            return Bytes.ZERO;
        }
    }
}
