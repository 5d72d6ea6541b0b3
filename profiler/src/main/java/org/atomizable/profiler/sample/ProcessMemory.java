package org.atomizable.profiler.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;

/**
 * The most memory of this process that was resident, as Linux counts it.
 *
 * <p>Each answer resets the kernel's high-water mark, so that the next one tells the peak since then. Where the kernel does
 * not allow that, as in some containers, the mark covers the whole life of the process: an answer is then too large, never
 * too small. There must be one of these per process at a time, or they reset each other's marks.
 *
 * <pre>
 * /proc/self/clear_refs   write 5: the high-water mark becomes what is resident now
 * /proc/self/status       VmHWM:    123456 kB    the high-water mark
 *                         VmRSS:    120000 kB    resident now
 * </pre>
 *
 * <p>An allocator that keeps freed pages hides the peaks of single atoms: run with {@code MALLOC_MMAP_THRESHOLD_=131072}
 * where glibc's allocator is used and peaks per atom matter.
 */
public final class ProcessMemory implements Sampler {

    private final ProcFile status;
    private final Path reset;
    private final boolean resets;

    private ProcessMemory(ProcFile status, Path reset, boolean resets) {
        this.status = status;
        this.reset = reset;
        this.resets = resets;
    }

    /**
     * Returns a sampler of this process, with the mark reset now.
     *
     * @throws AtomizableException if this system does not tell how much memory of a process is resident
     */
    public static ProcessMemory ofThisProcess() throws AtomizableException {
        return in(Path.of("/proc/self"));
    }

    static ProcessMemory in(Path process) throws AtomizableException {
        ProcFile status = new ProcFile(process.resolve("status"));
        try {
            resident(status);
        } catch (IOException cause) {
            throw new AtomizableException(
                    "the memory of this process cannot be read from " + status.path(),
                    "Only Linux provides it there; elsewhere let the job count its memory itself",
                    cause);
        }
        Path reset = process.resolve("clear_refs");
        return new ProcessMemory(status, reset, resetMark(reset));
    }

    /** @throws UncheckedIOException if the kernel stops telling */
    @Override
    public Bytes peak() {
        try {
            Bytes peak = resident(status);
            if (resets) {
                resetMark(reset);
            }
            return peak;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** The high-water mark; where a kernel does not keep one, what is resident now. */
    private static Bytes resident(ProcFile status) throws IOException {
        Optional<Bytes> mark = status.amount("VmHWM");
        Optional<Bytes> told = mark.isPresent() ? mark : status.amount("VmRSS");
        return told.orElseThrow(() -> new IOException("neither VmHWM nor VmRSS in " + status.path()));
    }

    private static boolean resetMark(Path reset) {
        if (!Files.isWritable(reset)) {
            return false;
        }
        try {
            Files.writeString(reset, "5");
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
