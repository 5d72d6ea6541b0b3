package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.atomizable.core.engine.EngineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which MIG device a link has, where Slurm tells it well or badly. The listings have the form of those that NVIDIA's guide and public notes show,
 * from drivers 460 and 535, and the variables are those of Slurm 22.05 and 24.11. The device numbers are invented.
 */
class GivenDeviceTest {

    private static final String FIRST = "MIG-0a3f21c4-5d1e-5b77-9f0e-2f4c6a81b9d0";
    private static final String SECOND = "MIG-1b4e32d5-6e2f-5c88-8a1f-3a5d7b92cae1";
    private static final String OLD = "MIG-GPU-9c2d7a10-44f3-10ee-0b8a-3d99b6ac1f20/9/0";

    @TempDir
    Path directory;

    private static GpuListing listing(String file) {
        return () -> {
            try (InputStream recorded = Objects.requireNonNull(GivenDeviceTest.class.getResourceAsStream(file))) {
                return new String(recorded.readAllBytes(), StandardCharsets.UTF_8);
            }
        };
    }

    private static GivenDevice given(String type, Map<String, String> environment, String file) throws Exception {
        return GivenDevice.of(Optional.of(type), environment, "n1", listing(file));
    }

    private static void assertRefused(String type, Map<String, String> environment, String file, String... words) {
        assertThatThrownBy(() -> given(type, environment, file))
                .isInstanceOfSatisfying(
                        EngineException.class, it -> assertThat(it.isFinal()).isTrue())
                .hasMessageContainingAll(words)
                .hasMessageContaining("n1");
    }

    /** Devices of others are hidden from the job (ConstrainDevices), and Slurm counts from 0 what it shows. */
    @ParameterizedTest
    @CsvSource({
        "CUDA_VISIBLE_DEVICES,0",
        "GPU_DEVICE_ORDINAL,0",
        "SLURM_JOB_GPUS,5",
        "CUDA_VISIBLE_DEVICES,NoDevFiles",
        "CUDA_VISIBLE_DEVICES,''",
        "OTHER,0"
    })
    void aNumberOrNothingMeansTheOnlyDeviceThatTheJobCanOpen(String variable, String value) throws Exception {
        assertThat(given("1g.10gb", Map.of(variable, value), "gpus-confined.txt"))
                .isEqualTo(new GivenDevice(FIRST, Optional.empty()));
    }

    @Test
    void aSubjobIsToldItsDeviceBeforeItsWorkerStarts() throws Exception {
        assertThat(SubjobDevice.find("1g.10gb", Map.of("CUDA_VISIBLE_DEVICES", "0"), listing("gpus-confined.txt")))
                .isEqualTo(FIRST);
        assertThatThrownBy(
                        () -> SubjobDevice.find("1g.10gb", Map.of("SLURMD_NODENAME", "n1"), listing("gpus-open.txt")))
                .hasMessageContaining("n1");
        assertThat(SubjobDevice.find("1g.10gb", Map.of("CUDA_VISIBLE_DEVICES", "0"), () -> {
                    throw new IOException("there is no nvidia-smi");
                }))
                .isEmpty();
        assertThat(SubjobDevice.command("a100", "java", "x.jar")).isEmpty();
    }

    @Test
    void aUuidMeansThatDeviceAmongSeveral() throws Exception {
        Map<String, String> environment = Map.of("CUDA_VISIBLE_DEVICES", SECOND, "SLURM_JOB_GPUS", "1");

        assertThat(given("1g.10gb", environment, "gpus-open.txt")).isEqualTo(new GivenDevice(SECOND, Optional.empty()));
    }

    @Test
    void anIdOfAnOldDriverIsOneToo() throws Exception {
        assertThat(given("1g.5gb", Map.of("CUDA_VISIBLE_DEVICES", OLD), "gpus-open-driver-460.txt"))
                .isEqualTo(new GivenDevice(OLD, Optional.empty()));
    }

    /** CUDA would take the first one: that of another job. */
    @ParameterizedTest
    @CsvSource({"CUDA_VISIBLE_DEVICES,0", "CUDA_VISIBLE_DEVICES,3", "SLURM_JOB_GPUS,1", "OTHER,''"})
    void aNumberOrNothingAmongSeveralIsRefused(String variable, String value) {
        assertRefused(
                "1g.10gb",
                Map.of(variable, value),
                "gpus-open.txt",
                "can open 2g.20gb MIG-",
                FIRST,
                SECOND,
                variable.equals("OTHER") ? "Slurm names none" : "Slurm names \"" + value + "\"",
                "AutoDetect=nvml",
                "ConstrainDevices=yes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,1", FIRST + "," + SECOND})
    void severalDevicesAreRefusedByTheirNames(String value) {
        Map<String, String> environment = Map.of("CUDA_VISIBLE_DEVICES", value);
        assertRefused("1g.10gb", environment, "gpus-confined.txt", "several devices", value, "--sbatch");
        assertThatThrownBy(() -> GivenDevice.of(Optional.of("1g.10gb"), environment, "n1", () -> {
                    throw new IOException("no driver");
                }))
                .hasMessageContaining("several devices");
    }

