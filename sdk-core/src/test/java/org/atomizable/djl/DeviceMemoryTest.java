package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Device;
import java.lang.management.MemoryUsage;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;

class DeviceMemoryTest {

    @Test
    void whatIsInUseOnAGpuIsTold() throws Exception {
        DeviceMemory memory = DeviceMemory.of(Device.gpu(0), () -> new MemoryUsage(-1, 3 << 20, 3 << 20, 8 << 20));
        assertThat(memory.peak()).isEqualTo(Bytes.mebi(3));
    }

    @Test
    void aProcessorIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> DeviceMemory.of(Device.cpu(), () -> new MemoryUsage(0, 0, 0, 0)))
                .isInstanceOfSatisfying(
                        AtomizableException.class, it -> assertThat(it.remedy()).contains("memory of the process"));
    }
}
