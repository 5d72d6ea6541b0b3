package org.atomizable.core.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.profiler.sample.PacedSampler;
import org.atomizable.profiler.sample.ProcessTree;
import org.atomizable.profiler.sample.TreeMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses what counts as the memory of a process and its descendants: on a CUDA device what the driver tells of it, else what is resident.
 */
public final class MeasuredMemory {

    private static final Logger LOG = LoggerFactory.getLogger(MeasuredMemory.class);

    /** A JVM touches its heap bit by bit, whatever its job needs. By bytes, its memory would rise for as long as it runs. */
    private static final long JVM_STEP = Bytes.mebi(256).count();

    private final Map<String, String> environment;
    private final Optional<DeviceDriver> driver;
    private final boolean sameIds;

    /** Opened once for all jobs of this process. */
    private static final class Installed {
        private static final Optional<DeviceDriver> DRIVER =
                ServiceLoader.load(DeviceDriver.class).findFirst();
    }

    /**
     * Makes one.
     *
     * @param environment of this process and of those that count
     * @param sameIds whether the driver and this process have the same ids for processes
     */
    MeasuredMemory(Map<String, String> environment, Optional<DeviceDriver> driver, boolean sameIds) {
        this.environment = environment;
        this.driver = driver;
        this.sameIds = sameIds;
    }

    /**
     * Returns a sampler of this process and its descendants; what is resident is rounded up to whole 256 MiB.
     *
     * @throws AtomizableException if neither a driver nor the operating system tells it
     */
    public static Sampler ofThisProcess(TimeSource time) throws AtomizableException {
        return installed().of(ProcessHandle.current().pid(), PacedSampler.USUAL_SHARE, time, MeasuredMemory::inSteps);
    }

    /**
     * Returns a sampler of a program and its descendants.
     *
     * @param root the id of the process
     * @param share of the time that may go into questions, in (0, 1]
     * @throws AtomizableException if neither a driver nor the operating system tells it
     */
    public static Sampler ofTree(long root, double share, TimeSource time) throws AtomizableException {
        return installed().of(root, share, time, UnaryOperator.identity());
    }

    private static MeasuredMemory installed() {
        Map<String, String> environment = System.getenv();
        Optional<DeviceDriver> driver = VisibleDevice.in(environment).isPresent() ? Installed.DRIVER : Optional.empty();
        return new MeasuredMemory(environment, driver, isInitialNamespace());
    }

    Sampler of(long root, double share, TimeSource time, UnaryOperator<Bytes> resident) throws AtomizableException {
        Optional<String> device = VisibleDevice.in(environment);
        Optional<Sampler> told = device.flatMap(it -> onDevice(it, root));
        return new PacedSampler(told.isPresent() ? told.get() : resident(root, resident), share, time);
    }

    private static Sampler resident(long root, UnaryOperator<Bytes> counted) throws AtomizableException {
        TreeMemory tree = TreeMemory.of(root);
        return () -> counted.apply(tree.peak());
    }

    static Bytes inSteps(Bytes amount) {
        return Bytes.of((amount.count() + JVM_STEP - 1) / JVM_STEP * JVM_STEP);
    }

    private Optional<Sampler> onDevice(String device, long root) {
        try {
            DeviceDriver asked = driver.orElseThrow(() -> new AtomizableException(
                    "no DeviceDriver is on the class path", "Add org.atomizable:cli, which reads NVIDIA's driver"));
            Supplier<Set<Long>> tree = () -> ProcessTree.of(root);
            return Optional.of(DeviceMemory.of(asked, device, sameIds ? Optional.of(tree) : Optional.empty()));
        } catch (AtomizableException e) {
            LOG.warn(
                    "the resident memory of processes counts as that of a job that does not count it itself, as the memory of {}"
                            + " cannot be read: {}",
                    device,
                    e.getMessage());
            return Optional.empty();
        }
    }

    /** A driver tells the ids of the initial namespace, whose number is the same in all versions of Linux. */
    private static boolean isInitialNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                    .toString()
                    .equals("pid:[4026531836]");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