    /** Another instance has other memory. That of a part of an instance belongs to its other parts too. */
    @ParameterizedTest
    @CsvSource({
        "1g.10gb,gpus-confined-2g.txt,2g.20gb MIG-",
        "1g.20gb,gpus-confined.txt,1g.10gb MIG-",
        "4g.40gb,gpus-confined-3g.txt,3g.40gb MIG-",
        "2g.20gb,gpus-confined-part.txt,1c.2g.20gb MIG-",
        "nvidia_a100_2g.20gb,gpus-confined.txt,1g.10gb MIG-"
    })
    void aDeviceOfAnotherProfileIsRefused(String type, String file, String device) {
        assertRefused(type, Map.of("CUDA_VISIBLE_DEVICES", "0"), file, device, "type " + type, "--sbatch=--exclude=n1");
    }

    /** Slurm counts 39 GiB where NVIDIA counts 40 GB, and names the product too. */
    @ParameterizedTest
    @CsvSource({
        "1g.10gb,gpus-confined.txt",
        "nvidia_h100_80gb_hbm3_1g.10gb,gpus-confined.txt",
        "a100-sxm4-80gb_1G.10GB,gpus-confined.txt",
        "nvidia_a100_3g.39gb,gpus-confined-3g.txt",
        "3g.40gb,gpus-confined-3g.txt",
        "1c.2g.20gb,gpus-confined-part.txt",
        "1g.10gb,gpus-confined-me.txt"
    })
    void aTypeIsKnownByAllNamesOfItsProfile(String type, String file) throws Exception {
        assertThat(given(type, Map.of("CUDA_VISIBLE_DEVICES", "0"), file).unchecked())
                .isEmpty();
    }

    /** The instances were made anew, and Slurm was not started again. */
    @Test
    void aUuidThatTheDriverDoesNotKnowIsRefused() {
        String gone = "MIG-ffffffff-6e2f-5c88-8a1f-3a5d7b92cae1";
        assertRefused("1g.10gb", Map.of("CUDA_VISIBLE_DEVICES", gone), "gpus-open.txt", gone, FIRST, "exclude=n1");
    }

    @Test
    void aWholeGpuIsNoSlice() {
        assertRefused(
                "1g.10gb",
                Map.of("CUDA_VISIBLE_DEVICES", "0"),
                "gpus-whole.txt",
                "no MIG device",
                "Slurm names \"0\"",
                "exclude=n1");
    }

    @Test
    void withoutADriverNothingIsCheckedAndTheReasonIsKept() throws Exception {
        GivenDevice device = GivenDevice.of(
                Optional.of("1g.10gb"),
                Map.of("CUDA_VISIBLE_DEVICES", "2"),
                "n1",
                new NvidiaSmi(directory.resolve("nvidia-smi").toString()));

        assertThat(device.name()).isEqualTo("2");
        assertThat(device.unchecked()).get().asString().contains("nvidia-smi", "No such file");
    }

    /** A type that names no profile may be a whole GPU: nothing is known about it, and nobody is asked. */
    @ParameterizedTest
    @ValueSource(strings = {"a100", ""})
    void whatIsNoProfileIsLeftToSlurm(String type) throws Exception {
        GivenDevice device = GivenDevice.of(
                Optional.of(type).filter(it -> !it.isEmpty()), Map.of("CUDA_VISIBLE_DEVICES", "0,1"), "n1", () -> {
                    throw new IllegalStateException("nobody is asked");
                });

        assertThat(device).isEqualTo(new GivenDevice("0,1", Optional.empty()));
    }

    private NvidiaSmi program(String body) throws IOException {
        Path file = directory.resolve("nvidia-smi");
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new NvidiaSmi(file.toString());
    }

    @Test
    void theCommandOfTheDriverIsAskedForItsList() throws Exception {
        assertThat(program("echo \"asked $*\"").text()).isEqualTo("asked -L\n");
    }

    @Test
    void aDriverThatDoesNotRunIsUnknownWithItsOwnWords() throws Exception {
        NvidiaSmi broken = program("echo; echo \"NVIDIA-SMI has failed\"; echo \"Make sure\"; exit 9");

        assertThatThrownBy(broken::text)
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("ended with 9", "NVIDIA-SMI has failed");
    }
}
