package org.atomizable.scheduler.gpu.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;

/** GPU instances, and the one compute instance in each by which programs see it. */
final class Instances {

    private static final int MOST_COMPUTE_PROFILES = 64;
    private static final int SHARED_ENGINES = 0;

    /** A kind of compute instance. */
    private record ComputeProfile(int id, int slices, int most) {}

    private final NvmlLibrary nvml;

    Instances(NvmlLibrary nvml) {
        this.nvml = nvml;
    }

    List<GpuInstance> of(Pointer device, String gpu, List<MigProfile> profiles) throws GpuException {
        List<GpuInstance> instances = new ArrayList<>();
        for (MigProfile profile : profiles) {
            for (Pointer each : handles(device, profile)) {
                Memory info = info(each);
                Placement place = new Placement(profile, (int) Struct.PLACEMENT.number(placement(info), 0, "start"));
                instances.add(new GpuInstance(gpu, Struct.GPU_INSTANCE.small(info, "id"), place, migDevice(each)));
            }
        }
        return instances;
    }

    GpuInstance create(Pointer device, String gpu, Placement place) throws GpuException {
        Memory where = Struct.PLACEMENT.allocate();
        where.setInt(Struct.PLACEMENT.field("start").offset(), place.start());
        where.setInt(Struct.PLACEMENT.field("size").offset(), place.profile().memorySlices());
        PointerByReference created = new PointerByReference();
        nvml.call(
                "create MIG instance %s".formatted(place),
                "nvmlDeviceCreateGpuInstanceWithPlacement",
                device,
                place.profile().id(),
                where,
                created);
        Pointer instance = created.getValue();
        try {
            Pointer compute = createCompute(instance, place);
            String uuid = uuid(deviceOf(compute));
            return new GpuInstance(gpu, Struct.GPU_INSTANCE.small(info(instance), "id"), place, Optional.of(uuid));
        } catch (GpuException failed) {
            takeBack(instance, failed);
            throw failed;
        }
    }

    /** Destroys what is left of an instance. */
    void destroy(Pointer device, int id) throws GpuException {
        PointerByReference found = new PointerByReference();
        int code = nvml.code("nvmlDeviceGetGpuInstanceById", device, id, found);
        if (code == NvmlCode.NOT_FOUND) {
            return;
        }
        if (code != NvmlCode.SUCCESS) {
            throw nvml.failed("find MIG instance " + id, "nvmlDeviceGetGpuInstanceById", code);
        }
        destroy(found.getValue(), "MIG instance " + id);
    }

    private void destroy(Pointer instance, String what) throws GpuException {
        for (Pointer compute : computes(instance)) {
            gone(nvml.code("nvmlComputeInstanceDestroy", compute), "nvmlComputeInstanceDestroy", what);
        }
        gone(nvml.code("nvmlGpuInstanceDestroy", instance), "nvmlGpuInstanceDestroy", what);
    }

    /** Another program may have destroyed it first. */
    private void gone(int code, String symbol, String what) throws GpuException {
        if (code != NvmlCode.SUCCESS && code != NvmlCode.NOT_FOUND) {
            throw nvml.failed("destroy " + what, symbol, code);
        }
    }

    private void takeBack(Pointer instance, GpuException why) {
        try {
            destroy(instance, "the half-made MIG instance");
        } catch (GpuException alsoFailed) {
            why.addSuppressed(alsoFailed);
        }
    }

    private Pointer createCompute(Pointer instance, Placement place) throws GpuException {
        Optional<ComputeProfile> whole = Optional.empty();
        for (ComputeProfile each : computeProfiles(instance)) {
            if (each.slices() > whole.map(ComputeProfile::slices).orElse(0)) {
                whole = Optional.of(each);
            }
        }
        if (whole.isEmpty()) {
            throw new GpuException(Problem.NOT_SUPPORTED, "MIG instance %s has no compute profile".formatted(place));
        }
        PointerByReference created = new PointerByReference();
        nvml.call(
                "create the compute instance of %s".formatted(place),
                "nvmlGpuInstanceCreateComputeInstance",
                instance,
                whole.get().id(),
                created);
        return created.getValue();
    }

    private List<ComputeProfile> computeProfiles(Pointer instance) throws GpuException {
        String symbol = "nvmlGpuInstanceGetComputeInstanceProfileInfo";
        List<ComputeProfile> profiles = new ArrayList<>();
        for (int number = 0; number < MOST_COMPUTE_PROFILES; number++) {
            Struct struct = Struct.COMPUTE_INSTANCE_PROFILE;
            Memory info = struct.allocate();
            int code = nvml.code(symbol, instance, number, SHARED_ENGINES, info);
            if (code == NvmlCode.INVALID_ARGUMENT) {
                break;
            }
            if (code == NvmlCode.SUCCESS) {
                profiles.add(new ComputeProfile(
                        struct.small(info, "id"),
                        struct.small(info, "sliceCount"),
                        struct.small(info, "instanceCount")));
            } else if (code != NvmlCode.NOT_SUPPORTED) {
                throw nvml.failed("describe compute profile number " + number, symbol, code);
            }
        }
        return profiles;
    }

    private List<Pointer> computes(Pointer instance) throws GpuException {
        List<Pointer> all = new ArrayList<>();
        for (ComputeProfile profile : computeProfiles(instance)) {
            all.addAll(list("nvmlGpuInstanceGetComputeInstances", instance, profile.id(), profile.most()));
        }
        return all;
    }

    private List<Pointer> handles(Pointer device, MigProfile profile) throws GpuException {
        return list("nvmlDeviceGetGpuInstances", device, profile.id(), profile.most());
    }

    private List<Pointer> list(String symbol, Pointer handle, int profile, int most) throws GpuException {
        Memory array = new Memory((long) Native.POINTER_SIZE * Math.max(1, most));
        IntByReference count = new IntByReference(most);
        nvml.call("list the instances of profile " + profile, symbol, handle, profile, array, count);
        return List.of(array.getPointerArray(0, Math.min(most, count.getValue())));
    }

    private Memory info(Pointer instance) throws GpuException {
        Memory info = Struct.GPU_INSTANCE.allocate();
        nvml.call("describe a MIG instance", "nvmlGpuInstanceGetInfo", instance, info);
        return info;
    }

    private static Memory placement(Memory info) {
        return (Memory) info.share(Struct.GPU_INSTANCE.field("placement").offset(), Struct.PLACEMENT.size());
    }

    private Optional<String> migDevice(Pointer instance) throws GpuException {
        List<Pointer> computes = computes(instance);
        return computes.isEmpty() ? Optional.empty() : Optional.of(uuid(deviceOf(computes.get(0))));
    }

    /** Told at once here, while to walk through all MIG devices may take seconds under load. */
    private Pointer deviceOf(Pointer compute) throws GpuException {
        Memory info = Struct.COMPUTE_INSTANCE.allocate();
        nvml.call("describe a compute instance", "nvmlComputeInstanceGetInfo_v2", compute, info);
        return info.getPointer(Struct.COMPUTE_INSTANCE.field("device").offset());
    }

    private String uuid(Pointer device) throws GpuException {
        return nvml.text("ask for the UUID of a MIG device", "nvmlDeviceGetUUID", device);
    }
}
