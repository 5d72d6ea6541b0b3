package org.atomizable.scheduler.gpu.nvml;

import com.sun.jna.Memory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * NVML's structs, as a C compiler lays them out where pointers have 8 bytes and the least significant byte comes first. Only
 * the fields that are read or written are named.
 */
enum Struct {
    MEMORY(24, 0, List.of("total 0 8", "free 8 8", "used 16 8")),
    PLACEMENT(8, 0, List.of("start 0 4", "size 4 4")),
    GPU_INSTANCE_PROFILE(
            48,
            0,
            List.of("id 0 4", "sliceCount 8 4", "instanceCount 12 4", "multiprocessorCount 16 4", "memorySizeMB 40 8")),
    GPU_INSTANCE_PROFILE_V2(
            152,
            2,
            List.of(
                    "version 0 4",
                    "id 4 4",
                    "sliceCount 12 4",
                    "instanceCount 16 4",
                    "multiprocessorCount 20 4",
                    "memorySizeMB 48 8",
                    "name 56 96")),
    GPU_INSTANCE_PROFILE_V3(
            152,
            3,
            List.of(
                    "version 0 4",
                    "id 4 4",
                    "sliceCount 8 4",
                    "instanceCount 12 4",
                    "multiprocessorCount 16 4",
                    "memorySizeMB 40 8",
                    "name 48 96")),
    GPU_INSTANCE(24, 0, List.of("device 0 8", "id 8 4", "profileId 12 4", "placement 16 8")),
    COMPUTE_INSTANCE_PROFILE(36, 0, List.of("id 0 4", "sliceCount 4 4", "instanceCount 8 4")),
    COMPUTE_INSTANCE(32, 0, List.of("device 0 8", "gpuInstance 8 8", "id 16 4", "profileId 20 4")),
    PROCESS_V1(16, 0, List.of("pid 0 4", "usedGpuMemory 8 8")),
    PROCESS(24, 0, List.of("pid 0 4", "usedGpuMemory 8 8", "gpuInstanceId 16 4", "computeInstanceId 20 4")),
    PROCESS_PROTECTED(
            32,
            0,
            List.of(
                    "pid 0 4",
                    "usedGpuMemory 8 8",
                    "gpuInstanceId 16 4",
                    "computeInstanceId 20 4",
                    "usedGpuCcProtectedMemory 24 8")),
    EVENT(
            32,
            0,
            List.of("device 0 8", "eventType 8 8", "eventData 16 8", "gpuInstanceId 24 4", "computeInstanceId 28 4"));

    private static final int VERSION_SHIFT = 24;

    /** Where a field is. */
    record Field(int offset, int bytes) {}

    private final int size;
    private final int version;

    @SuppressWarnings("ImmutableEnumChecker") // Filled by the constructor and never again.
    private final Map<String, Field> fields = new LinkedHashMap<>();

    Struct(int size, int version, List<String> fields) {
        this.size = size;
        this.version = version;
        for (String field : fields) {
            String[] words = field.split(" ", -1);
            this.fields.put(words[0], new Field(Integer.parseInt(words[1]), Integer.parseInt(words[2])));
        }
    }

    int size() {
        return size;
    }

    Map<String, Field> fields() {
        return Map.copyOf(fields);
    }

    /** Returns what the field {@code version} must hold: the size, and the version in the highest byte. */
    int version() {
        return size | version << VERSION_SHIFT;
    }

    /** Returns a zeroed array of {@code count} structures, with the version set where there is one. */
    Memory allocate(int count) {
        Memory memory = new Memory((long) size * Math.max(1, count));
        memory.clear();
        for (int index = 0; version > 0 && index < count; index++) {
            memory.setInt((long) index * size, version());
        }
        return memory;
    }

    Memory allocate() {
        return allocate(1);
    }

    /** Returns a number of 4 bytes, without a sign, or of 8. */
    long number(Memory memory, int index, String name) {
        Field field = field(name);
        long at = (long) index * size + field.offset();
        return field.bytes() == Integer.BYTES ? Integer.toUnsignedLong(memory.getInt(at)) : memory.getLong(at);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    int small(Memory memory, String name) {
        return Math.toIntExact(number(memory, 0, name));
    }

    String text(Memory memory, String name) {
        return memory.getString(field(name).offset(), "UTF-8");
    }

    Field field(String name) {
        Field field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("%s has no field %s".formatted(this, name));
        }
        return field;
    }
}
