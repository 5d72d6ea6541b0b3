package org.atomizable.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.core.device.DeviceDriver;
import org.atomizable.core.device.DeviceUse;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuProcess;
import org.atomizable.scheduler.gpu.nvml.NvmlDriver;
import org.jspecify.annotations.Nullable;

/** Asks NVIDIA's driver. The library is loaded at the first question and stays loaded until the process ends. */
public final class NvmlDevices implements DeviceDriver {

    /** The system property that names another file of the library. */
    static final String LIBRARY = "atomizable.nvml.library";

    private @Nullable NvmlDriver opened;

    /** Makes it; called by {@link java.util.ServiceLoader}. */
    public NvmlDevices() {}

    @Override
    public DeviceUse use(String uuid) throws AtomizableException {
        NvmlDriver driver = opened();
        Optional<Map<Long, Bytes>> processes = byProcess(driver, uuid);
        try {
            return new DeviceUse(Optional.of(driver.memory(uuid).used()), processes);
        } catch (GpuException refused) {
            if (processes.isEmpty()) {
                throw refused;
            }
            return new DeviceUse(Optional.empty(), processes);
        }
    }

    private synchronized NvmlDriver opened() throws GpuException {
        NvmlDriver driver = opened;
        if (driver == null) {
            driver = NvmlDriver.open(System.getProperty(LIBRARY, NvmlDriver.LIBRARY));
            opened = driver;
        }
        return driver;
    }

    /** Empty if the driver refuses the list, or does not know the memory of each process in it. */
    private static Optional<Map<Long, Bytes>> byProcess(NvmlDriver driver, String uuid) {
        List<GpuProcess> listed;
        try {
            listed = driver.processes(uuid);
        } catch (GpuException refused) {
            return Optional.empty();
        }
        Map<Long, Bytes> used = new HashMap<>();
        for (GpuProcess each : listed) {
            if (each.memory().isEmpty()) {
                return Optional.empty();
            }
            // A process with several contexts may be listed more than once.
            used.merge(each.pid(), each.memory().get(), Bytes::plus);
        }
        return Optional.of(used);
    }
}
