package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Path;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.nvml.NvmlDriver;

/** NVML's symbols over one GPU in memory, from the scheduler's tests: a process of its own has GPUs of its own. */
final class StandInLibrary {

    /** The first MIG device that {@link #create} makes in a process. */
    static final String DEVICE = "MIG-00000000-0000-0000-0000-000000000000-1-0";

    private static final String GPU = "GPU-00000000-0000-0000-0000-000000000000";
    private static final String PROFILE = "2g.20gb 14 1 2 2 3 19968 28 0 2 4";

    private final NativeLibrary library;

    private StandInLibrary(NativeLibrary library) {
        this.library = library;
    }

    /** Compiles it; the test is skipped where there is no compiler, but not in CI. */
    static Path compiled() throws Exception {
        Path to = Path.of("target", "libnvml-in-memory.so").toAbsolutePath();
        Path source = Path.of("..", "scheduler", "src", "test", "c", "nvml_in_memory.c");
        try {
            Process compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", to.toString(), source.toString())
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(compiler.getInputStream().readAllBytes());
            assertThat(compiler.waitFor()).as(printed).isZero();
        } catch (IOException none) {
            if (System.getenv("CI") != null) {
                throw none;
            }
            String why = "SKIPPED: the memory of a GPU is not read, as there is no C compiler cc: " + none.getMessage();
            System.out.println(why);
            abort(why);
        }
        return to;
    }

    /** Makes one GPU with the device {@link #DEVICE}. */
    static StandInLibrary create(Path file) throws Exception {
        StandInLibrary made = new StandInLibrary(NativeLibrary.getInstance(file.toString()));
        made.tell("test_clear");
        made.addGpu(GPU);
        try (NvmlDriver driver = NvmlDriver.open(file.toString())) {
            MigGeometry geometry = driver.geometry(GPU);
            MigProfile profile = geometry.profiles().get(0);
            assertThat(driver.create(GPU, new Placement(profile, 0)).device()).contains(DEVICE);
        }
        return made;
    }

    void addGpu(String uuid) {
        tell("test_add", "NVIDIA A100", uuid, PROFILE);
    }

    void start(long pid, long bytes) {
        tell("test_start", 0, 1, (int) pid, bytes);
    }

    void tell(String symbol, Object... arguments) {
        library.getFunction(symbol).invokeVoid(arguments);
    }
}
