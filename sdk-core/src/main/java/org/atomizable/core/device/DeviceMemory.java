package org.atomizable.core.device;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory of one CUDA device that some processes use, as the driver tells it.
 *
 * <p>Where the driver does not tell it of each process, or counts processes otherwise than this program does, all memory of the device
 * that is in use counts: the answer can be too large, never too small. A slice belongs to one worker. The driver knows no peak. But
 * engines keep what they have allocated, so the memory in use after an atom is the atom's peak.
 */
final class DeviceMemory implements Sampler {

    private static final Logger LOG = LoggerFactory.getLogger(DeviceMemory.class);

    private final DeviceDriver driver;
    private final String device;
    private final Optional<Supplier<Set<Long>>> processes;
    private Bytes newest;
    private boolean failed;

    private DeviceMemory(DeviceDriver driver, String device, Optional<Supplier<Set<Long>>> processes)
            throws AtomizableException {
        this.driver = driver;
        this.device = device;
        this.processes = processes;
        this.newest = used();
    }

    /**
     * Makes a sampler, and asks once.
     *
     * @param processes the ids of the processes that count; empty if the driver has other ids
     * @throws AtomizableException if the driver does not tell it
     */
    static DeviceMemory of(DeviceDriver driver, String device, Optional<Supplier<Set<Long>>> processes)
            throws AtomizableException {
        return new DeviceMemory(driver, device, processes);
    }

    /** Returns what is in use now; if the driver fails, what it told last. */
    @Override
    public Bytes peak() {
        try {
            newest = used();
            failed = false;
        } catch (AtomizableException e) {
            if (!failed) {
                LOG.warn("the memory in use on {} is not known at present: {}", device, e.getMessage());
                failed = true;
            }
        }
        return newest;
    }

    private Bytes used() throws AtomizableException {
        // Asked before the processes are: one that begins in between is not missed by both.
        DeviceUse use = driver.use(device);
        if (processes.isPresent() && use.byProcess().isPresent()) {
            return sum(use.byProcess().get(), processes.get().get());
        }
        return use.all()
                .orElseThrow(() -> new AtomizableException(
                        "the driver does not tell how much memory of %s is in use".formatted(device),
                        "Let the job count its memory itself (Atomizable.memoryUsed)"));
    }

    private static Bytes sum(Map<Long, Bytes> used, Set<Long> counted) {
        return Bytes.of(counted.stream()
                .mapToLong(pid -> used.getOrDefault(pid, Bytes.ZERO).count())
                .sum());
    }
}
