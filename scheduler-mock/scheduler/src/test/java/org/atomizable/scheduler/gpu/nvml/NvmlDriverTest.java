package org.atomizable.scheduler.gpu.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.device.GpuNode;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.GpuProcess;
import org.atomizable.scheduler.gpu.Ownership;
import org.atomizable.scheduler.gpu.PartitionRules;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.testkit.spi.GpuDriverContract;
import org.atomizable.testkit.spi.GpuRig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The binding, through the real ABI, over a library in C. */
class NvmlDriverTest extends GpuDriverContract {

    @Override
    protected GpuRig rig(List<MigGeometry> products) throws Exception {
        return new InMemoryNvml(products);
    }

    @Test
    void aMissingLibraryIsToldInWords() {
        assertThatThrownBy(() -> NvmlDriver.open("libnvidia-ml-that-is-not-there.so.1"))
                .hasMessageContaining(
                        "libnvidia-ml-that-is-not-there.so.1 cannot be loaded (libnvidia-ml-that-is-not-there.so.1: "
                                + "cannot open shared object file: No such file or directory). Install the NVIDIA driver, or use simulated GPUs.");
    }

    @Test
    void aLibraryThatIsNoneIsToldInTheLinkersWords(@TempDir Path directory) throws Exception {
        Path text = Files.writeString(directory.resolve("libnvidia-ml.so.1"), "not a library");
        assertThatThrownBy(() -> NvmlDriver.open(text.toString()))
                .hasMessageContaining(text + " cannot be loaded (" + text + ": ")
                .hasMessageContaining("file too short");
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
    void aGpuThatDoesNotTellItsMemoryHidesNoOther() throws Exception {
        MigGeometry product = MigGeometry.of("A100-80GB");
        VirtualTime time = VirtualTime.create();
        for (int code : List.of(3, 999)) {
            try (InMemoryNvml library = new InMemoryNvml(List.of(product, product))) {
                GpuDriver driver = library.driver();
                for (Gpu gpu : driver.gpus()) {
                    driver.switchMig(gpu.uuid(), false);
                }
                library.tell("test_memory_code", code);

                List<Gpu> gpus = driver.gpus();
                assertThat(gpus).hasSize(2);
                assertThat(gpus.get(0).memory()).isEmpty();
                assertThat(gpus.get(0).trouble().orElseThrow())
                        .contains("nvmlDeviceGetMemoryInfo", "(code %s)".formatted(code));
                assertThat(gpus.get(1).trouble()).isEmpty();

                Partitions owner = new Partitions(driver, PartitionRules.READ_ONLY, Ownership.forNow(), time);
                assertThat(GpuNode.of(driver, owner, List.of(), time).slices())
                        .extracting(Slice::id)
                        .containsExactly(gpus.get(1).uuid());
            }
        }
    }

    @Test
    void aGpuWhoseErrorsCannotBeHeardHidesNoOther() throws Exception {
        MigGeometry product = MigGeometry.of("A100-80GB");
        try (InMemoryNvml library = new InMemoryNvml(List.of(product, product))) {
            GpuDriver driver = library.driver();
            String second = driver.gpus().get(1).uuid();
            library.tell("test_register_code", 999);
            library.raiseXid(1, 31);

            GpuEvent heard = driver.nextEvent(Duration.ZERO).orElseThrow();
            assertThat(heard.gpu()).isEqualTo(second);
            assertThat(heard.code()).isEqualTo(31);
        }
    }

    @Test
    void aGpuThatFellOffTheBusIsStillNamed() throws Exception {
        try (InMemoryNvml library = new InMemoryNvml(List.of(MigGeometry.of("A100-80GB")))) {
            GpuDriver driver = library.driver();
            String gpu = driver.gpus().get(0).uuid();
            assertThat(driver.nextEvent(Duration.ZERO)).isEmpty();
            library.lose(0);
            library.raiseXid(0, 79);

            assertThat(driver.nextEvent(Duration.ZERO).orElseThrow().gpu()).isEqualTo(gpu);
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

    /** One A100 with two instances, and processes on both. */
    private interface Trial {
        void of(InMemoryNvml library, GpuDriver driver, List<GpuInstance> made) throws Exception;
    }

    private static void withTwoInstances(Trial trial) throws Exception {
        try (InMemoryNvml library = new InMemoryNvml(List.of(MigGeometry.of("A100-80GB")))) {
            GpuDriver driver = library.driver();
            String gpu = driver.gpus().get(0).uuid();
            MigProfile profile = driver.geometry(gpu).profile("2g.20gb").orElseThrow();
            List<GpuInstance> made = List.of(
                    driver.create(gpu, new Placement(profile, 0)), driver.create(gpu, new Placement(profile, 2)));
            trial.of(library, driver, made);
        }
    }

    private static List<GpuProcess> processes(GpuDriver driver, GpuInstance instance) throws GpuException {
        return driver.processes(instance.device().orElseThrow());
    }

    @Test
    void olderLibrariesListTheSameProcesses() throws Exception {
        withTwoInstances((library, driver, made) -> {
            GpuInstance first = made.get(0);
            for (int pid = 1; pid <= 20; pid++) {
                library.start(0, first.id(), pid, Bytes.mebi(pid));
            }
            List<GpuProcess> newest = processes(driver, first);
            assertThat(newest).hasSize(20).contains(new GpuProcess(7, Optional.of(Bytes.mebi(7))));

            for (int version : List.of(2, 1)) {
                library.tell("test_newest_list", version);
                assertThat(processes(driver, first)).as("version %s", version).isEqualTo(newest);
            }
        });
    }

    @Test
    void longerEntriesOfTheSameCallAreRecognized() throws Exception {
        withTwoInstances((library, driver, made) -> {
            library.tell("test_protected_list", 1);
            for (int pid = 1; pid <= 3; pid++) {
                library.start(0, made.get(0).id(), pid, Bytes.gibi(pid));
                assertThat(processes(driver, made.get(0)))
                        .hasSize(pid)
                        .contains(new GpuProcess(pid, Optional.of(Bytes.gibi(pid))));
            }
        });
    }

    @Test
    void processesOfAnotherInstanceAreNotOnTheDevice() throws Exception {
        withTwoInstances((library, driver, made) -> {
            library.start(0, made.get(0).id(), 11, Bytes.gibi(1));
            library.start(0, made.get(1).id(), 12, Bytes.gibi(2));
            library.tell("test_list_all", 1);

            assertThat(processes(driver, made.get(0))).containsExactly(new GpuProcess(11, Optional.of(Bytes.gibi(1))));
            assertThat(processes(driver, made.get(1))).containsExactly(new GpuProcess(12, Optional.of(Bytes.gibi(2))));
            assertThat(driver.processes(driver.gpus().get(0).uuid())).hasSize(2);
        });
    }

    @Test
    void anAmountThatTheDriverDoesNotKnowIsNoNumber() throws Exception {
        withTwoInstances((library, driver, made) -> {
            long notAvailable = -1;
            library.tell("test_start", 0, made.get(0).id(), 11, notAvailable);
            assertThat(processes(driver, made.get(0))).containsExactly(new GpuProcess(11, Optional.empty()));

            library.tell("test_amount_unknown", 1);
            problem(
                    Problem.NOT_SUPPORTED,
                    () -> driver.memory(made.get(0).device().orElseThrow()));
        });
    }
}
