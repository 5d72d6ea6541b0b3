package org.atomizable.djl.engine;

import java.util.List;
import java.util.Locale;

/**
 * The engine could not allocate the memory that it needed. It extends the JVM's own error, so that a runner can
 * distinguish it from a fault of the job without a dependency on DJL.
 */
public final class EngineOutOfMemoryError extends OutOfMemoryError {

    /** Texts by which allocators say it: CUDA's caching one, the one of the CPU, cuBLAS, C++. All in lower case. */
    private static final List<String> SIGNS = List.of(
            "out of memory",
            "can't allocate memory",
            "cannot allocate memory",
            "not enough memory",
            "cublas_status_alloc_failed",
            "cudnn_status_alloc_failed",
            "bad_alloc");

    private EngineOutOfMemoryError(String when, Throwable cause) {
        super("the engine ran out of memory " + when
                + ". Run the job on a slice with more memory, or in smaller batches");
        initCause(cause);
    }

    /**
     * Returns the engine's failure, if it is not one of memory.
     *
     * @param when what was being done, such as {@code at atom 5}
     * @throws EngineOutOfMemoryError if it is
     */
    public static RuntimeException unlessOne(String when, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            if (SIGNS.stream().anyMatch(text::contains)) {
                throw new EngineOutOfMemoryError(when, failure);
            }
        }
        return failure;
    }
}
