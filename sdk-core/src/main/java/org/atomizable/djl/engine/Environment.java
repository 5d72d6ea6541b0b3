package org.atomizable.djl.engine;

import ai.djl.engine.Engine;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The environment on which the bits of a training depend besides the job: engine, threads, device, processor. */
public final class Environment {

    private static final Logger LOG = LoggerFactory.getLogger(Environment.class);
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** Bounds the instructions that oneDNN uses; read when it is loaded. */
    private static final String INSTRUCTIONS = "ONEDNN_MAX_CPU_ISA";

    private Environment() {}

    /** Returns a text that differs wherever the bits might. */
    public static String fingerprint(Engine engine) {
        String instructions = System.getenv(INSTRUCTIONS);
        return "%s %s, %s threads, %s, %s, %s%s"
                .formatted(
                        engine.getEngineName(),
                        engine.getVersion(),
                        threads(engine),
                        engine.defaultDevice(),
                        System.getProperty("os.arch"),
                        processor(),
                        instructions == null ? "" : ", oneDNN " + instructions);
    }

    /**
     * Warns of an engine on a CPU that may use all instructions: with oneDNN's convolutions in AVX2 or AVX-512 the same
     * training may end in other bits or in NaN, with DJL alone too.
     */
    static void warnOfInstructions(Engine engine) {
        if (System.getenv(INSTRUCTIONS) == null
                && "amd64".equals(System.getProperty("os.arch"))
                && !engine.defaultDevice().isGpu()) {
            LOG.warn(
                    "convolutions on this CPU may give other bits each time: set {}=AVX in the environment, as ./atomizable does",
                    INSTRUCTIONS);
        }
    }

    /** DJL's API does not tell; the property says what was asked, not what is, if the engine was loaded before it was set. */
    private static String threads(Engine engine) {
        try {
            Method threads = Class.forName(
                            "ai.djl.pytorch.jni.JniUtils",
                            true,
                            engine.getClass().getClassLoader())
                    .getMethod("getNumThreads");
            return String.valueOf(threads.invoke(null));
        } catch (ReflectiveOperationException e) {
            return System.getProperty("ai.djl.pytorch.num_threads", "unknown");
        }
    }

    /** Sets the number of threads of an engine that may be loaded already. What does not work shows in the fingerprint. */
    static void setThreads(Engine engine, int threads) {
        try {
            Class.forName("ai.djl.pytorch.jni.JniUtils", true, engine.getClass().getClassLoader())
                    .getMethod("setNumThreads", int.class)
                    .invoke(null, threads);
        } catch (ReflectiveOperationException e) {
            LOG.debug("the engine's number of threads stays as it is", e);
        }
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.toLowerCase(Locale.ROOT).startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }
}
