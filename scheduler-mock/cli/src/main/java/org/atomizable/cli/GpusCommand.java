package org.atomizable.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.MemoryUse;
import org.atomizable.scheduler.gpu.MigDevice;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable gpus}. */
@Command(
        name = "gpus",
        mixinStandardHelpOptions = true,
        description = {
            "Lists GPUs, the MIG profiles that they support, and their existing MIG instances and devices.",
            "It changes nothing."
        })
final class GpusCommand implements Callable<Integer> {

    /** The list of GPUs, for machines. */
    record Listed(String driver, String library, List<ListedGpu> gpus) {}

    record ListedGpu(
            int index,
            String uuid,
            String name,
            @Nullable Long memoryBytes,
            String mig,
            List<ListedProfile> profiles,
            List<ListedInstance> instances,
            List<ListedDevice> devices,
            @Nullable String notTold) {}

    record ListedProfile(
            String name,
            int id,
            int nvmlProfile,
            int computeSlices,
            int memorySlices,
            int most,
            long memoryBytes,
            @Nullable Integer multiprocessors,
            List<Integer> starts) {}

    record ListedInstance(
            int id, String profile, int start, @Nullable String device) {}

    record ListedDevice(String uuid, int instance, long memoryBytes, long usedBytes, int processes) {}

    private record Layout(
            List<ListedProfile> profiles,
            List<ListedInstance> instances,
            @Nullable String notTold) {}

    @Option(names = "--nvml", description = "Ask the NVIDIA driver of this machine (the default).")
    private boolean nvml;

    @Option(
            names = "--sim",
            paramLabel = "GPUS",
            description =
                    "Show simulated GPUs instead, such as sim:H100-SXM-80GB*2, as the scheduler would lay them out.")
    private @Nullable String simulated;

    @Mixin
    private NvmlLibrary library = new NvmlLibrary();

    @Option(names = "--library", paramLabel = "FILE", hidden = true, description = "The old name of --nvml-library.")
    void useLibrary(String file) {
        library.use(file);
    }

    @SuppressWarnings("UnusedVariable") // It can be said, and changes nothing.
    @Option(
            names = "--read-only",
            description = "Change nothing. This command never does; the option is accepted for safety.")
    private boolean readOnly;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        try (GpuDriver driver = open()) {
            GpuDriver.Software software = driver.software();
            List<ListedGpu> gpus = new ArrayList<>();
            for (Gpu gpu : driver.gpus()) {
                gpus.add(listed(driver, gpu));
            }
            Listed listed = new Listed(software.driver(), software.library(), gpus);
            if (json) {
                System.out.println(
                        WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(listed));
            } else {
                print(listed);
            }
        }
        return 0;
    }

    private GpuDriver open() throws AtomizableException {
        if (simulated == null) {
            return library.open("--sim");
        }
        if (nvml) {
            throw new IllegalArgumentException("give --nvml or --sim, not both");
        }
        return SimulatedGpuDriver.laidOut(SimulatedGpus.parse(simulated), Misfortune.NONE, 1, TimeSource.system());
    }

    /** A GPU about which the driver fails to answer hides no other. */
    private static ListedGpu listed(GpuDriver driver, Gpu gpu) {
        Layout layout = layout(driver, gpu);
        List<ListedDevice> devices = new ArrayList<>();
        String notTold = gpu.trouble().orElse(layout.notTold());
        try {
            for (MigDevice device : driver.devices(gpu.uuid())) {
                MemoryUse memory = driver.memory(device.uuid());
                devices.add(new ListedDevice(
                        device.uuid(),
                        device.instance(),
                        memory.total().count(),
                        memory.used().count(),
                        driver.processes(device.uuid()).size()));
            }
        } catch (GpuException failed) {
            notTold = notTold == null ? failed.getMessage() : notTold;
        }
        return new ListedGpu(
                gpu.index(),
                gpu.uuid(),
                gpu.name(),
                gpu.memory().map(Bytes::count).orElse(null),
                gpu.mig().name().toLowerCase(Locale.ROOT),
                layout.profiles(),
                layout.instances(),
                devices,
                notTold);
    }

    /** Layouts are told to the privileged only. */
    private static Layout layout(GpuDriver driver, Gpu gpu) {
        if (gpu.mig() != Gpu.MigMode.ON) {
            return new Layout(List.of(), List.of(), null);
        }
        try {
            MigGeometry geometry = driver.geometry(gpu.uuid());
            return new Layout(
                    geometry.profiles().stream().map(GpusCommand::listed).toList(),
                    driver.instances(gpu.uuid()).stream()
                            .map(GpusCommand::listed)
                            .toList(),
                    null);
        } catch (GpuException refused) {
            return new Layout(List.of(), List.of(), refused.getMessage());
        }
    }

    private static ListedProfile listed(MigProfile it) {
        return new ListedProfile(
                it.name(),
                it.id(),
                it.nvmlProfile(),
                it.computeSlices(),
                it.memorySlices(),
                it.most(),
                it.memory().count(),
                it.multiprocessors().isPresent() ? it.multiprocessors().getAsInt() : null,
                it.starts());
    }

    private static ListedInstance listed(GpuInstance it) {
        return new ListedInstance(
                it.id(),
                it.place().profile().name(),
                it.place().start(),
                it.device().orElse(null));
    }

    private static void print(Listed listed) {
        System.out.printf("driver %s, NVML %s%n", listed.driver(), listed.library());
        for (ListedGpu gpu : listed.gpus()) {
            System.out.printf(
                    "%nGPU %s  %s  %s  MIG %s  %s%n",
                    gpu.index(),
                    gpu.name(),
                    Optional.ofNullable(gpu.memoryBytes())
                            .map(it -> Bytes.of(it).toString())
                            .orElse("memory not told"),
                    gpu.mig(),
                    gpu.uuid());
            if (gpu.notTold() != null) {
                System.out.println("  not told: " + gpu.notTold());
            }
            if (!gpu.profiles().isEmpty()) {
                System.out.printf("  %-14s %4s %9s %5s  %s%n", "profile", "id", "memory", "most", "starts");
            }
            for (ListedProfile it : gpu.profiles()) {
                System.out.printf(
                        "  %-14s %4s %9s %5s  %s%n",
                        it.name(), it.id(), Bytes.of(it.memoryBytes()), it.most(), it.starts());
            }
            for (ListedInstance it : gpu.instances()) {
                System.out.printf(
                        "  instance %s: %s at %s, %s%n",
                        it.id(),
                        it.profile(),
                        it.start(),
                        it.device() == null ? "incomplete: it has no device" : it.device());
            }
            for (ListedDevice it : gpu.devices()) {
                System.out.printf(
                        "  device %s: %s of %s used, %s processes%n",
                        it.uuid(), Bytes.of(it.usedBytes()), Bytes.of(it.memoryBytes()), it.processes());
            }
        }
        if (listed.gpus().isEmpty()) {
            System.out.println("no GPU answers");
        }
    }
}
