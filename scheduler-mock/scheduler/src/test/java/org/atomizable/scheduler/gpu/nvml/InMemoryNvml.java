package org.atomizable.scheduler.gpu.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.testkit.spi.GpuRig;

/** The C library of the test tree, compiled by the system's compiler and loaded as NVML is. */
final class InMemoryNvml implements GpuRig {

    private static final long XID = 8;
    private static final int WHOLE_GPU = -1;
    private static Path compiled;

    private final NativeLibrary library;
    private final List<MigGeometry> products;
    private final NvmlDriver driver;

    InMemoryNvml(List<MigGeometry> products) throws Exception {
        this.library = NativeLibrary.getInstance(path().toString());
        this.products = products;
        tell("test_clear");
        for (int index = 0; index < products.size(); index++) {
            String uuid = "GPU-" + new UUID(index, index);
            tell("test_add", products.get(index).product(), uuid, text(products.get(index)));
        }
        this.driver = NvmlDriver.open(path().toString());
    }

    /** Returns the compiled library; the test is skipped where nothing can compile it, but not in CI. */
    static synchronized Path path() throws IOException, InterruptedException {
        if (compiled == null) {
            Path to = Path.of("target", "libnvml-in-memory.so").toAbsolutePath();
            Path source = Path.of("src", "test", "c", "nvml_in_memory.c");
            try {
                Process compiler = new ProcessBuilder(
                                "cc",
                                "-std=c11",
                                "-shared",
                                "-fPIC",
                                "-O1",
                                "-Wall",
                                "-Wextra",
                                "-Werror",
                                "-o",
                                to.toString(),
                                source.toString())
                        .redirectErrorStream(true)
                        .start();
                String said = new String(compiler.getInputStream().readAllBytes());
                assertThat(compiler.waitFor()).as(said).isZero();
            } catch (IOException none) {
                if (System.getenv("CI") != null) {
                    throw none;
                }
                String why =
                        "SKIPPED: NVML's binding is not tested, as there is no C compiler cc: " + none.getMessage();
                System.out.println(why);
                abort(why);
            }
            assertThat(Files.exists(to)).isTrue();
            compiled = to;
        }
        return compiled;
    }

    /** One line for each profile, as the library reads it. */
    private static String text(MigGeometry geometry) {
        return geometry.profiles().stream().map(InMemoryNvml::line).collect(Collectors.joining("\n"));
    }

    private static String line(MigProfile it) {
        return "%s %s %s %s %s %s %s %s %s"
                .formatted(
                        it.name(),
                        it.id(),
                        it.nvmlProfile(),
                        it.computeSlices(),
                        it.memorySlices(),
                        it.most(),
                        it.memory().count() >> 20,
                        it.multiprocessors().orElse(0),
                        it.starts().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    int ask(String what, Object... arguments) {
        return library.getFunction(what).invokeInt(arguments);
    }

    void tell(String what, Object... arguments) {
        library.getFunction(what).invokeVoid(arguments);
    }

    @Override
    public GpuDriver driver() {
        return driver;
    }

    @Override
    public void hold(int gpu, int instance, int tries) {
        tell("test_hold", gpu, instance, tries);
    }

    @Override
    public void halfDestroy(int gpu, int instance) {
        tell("test_half_destroy", gpu, instance);
    }

    @Override
    public void start(int gpu, int instance, long pid, Bytes memory) {
        tell("test_start", gpu, instance, (int) pid, memory.count());
    }

    @Override
    public void stop(int gpu, int instance, long pid) {
        tell("test_stop", gpu, instance);
    }

    @Override
    public void privileged(boolean yes) {
        tell("test_privileged", yes ? 1 : 0);
    }

    @Override
    public void reset(int gpu) {
        tell("test_reset", gpu);
    }

    @Override
    public void lose(int gpu) throws GpuException {
        tell("test_lose", gpu);
    }

    @Override
    public void raiseXid(int gpu, long code) {
        tell("test_raise", gpu, XID, code, WHOLE_GPU);
    }

    @Override
    public void describe(UnaryOperator<MigGeometry> otherwise) {
        for (int index = 0; index < products.size(); index++) {
            tell("test_describe", index, text(otherwise.apply(products.get(index))));
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}
