package org.atomizable.profiler.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;

/**
 * The most memory of this process that was resident, of which a page that n processes share counts one n-th: what several
 * processes on one machine really need together.
 *
 * <p>Linux keeps no high-water mark of that. What was resident at the peak and is no more is taken to have been the process's
 * own, as it nearly always is: the answer is the proportional size now and what the {@linkplain ProcessMemory peak} was above the
 * resident size now.
 *
 * <pre>
 * /proc/self/smaps_rollup   Pss:    110000 kB
 * </pre>
 *
 * <p>The kernel walks all pages to tell it, milliseconds for each gigabyte: wrap it in a {@link PacedSampler}.
 */
public final class ProportionalMemory implements Sampler {

    private final ProcessMemory resident;
    private final ProcFile status;
    private final ProcFile rollup;

    private ProportionalMemory(ProcessMemory resident, ProcFile status, ProcFile rollup) {
        this.resident = resident;
        this.status = status;
        this.rollup = rollup;
    }

    /**
     * Returns a sampler of this process, with the mark reset now.
     *
     * @throws AtomizableException if this system does not tell it
     */
    public static ProportionalMemory ofThisProcess() throws AtomizableException {
        return in(Path.of("/proc/self"));
    }

    static ProportionalMemory in(Path process) throws AtomizableException {
        ProportionalMemory memory = new ProportionalMemory(
                ProcessMemory.in(process),
                new ProcFile(process.resolve("status")),
                new ProcFile(process.resolve("smaps_rollup")));
        try {
            memory.proportional();
        } catch (IOException cause) {
            throw new AtomizableException(
                    "the proportional memory of this process cannot be read from " + memory.rollup.path(),
                    "Only Linux 4.14 and later provide it; elsewhere measure the memory of the process",
                    cause);
        }
        return memory;
    }

    /** @throws UncheckedIOException if the kernel stops telling */
    @Override
    public Bytes peak() {
        try {
            // The mark is reset by reading it, and may only be reset after what is resident was read.
            Bytes now = proportional();
            Optional<Bytes> atRest = status.amount("VmRSS");
            Bytes peak = resident.peak();
            long gone = peak.count() - atRest.orElse(peak).count();
            return Bytes.of(now.count() + Math.max(0, gone));
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    private Bytes proportional() throws IOException {
        return rollup.amount("Pss").orElseThrow(() -> new IOException("no Pss in " + rollup.path()));
    }
}
