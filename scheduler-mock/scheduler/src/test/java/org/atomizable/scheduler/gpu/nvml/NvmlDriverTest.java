package org.atomizable.scheduler.gpu.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.testkit.spi.GpuDriverContract;
import org.atomizable.testkit.spi.GpuRig;
import org.junit.jupiter.api.Test;

/** The binding, through the real ABI, over a library in C. */
class NvmlDriverTest extends GpuDriverContract {

    @Override
    protected GpuRig rig(List<MigGeometry> products) throws Exception {
        return new InMemoryNvml(products);
    }

    @Test
    void aMissingLibraryIsToldInWords() {
        assertThatThrownBy(() -> NvmlDriver.open("libnvidia-ml-that-is-not-there.so.1"))
                .hasMessage("libnvidia-ml-that-is-not-there.so.1 cannot be loaded. "
                        + "Install the NVIDIA driver, or use simulated GPUs.");
    }

    @Test
    void aLibraryWithoutTheCallsIsToldInWords() {
        problem(Problem.NO_SYMBOL, () -> NvmlDriver.open("libc.so.6"));
    }

    @Test
    void olderLibrariesDescribeTheSameProfiles() throws Exception {
        MigGeometry product = MigGeometry.of("A100-80GB");
        try (InMemoryNvml library = new InMemoryNvml(List.of(product))) {
            GpuDriver driver = library.driver();
            String gpu = driver.gpus().get(0).uuid();
            MigGeometry newest = driver.geometry(gpu);

            library.tell("test_newest_info", 2);
            assertThat(driver.geometry(gpu)).isEqualTo(newest);

            // The first version has no names.
            library.tell("test_newest_info", 1);
            assertThat(driver.geometry(gpu).profiles())
                    .extracting(MigProfile::id, MigProfile::memory, MigProfile::starts)
                    .containsExactlyElementsOf(newest.profiles().stream()
                            .map(it -> tuple(it.id(), it.memory(), it.starts()))
                            .toList());
        }
    }

    @Test
    void aCreationThatFailsHalfWayLeavesNothing() throws Exception {
        try (InMemoryNvml library = new InMemoryNvml(List.of(MigGeometry.of("A100-80GB")))) {
            GpuDriver driver = library.driver();
            String gpu = driver.gpus().get(0).uuid();
            library.tell("test_fail_compute", 0, 1);

            problem(
                    Problem.NO_ROOM,
                    () -> driver.create(gpu, driver.geometry(gpu).placements().get(0)));

            assertThat(driver.instances(gpu)).isEmpty();
        }
    }
}
