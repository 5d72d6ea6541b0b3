package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.device.DeviceDriver;
import org.atomizable.core.device.DeviceUse;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Through the real ABI, over a library in C. */
@Tag("slow")
class NvmlDevicesTest {

    private static final Slice SLICE = new Slice(StandInLibrary.DEVICE, new SliceKind("2g.20gb"), Bytes.gibi(19));
    private static final long NOT_AVAILABLE = -1;

    @TempDir
    Path directory;

    @AfterEach
    void forgetTheLibrary() {
        System.clearProperty(NvmlDevices.LIBRARY);
    }

    @Test
    void itIsTheServiceThatWorkersFind() {
        assertThat(ServiceLoader.load(DeviceDriver.class)).singleElement().isInstanceOf(NvmlDevices.class);
    }

    @Test
    void everyVersionOfTheListTellsTheSame() throws Exception {
        StandInLibrary library = library();
        library.start(11, Bytes.gibi(1).count());
        library.start(12, Bytes.gibi(2).count());
        library.start(11, Bytes.gibi(4).count());
        for (int version : List.of(3, 2, 1)) {
            library.tell("test_newest_list", version);
            assertThat(new NvmlDevices().use(StandInLibrary.DEVICE))
                    .as("version %s", version)
                    .isEqualTo(new DeviceUse(
                            Optional.of(Bytes.gibi(7)), Optional.of(Map.of(11L, Bytes.gibi(5), 12L, Bytes.gibi(2)))));
        }
    }

    @Test
    void anUnknownAmountIsLeftOutAndNeverANumber() throws Exception {
        StandInLibrary library = library();
        library.start(11, Bytes.gibi(1).count());
        library.tell("test_amount_unknown", 1);
        assertThat(new NvmlDevices().use(StandInLibrary.DEVICE))
                .isEqualTo(new DeviceUse(Optional.empty(), Optional.of(Map.of(11L, Bytes.gibi(1)))));

        library.start(12, NOT_AVAILABLE);
        assertThatThrownBy(() -> new NvmlDevices().use(StandInLibrary.DEVICE))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("does not know");
    }

    @Test
    void aMissingDeviceOrLibraryIsToldInWords() throws Exception {
        library();
        assertThatThrownBy(() -> new NvmlDevices().use("MIG-none")).hasMessageContaining("could not find MIG-none");
        System.setProperty(NvmlDevices.LIBRARY, "libnone.so.1");
        assertThatThrownBy(() -> new NvmlDevices().use(StandInLibrary.DEVICE))
                .hasMessageContaining("libnone.so.1 cannot be loaded");
    }

    @Test
    void aGpuThatDoesNotTellItsMemoryIsListedBesideTheOthers() throws Exception {
        StandInLibrary library = library();
        library.addGpu("GPU-00000000-0000-0000-0000-000000000001");
        library.tell("test_memory_code", 999);

        CommandRun listed = CommandRun.of("gpus", "--nvml", "--nvml-library", StandInLibrary.compiled());
        assertThat(listed.code()).as(listed.err()).isZero();
        assertThat(listed.out())
                .contains("memory not told", "nvmlDeviceGetMemoryInfo", "(code 999)", "19.50GiB")
                .contains("GPU 1", "GPU-00000000-0000-0000-0000-000000000001");
    }

    private static StandInLibrary library() throws Exception {
        Path compiled = StandInLibrary.compiled();
        System.setProperty(NvmlDevices.LIBRARY, compiled.toString());
        return StandInLibrary.create(compiled);
    }

    @Test
    void aWorkerMeasuresAJobThatCountsNothingByTheDriver() throws Exception {
        Report report = run("1GiB", "2GiB");
        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(20));
        assertThat(report.samples())
                .hasSizeGreaterThan(20)
                .allSatisfy(it -> assertThat(it.peak()).isEqualTo(Bytes.gibi(3)));
    }

    @Test
    void moreThanTheSliceHasFailsTheSubjob() throws Exception {
        assertThat(run("1GiB", "20GiB").outcome()).isInstanceOfSatisfying(Outcome.Failed.class, it -> {
            assertThat(it.kind()).isEqualTo(FailureKind.OUT_OF_MEMORY);
            assertThat(it.message()).contains("21.00GiB");
        });
    }

    private Report run(String own, String child) throws Exception {
        NamedJob job = new NamedJob(
                DeviceJob.class.getName(),
                Map.of("library", StandInLibrary.compiled().toString(), "own", own, "child", child));
        try (ChildProcesses pool = new ChildProcesses(directory.resolve("logs"), List.of(), TimeSource.system());
                Worker worker = pool.launcherFor(job, StoreOpening.in(directory.resolve("store"), "device"), 1.0)
                        .launch(SLICE)) {
            return worker.run(MeasuredJob.subjob(SLICE, 20, TimeSource.system().now()), (next, memory) -> {});
        }
    }
}
