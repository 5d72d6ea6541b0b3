package org.atomizable.scheduler.gpu.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Layouts, against the table that was measured from NVIDIA's header, and against this machine's C compiler. */
class StructTest {

    private static final Map<Struct, String> NAMES = Map.ofEntries(
            Map.entry(Struct.MEMORY, "nvmlMemory_t"),
            Map.entry(Struct.PLACEMENT, "nvmlGpuInstancePlacement_t"),
            Map.entry(Struct.GPU_INSTANCE_PROFILE, "nvmlGpuInstanceProfileInfo_t"),
            Map.entry(Struct.GPU_INSTANCE_PROFILE_V2, "nvmlGpuInstanceProfileInfo_v2_t"),
            Map.entry(Struct.GPU_INSTANCE_PROFILE_V3, "nvmlGpuInstanceProfileInfo_v3_t"),
            Map.entry(Struct.GPU_INSTANCE, "nvmlGpuInstanceInfo_t"),
            Map.entry(Struct.COMPUTE_INSTANCE_PROFILE, "nvmlComputeInstanceProfileInfo_t"),
            Map.entry(Struct.COMPUTE_INSTANCE, "nvmlComputeInstanceInfo_t"),
            Map.entry(Struct.PROCESS_V1, "nvmlProcessInfo_v1_t"),
            Map.entry(Struct.PROCESS, "nvmlProcessInfo_t"),
            Map.entry(Struct.PROCESS_PROTECTED, "nvmlProcessInfo_protected_t"),
            Map.entry(Struct.EVENT, "nvmlEventData_t"));

    private record Measured(int size, Map<String, Struct.Field> fields) {}

    @Test
    void everyFieldIsWhereTheHeaderHasIt() throws IOException {
        Map<String, Measured> table = table();
        assertThat(NAMES.keySet()).containsExactlyInAnyOrder(Struct.values());
        for (Struct struct : Struct.values()) {
            Measured measured = table.get(NAMES.get(struct));
            assertThat(struct.size()).as("%s", struct).isEqualTo(measured.size());
            assertThat(measured.fields()).as("%s", struct).containsAllEntriesOf(struct.fields());
        }
    }

    @Test
    void everyFieldIsWhereTheCompilerPutsIt() throws Exception {
        try (InMemoryNvml library = new InMemoryNvml(List.of())) {
            for (Struct struct : Struct.values()) {
                String name = NAMES.get(struct);
                assertThat(library.ask("test_size", name)).as(name).isEqualTo(struct.size());
                struct.fields()
                        .forEach((field, where) -> assertThat(library.ask("test_offset", name, field))
                                .as("%s.%s", name, field)
                                .isEqualTo(where.offset()));
            }
        }
    }

    @Test
    void versionsAreSizeAndNumber() {
        assertThat(Struct.GPU_INSTANCE_PROFILE_V2.version()).isEqualTo(0x2000098);
        assertThat(Struct.GPU_INSTANCE_PROFILE_V3.version()).isEqualTo(0x3000098);
        assertThat(Struct.GPU_INSTANCE_PROFILE_V3.allocate().getInt(0)).isEqualTo(0x3000098);
    }

    private static Map<String, Measured> table() throws IOException {
        Map<String, Measured> table = new LinkedHashMap<>();
        try (InputStream in = StructTest.class.getResourceAsStream("layouts.csv")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .forEach(line -> {
                        String[] row = line.split(",");
                        table.computeIfAbsent(
                                        row[0], it -> new Measured(Integer.parseInt(row[1]), new LinkedHashMap<>()))
                                .fields()
                                .put(row[2], new Struct.Field(Integer.parseInt(row[3]), Integer.parseInt(row[4])));
                    });
        }
        return table;
    }
}
