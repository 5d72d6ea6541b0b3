package org.atomizable.scheduler.gpu.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.MemoryUse;
import org.atomizable.scheduler.gpu.MigDevice;
import org.junit.jupiter.api.Test;

/** The part of the contract that only looks, where there is a real GPU. */
class RealGpuTest {

    @Test
    void aRealGpuAnswersAsTheContractSays() throws Exception {
        try (NvmlDriver driver = open()) {
            assertThat(driver.software().driver()).isNotBlank();
            List<Gpu> gpus = driver.gpus();
            assertThat(gpus).extracting(Gpu::uuid).doesNotHaveDuplicates().allMatch(it -> it.startsWith("GPU-"));
            for (Gpu gpu : gpus) {
                assertThat(gpu.name()).isNotBlank();
                for (MigDevice device : driver.devices(gpu.uuid())) {
                    MemoryUse memory = driver.memory(device.uuid());
                    assertThat(memory.total()).isEqualTo(device.memory()).isGreaterThan(Bytes.ZERO);
                }
                if (gpu.mig() == Gpu.MigMode.ON) {
                    readLayout(driver, gpu);
                }
            }
        }
    }

    private static void readLayout(NvmlDriver driver, Gpu gpu) throws GpuException {
        try {
            MigGeometry geometry = driver.geometry(gpu.uuid());
            assertThat(geometry.placements()).isNotEmpty();
            assertThat(geometry.placements())
                    .containsAll(driver.instances(gpu.uuid()).stream()
                            .map(it -> it.place())
                            .toList());
        } catch (GpuException refused) {
            assertThat(refused.problem()).isEqualTo(Problem.NO_PERMISSION);
        }
    }

    private static NvmlDriver open() throws GpuException {
        try {
            return NvmlDriver.open(NvmlDriver.LIBRARY);
        } catch (GpuException none) {
            String why = "SKIPPED: no real GPU is looked at: " + none.getMessage();
            System.out.println(why);
            abort(why);
            throw none;
        }
    }
}
