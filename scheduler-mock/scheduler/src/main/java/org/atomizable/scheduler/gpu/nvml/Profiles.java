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

    /** NVML's answer about a profile, in one of its structs; nothing but the code where it refuses. */
    private record Answer(int code, Struct struct, Memory info) {

        int number(String field) {
            return struct.small(info, field);
        }
    }

    private final NvmlLibrary nvml;

    Profiles(NvmlLibrary nvml) {
        this.nvml = nvml;
    }

    List<MigProfile> of(Pointer device) throws GpuException {
        List<MigProfile> profiles = new ArrayList<>();
        for (int number = 0; number < MOST_NUMBERS; number++) {
            Answer answer = describe(device, number);
            if (answer.code() == NvmlCode.INVALID_ARGUMENT) {
                break;
            }
            if (answer.code() == NvmlCode.SUCCESS) {
                profile(device, number, answer).ifPresent(profiles::add);
            } else if (answer.code() != NvmlCode.NOT_SUPPORTED) {
                throw nvml.failed("describe MIG profile number " + number, INFO, answer.code());
            }
        }
        return profiles;
    }

    /** Returns nothing of a profile that has no place. */
    private Optional<MigProfile> profile(Pointer device, int number, Answer answer) throws GpuException {
        long mebibytes = answer.struct().number(answer.info(), 0, "memorySizeMB");
        int computeSlices = answer.number("sliceCount");
        String name = answer.struct().has("name")
                ? answer.struct().text(answer.info(), "name").replaceFirst("^MIG ", "")
                : "%sg.%sgb".formatted(computeSlices, Math.round(mebibytes / MEBIBYTES_PER_GIBIBYTE));
        int id = answer.number("id");
        List<int[]> places = placements(device, id, name);
        if (places.isEmpty()) {
            return Optional.empty();
        }
        int size = places.get(0)[1];
        if (places.stream().anyMatch(place -> place[1] != size)) {
            throw new GpuException(Problem.OTHER, "MIG profile %s has placements of different sizes".formatted(name));
        }
        return Optional.of(new MigProfile(
                name,
                id,
                number,
                computeSlices,
                size,
                answer.number("instanceCount"),
                Bytes.mebi(mebibytes),
                OptionalInt.of(answer.number("multiprocessorCount")),
                places.stream().map(place -> place[0]).toList()));
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
        return new Answer(nvml.code(symbol, device, number, info), struct, info);
    }

    private List<int[]> placements(Pointer device, int id, String name) throws GpuException {
        String purpose = "ask for the placements of MIG profile " + name;
        IntByReference count = new IntByReference();
        nvml.call(purpose, PLACEMENTS, device, id, Pointer.NULL, count);
        Memory array = Struct.PLACEMENT.allocate(count.getValue());
        if (count.getValue() > 0) {
            nvml.call(purpose, PLACEMENTS, device, id, array, count);
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
