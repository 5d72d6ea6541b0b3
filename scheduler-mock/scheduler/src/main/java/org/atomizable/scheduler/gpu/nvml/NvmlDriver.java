package org.atomizable.scheduler.gpu.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.GpuProcess;
import org.atomizable.scheduler.gpu.MemoryUse;
import org.atomizable.scheduler.gpu.MigDevice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The GPUs of this machine, as NVIDIA's driver has them. */
public final class NvmlDriver implements GpuDriver {

    /** The library that the driver installs. */
    public static final String LIBRARY = "libnvidia-ml.so.1";

    private static final Logger LOG = LoggerFactory.getLogger(NvmlDriver.class);

    private final NvmlLibrary nvml;
    private final Profiles profiles;
    private final Instances instances;
    private final ProcessList processes;
    private final Events events;
    private final Set<String> complaints = ConcurrentHashMap.newKeySet();
    private boolean closed;

    private NvmlDriver(NvmlLibrary nvml) {
        this.nvml = nvml;
        this.profiles = new Profiles(nvml);
        this.instances = new Instances(nvml);
        this.processes = new ProcessList(nvml);
        this.events = new Events(nvml);
    }

    /**
     * Loads the driver's library.
     *
     * @param library a name that the system finds, such as {@link #LIBRARY}, or a path
     * @throws GpuException {@link Problem#NO_LIBRARY} or {@link Problem#NO_DRIVER}, among others
     */
    public static NvmlDriver open(String library) throws GpuException {
        NvmlLibrary nvml = NvmlLibrary.load(library);
        nvml.call("start", "nvmlInit_v2");
        return new NvmlDriver(nvml);
    }

    @Override
    public Software software() throws GpuException {
        return new Software(
                nvml.text("ask for the driver's version", "nvmlSystemGetDriverVersion"),
                nvml.text("ask for its own version", "nvmlSystemGetNVMLVersion"));
    }

    @Override
    public List<Gpu> gpus() throws GpuException {
        List<Gpu> gpus = new ArrayList<>();
        Optional<GpuException> failure = Optional.empty();
        for (Map.Entry<Integer, Pointer> each : handles().entrySet()) {
            try {
                gpus.add(gpu(each.getKey(), each.getValue()));
            } catch (GpuException failed) {
                if (failed.problem() != Problem.GPU_LOST) {
                    failure = Optional.of(failed);
                    complain(each.getKey(), failed);
                }
            }
        }
        if (gpus.isEmpty() && failure.isPresent()) {
            throw failure.get();
        }
        return gpus;
    }

    /** Says once what is said of a GPU again and again. */
    private void complain(int index, GpuException failed) {
        String message = String.valueOf(failed.getMessage());
        if (complaints.add(index + message)) {
            LOG.warn("GPU {} is left out: {}", index, message);
        }
    }

    private Gpu gpu(int index, Pointer device) throws GpuException {
        Answers answers = new Answers();
        Optional<Bytes> memory = answers.to(() -> use(device).total());
        Optional<Gpu.MigMode> mode = answers.to(() -> mode(device));
        return new Gpu(
                index,
                uuid(device),
                nvml.text("ask for a GPU's name", "nvmlDeviceGetName", device),
                memory,
                mode.orElse(Gpu.MigMode.UNKNOWN),
                answers.trouble);
    }

    @Override
    public MigGeometry geometry(String gpu) throws GpuException {
        Pointer device = device(gpu);
        requireMig(device, gpu);
        return new MigGeometry(
                nvml.text("ask for a GPU's name", "nvmlDeviceGetName", device), false, profiles.of(device));
    }

    @Override
    public List<GpuInstance> instances(String gpu) throws GpuException {
        Pointer device = device(gpu);
        return mode(device) == Gpu.MigMode.ON ? instances.of(device, gpu, profiles.of(device)) : List.of();
    }

    @Override
    public List<MigDevice> devices(String gpu) throws GpuException {
        Pointer device = device(gpu);
        IntByReference most = new IntByReference();
        int code = nvml.code("nvmlDeviceGetMaxMigDeviceCount", device, most);
        if (code == NvmlCode.NOT_SUPPORTED) {
            return List.of();
        }
        if (code != NvmlCode.SUCCESS) {
            throw nvml.failed("count MIG devices", "nvmlDeviceGetMaxMigDeviceCount", code);
        }
        List<MigDevice> devices = new ArrayList<>();
        for (int index = 0; index < most.getValue(); index++) {
            Optional<Pointer> mig = migDevice(device, index);
            if (mig.isPresent()) {
                devices.add(new MigDevice(
                        uuid(mig.get()),
                        gpu,
                        nvml.number("ask for a MIG device's instance", "nvmlDeviceGetGpuInstanceId", mig.get()),
                        use(mig.get()).total()));
            }
        }
        return devices;
    }

    @Override
    public GpuInstance create(String gpu, Placement place) throws GpuException {
        Pointer device = device(gpu);
        requireMig(device, gpu);
        try {
            return instances.create(device, gpu, place);
        } catch (GpuException refused) {
            throw refused.problem() == Problem.NO_ROOM ? whyNoRoom(refused, gpu, place) : refused;
        }
    }

    /** NVML says the same whether an instance is in the way or the GPU has nothing left. */
    private GpuException whyNoRoom(GpuException refused, String gpu, Placement place) throws GpuException {
        return instances(gpu).stream()
                .filter(it -> it.place().overlaps(place))
                .findFirst()
                .map(it -> new GpuException(
                        Problem.PLACE_TAKEN,
                        "%s cannot be created on %s: instance %s, %s, is there"
                                .formatted(place, gpu, it.id(), it.place())))
                .orElse(refused);
    }

