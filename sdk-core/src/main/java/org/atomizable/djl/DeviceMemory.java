package org.atomizable.djl;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.util.cuda.CudaUtils;
import java.lang.management.MemoryUsage;
import java.util.function.Supplier;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.atomizable.djl.engine.EngineTurn;

/**
 * The memory in use on DJL's GPU, by any process, as CUDA reports it when asked.
 *
 * <p>CUDA does not record the peak. But engines keep allocated memory for later, so the memory in use after an atom
 * equals its peak. On a MIG instance, no other process is counted.
 */
public final class DeviceMemory implements Sampler {

    private final Supplier<MemoryUsage> counted;

    private DeviceMemory(Supplier<MemoryUsage> counted) {
        this.counted = counted;
    }

    /**
     * Returns a sampler of the engine's own device.
     *
     * @throws AtomizableException if that is no GPU, or there is no engine
     */
    public static DeviceMemory ofTheEngine() throws AtomizableException {
        Device device;
        try {
            device = EngineTurn.engine().defaultDevice();
        } catch (IllegalArgumentException | EngineException e) {
            throw new AtomizableException(
                    "DJL has no engine that could tell its device: " + e.getMessage(),
                    "Add a GPU build of DJL's PyTorch engine to the class path, or measure the memory of the process",
                    e);
        }
        return of(device, () -> CudaUtils.getGpuMemory(device));
    }

    static DeviceMemory of(Device device, Supplier<MemoryUsage> counted) throws AtomizableException {
        if (!device.isGpu()) {
            throw new AtomizableException(
                    "DJL computes on %s, whose memory CUDA does not count".formatted(device),
                    "Measure the memory of the process, or install a GPU build of the engine");
        }
        return new DeviceMemory(counted);
    }

    /** Returns what is in use now. */
    @Override
    public Bytes peak() {
        return Bytes.of(counted.get().getCommitted());
    }
}
