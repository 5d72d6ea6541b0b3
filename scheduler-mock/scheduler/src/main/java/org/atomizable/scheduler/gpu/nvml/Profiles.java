package org.atomizable.scheduler.gpu.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;

/** Asks which profiles a GPU offers. Their numbers, by which one asks, are not their ids, by which one creates. */
final class Profiles {

    /** Numbers end where NVML says that they do; a library that never says so must not hold us up. */
    private static final int MOST_NUMBERS = 256;

    private static final String INFO = "nvmlDeviceGetGpuInstanceProfileInfo";
    private static final String VERSIONED_INFO = "nvmlDeviceGetGpuInstanceProfileInfoV";
    private static final String PLACEMENTS = "nvmlDeviceGetGpuInstancePossiblePlacements_v2";
    private static final double MEBIBYTES_PER_GIBIBYTE = 1024;

    /** A profile as NVML describes it. */
    record Described(String name, int id, int number, int computeSlices, int most, int multiprocessors, Bytes memory) {}

    private record Answer(int code, Optional<Described> described) {}

    private final NvmlLibrary nvml;

    Profiles(NvmlLibrary nvml) {
        this.nvml = nvml;
    }

    List<MigProfile> of(Pointer device) throws GpuException {
        List<MigProfile> profiles = new ArrayList<>();
        for (Described each : described(device)) {
            List<int[]> places = placements(device, each);
            if (!places.isEmpty()) {
                profiles.add(profile(each, places));
            }
        }
        return profiles;
    }

    List<Described> described(Pointer device) throws GpuException {
        List<Described> profiles = new ArrayList<>();
        for (int number = 0; number < MOST_NUMBERS; number++) {
            Answer answer = describe(device, number);
            if (answer.code() == NvmlCode.INVALID_ARGUMENT) {
                break;
            }
            if (answer.code() != NvmlCode.SUCCESS && answer.code() != NvmlCode.NOT_SUPPORTED) {
                throw nvml.failed("describe MIG profile number " + number, INFO, answer.code());
            }
            answer.described().ifPresent(profiles::add);
        }
        return profiles;
    }

    private static MigProfile profile(Described it, List<int[]> places) throws GpuException {
        int size = places.get(0)[1];
        if (places.stream().anyMatch(place -> place[1] != size)) {
            throw new GpuException(
                    Problem.OTHER, "MIG profile %s has placements of different sizes".formatted(it.name()));
        }
        return new MigProfile(
                it.name(),
                it.id(),
                it.number(),
                it.computeSlices(),
                size,
                it.most(),
                it.memory(),
                OptionalInt.of(it.multiprocessors()),
                places.stream().map(place -> place[0]).toList());
    }

    /** Versions 2 and 3 have one size and different fields, so that only the version tells them apart. */
    private Answer describe(Pointer device, int number) throws GpuException {
        if (nvml.has(VERSIONED_INFO)) {
            for (Struct struct : List.of(Struct.GPU_INSTANCE_PROFILE_V3, Struct.GPU_INSTANCE_PROFILE_V2)) {
                Answer answer = describe(device, number, VERSIONED_INFO, struct);
                if (answer.code() != NvmlCode.VERSION_MISMATCH) {
                    return answer;
                }
            }
        }
        return describe(device, number, INFO, Struct.GPU_INSTANCE_PROFILE);
    }

    private Answer describe(Pointer device, int number, String symbol, Struct struct) throws GpuException {
        Memory info = struct.allocate();
        int code = nvml.code(symbol, device, number, info);
        if (code != NvmlCode.SUCCESS) {
            return new Answer(code, Optional.empty());
        }
        long mebibytes = struct.number(info, 0, "memorySizeMB");
        int slices = struct.small(info, "sliceCount");
        String name = struct.fields().containsKey("name")
                ? struct.text(info, "name").replaceFirst("^MIG ", "")
                : "%sg.%sgb".formatted(slices, Math.round(mebibytes / MEBIBYTES_PER_GIBIBYTE));
        return new Answer(
                code,
                Optional.of(new Described(
                        name,
                        struct.small(info, "id"),
                        number,
                        slices,
                        struct.small(info, "instanceCount"),
                        struct.small(info, "multiprocessorCount"),
                        Bytes.mebi(mebibytes))));
    }

    private List<int[]> placements(Pointer device, Described profile) throws GpuException {
        String purpose = "ask for the placements of MIG profile " + profile.name();
        IntByReference count = new IntByReference();
        nvml.call(purpose, PLACEMENTS, device, profile.id(), Pointer.NULL, count);
        Memory array = Struct.PLACEMENT.allocate(count.getValue());
        if (count.getValue() > 0) {
            nvml.call(purpose, PLACEMENTS, device, profile.id(), array, count);
        }
        List<int[]> places = new ArrayList<>();
        for (int index = 0; index < count.getValue(); index++) {
            places.add(new int[] {
                (int) Struct.PLACEMENT.number(array, index, "start"),
                (int) Struct.PLACEMENT.number(array, index, "size")
            });
        }
        return places;
    }
}