    @Override
    public void destroy(String gpu, int instance) throws GpuException {
        instances.destroy(device(gpu), instance);
    }

    @Override
    public void switchMig(String gpu, boolean on) throws GpuException {
        IntByReference activation = new IntByReference();
        nvml.call("switch the MIG mode", "nvmlDeviceSetMigMode", device(gpu), on ? 1 : 0, activation);
        if (activation.getValue() != NvmlCode.SUCCESS) {
            throw nvml.failed(
                    "activate the MIG mode, which waits for a reset", "nvmlDeviceSetMigMode", activation.getValue());
        }
    }

    @Override
    public MemoryUse memory(String uuid) throws GpuException {
        return use(device(uuid));
    }

    @Override
    public List<GpuProcess> processes(String uuid) throws GpuException {
        return processes.on(device(uuid));
    }

    @Override
    public Optional<GpuEvent> nextEvent(Duration patience) throws GpuException {
        return events.next(List.copyOf(handles().values()), patience);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            events.close();
            try {
                nvml.call("end", "nvmlShutdown");
            } catch (GpuException alreadyDown) {
                // Nothing is left to be released.
            }
        }
    }

    private Pointer device(String uuid) throws GpuException {
        PointerByReference handle = new PointerByReference();
        nvml.call("find " + uuid, "nvmlDeviceGetHandleByUUID", uuid, handle);
        return handle.getValue();
    }

    /** By index; one that is lost has no handle. */
    private Map<Integer, Pointer> handles() throws GpuException {
        IntByReference count = new IntByReference();
        nvml.call("count GPUs", "nvmlDeviceGetCount_v2", count);
        Map<Integer, Pointer> handles = new TreeMap<>();
        Optional<GpuException> failure = Optional.empty();
        for (int index = 0; index < count.getValue(); index++) {
            PointerByReference handle = new PointerByReference();
            int code = nvml.code("nvmlDeviceGetHandleByIndex_v2", index, handle);
            if (code == NvmlCode.SUCCESS) {
                handles.put(index, handle.getValue());
            } else if (NvmlCode.problem(code) != Problem.GPU_LOST) {
                failure = Optional.of(nvml.failed("find GPU " + index, "nvmlDeviceGetHandleByIndex_v2", code));
                complain(index, failure.get());
            }
        }
        if (handles.isEmpty() && failure.isPresent()) {
            throw failure.get();
        }
        return handles;
    }

    /** Indices have holes. */
    private Optional<Pointer> migDevice(Pointer device, int index) throws GpuException {
        PointerByReference handle = new PointerByReference();
        int code = nvml.code("nvmlDeviceGetMigDeviceHandleByIndex", device, index, handle);
        if (code == NvmlCode.NOT_FOUND || code == NvmlCode.INVALID_ARGUMENT) {
            return Optional.empty();
        }
        if (code != NvmlCode.SUCCESS) {
            throw nvml.failed("find MIG device " + index, "nvmlDeviceGetMigDeviceHandleByIndex", code);
        }
        return Optional.of(handle.getValue());
    }

    private void requireMig(Pointer device, String gpu) throws GpuException {
        if (mode(device) != Gpu.MigMode.ON) {
            throw new GpuException(Problem.NOT_SUPPORTED, "MIG is not switched on on " + gpu);
        }
    }

    private Gpu.MigMode mode(Pointer device) throws GpuException {
        IntByReference current = new IntByReference();
        IntByReference pending = new IntByReference();
        int code = nvml.code("nvmlDeviceGetMigMode", device, current, pending);
        if (code == NvmlCode.NOT_SUPPORTED) {
            return Gpu.MigMode.UNSUPPORTED;
        }
        if (code != NvmlCode.SUCCESS) {
            throw nvml.failed("ask for the MIG mode", "nvmlDeviceGetMigMode", code);
        }
        if (current.getValue() != pending.getValue()) {
            return Gpu.MigMode.PENDING;
        }
        return current.getValue() == 1 ? Gpu.MigMode.ON : Gpu.MigMode.OFF;
    }

    private MemoryUse use(Pointer device) throws GpuException {
        Memory memory = Struct.MEMORY.allocate();
        nvml.call("ask for memory", "nvmlDeviceGetMemoryInfo", device, memory);
        return new MemoryUse(amount(memory, "total"), amount(memory, "used"));
    }

    /** A driver that does not know an amount says the largest number that there is. */
    private static Bytes amount(Memory memory, String name) throws GpuException {
        long amount = Struct.MEMORY.number(memory, 0, name);
        if (amount < 0) {
            throw new GpuException(
                    Problem.NOT_SUPPORTED, "NVML could not ask for memory: the driver does not know the " + name);
        }
        return Bytes.of(amount);
    }

    private String uuid(Pointer device) throws GpuException {
        return nvml.text("ask for a UUID", "nvmlDeviceGetUUID", device);
    }

    private interface Question<T> {
        T ask() throws GpuException;
    }

    /** The answers of a driver about one GPU, and its message where it failed to answer. */
    private static final class Answers {
        private Optional<String> trouble = Optional.empty();

        /** Inside a container with one MIG device, the GPU around it keeps silent. */
        <T> Optional<T> to(Question<T> question) throws GpuException {
            try {
                return Optional.of(question.ask());
            } catch (GpuException refused) {
                if (refused.problem() == Problem.GPU_LOST) {
                    throw refused;
                }
                if (refused.problem() != Problem.NO_PERMISSION && trouble.isEmpty()) {
                    trouble = Optional.of(String.valueOf(refused.getMessage()));
                }
                return Optional.empty();
            }
        }
    }
}
