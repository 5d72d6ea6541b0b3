package org.atomizable.scheduler.gpu.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuProcess;

/**
 * The processes that compute on a device, by the newest call that the driver has. Three calls list them:
 *
 * <pre>
 * nvmlDeviceGetComputeRunningProcesses      16 bytes each, without instances
 * nvmlDeviceGetComputeRunningProcesses_v2   24 bytes each
 * nvmlDeviceGetComputeRunningProcesses_v3   24 bytes each; 32 in drivers 535.43 to 535.86
 * </pre>
 *
 * <p>The name of the call does not tell the size for sure, so it is read from what the driver has written.
 */
final class ProcessList {

    private static final String OLDEST = "nvmlDeviceGetComputeRunningProcesses";
    private static final List<String> VERSIONS = List.of("_v3", "_v2", "");

    /** Processes may start between two looks. */
    private static final int ROOM_FOR_MORE = 8;

    private static final int TRIES = 5;

    /** No number that the driver writes has all bytes so. */
    private static final byte UNTOUCHED = (byte) 0xA5;

    /** An instance's id where MIG is off. */
    private static final long NO_INSTANCE = 0xFFFFFFFFL;

    private final NvmlLibrary nvml;

    ProcessList(NvmlLibrary nvml) {
        this.nvml = nvml;
    }

    /** Returns the processes on a GPU or MIG device; on a MIG device only those of its own instance. */
    List<GpuProcess> on(Pointer device) throws GpuException {
        String symbol = symbol(VERSIONS.get(0));
        int code = NvmlCode.FUNCTION_NOT_FOUND;
        for (String version : VERSIONS) {
            symbol = symbol(version);
            if (!nvml.has(symbol)) {
                continue;
            }
            Answer answer = ask(device, symbol);
            code = answer.code();
            if (code == NvmlCode.SUCCESS) {
                return read(answer, device);
            }
            if (code != NvmlCode.VERSION_MISMATCH && code != NvmlCode.FUNCTION_NOT_FOUND) {
                break;
            }
        }
        throw nvml.failed("list processes", symbol, code);
    }

    private static String symbol(String version) {
        return OLDEST + version;
    }

    private record Answer(int code, Memory array, int count) {

        /** Every layout ends with a number that is always written, behind where as many smaller entries would end. */
        Struct struct() {
            if (reaches(Struct.PROCESS, Struct.PROCESS_PROTECTED)) {
                return Struct.PROCESS_PROTECTED;
            }
            return reaches(Struct.PROCESS_V1, Struct.PROCESS) ? Struct.PROCESS : Struct.PROCESS_V1;
        }

        private boolean reaches(Struct beyond, Struct upTo) {
            for (long at = (long) beyond.size() * count; at < (long) upTo.size() * count; at++) {
                if (array.getByte(at) != UNTOUCHED) {
                    return true;
                }
            }
            return false;
        }
    }

    private Answer ask(Pointer device, String symbol) throws GpuException {
        IntByReference count = new IntByReference(0);
        int code = nvml.code(symbol, device, count, Pointer.NULL);
        Memory array = Struct.PROCESS_PROTECTED.allocate(1);
        for (int tries = 0; code == NvmlCode.INSUFFICIENT_SIZE && tries < TRIES; tries++) {
            int room = count.getValue() + ROOM_FOR_MORE;
            array = Struct.PROCESS_PROTECTED.allocate(room);
            array.setMemory(0, array.size(), UNTOUCHED);
            count.setValue(room);
            code = nvml.code(symbol, device, count, array);
        }
        return new Answer(code, array, count.getValue());
    }

    private List<GpuProcess> read(Answer answer, Pointer device) {
        Struct struct = answer.struct();
        OptionalLong gpuInstance = id("nvmlDeviceGetGpuInstanceId", device);
        OptionalLong computeInstance = id("nvmlDeviceGetComputeInstanceId", device);
        List<GpuProcess> processes = new ArrayList<>();
        for (int index = 0; index < answer.count(); index++) {
            if (isOf(gpuInstance, answer, struct, index, "gpuInstanceId")
                    && isOf(computeInstance, answer, struct, index, "computeInstanceId")) {
                long used = struct.number(answer.array(), index, "usedGpuMemory");
                processes.add(new GpuProcess(
                        struct.number(answer.array(), index, "pid"),
                        // Minus one means that the driver does not know it.
                        used < 0 ? Optional.empty() : Optional.of(Bytes.of(used))));
            }
        }
        return processes;
    }

    /** Only a MIG device has them. */
    private OptionalLong id(String symbol, Pointer device) {
        try {
            IntByReference id = new IntByReference();
            return nvml.code(symbol, device, id) == NvmlCode.SUCCESS
                    ? OptionalLong.of(Integer.toUnsignedLong(id.getValue()))
                    : OptionalLong.empty();
        } catch (GpuException missing) {
            return OptionalLong.empty();
        }
    }

    private static boolean isOf(OptionalLong wanted, Answer answer, Struct struct, int index, String field) {
        if (wanted.isEmpty() || !struct.has(field)) {
            return true;
        }
        long told = struct.number(answer.array(), index, field);
        return told == NO_INSTANCE || told == wanted.getAsLong();
    }
}
