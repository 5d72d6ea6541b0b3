package org.atomizable.djl;

import java.util.List;
import java.util.Locale;
import org.atomizable.api.AtomizableException;

/** The engine could not get the memory that a step needed. */
public final class EngineOutOfMemoryException extends AtomizableException {

    /** Texts by which allocators say it: CUDA's caching one, the one of the CPU, cuBLAS, C++. All in lower case. */
    private static final List<String> SIGNS = List.of(
            "out of memory",
            "can't allocate memory",
            "cannot allocate memory",
            "not enough memory",
            "cublas_status_alloc_failed",
            "cudnn_status_alloc_failed",
            "bad_alloc");

    private EngineOutOfMemoryException(long atom, Throwable cause) {
        super(
                "the engine ran out of memory at atom " + atom,
                "Run the job on a slice with more memory, or in smaller batches",
                cause);
    }

    /** Returns this exception if the engine's failure is one of memory, and otherwise the failure itself. */
    static Exception classify(long atom, Exception failure) {
        return isOne(failure) ? new EngineOutOfMemoryException(atom, failure) : failure;
    }

    /** Tells whether a failure, or one of its causes, is of memory outside the heap. */
    static boolean isOne(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            if (SIGNS.stream().anyMatch(text::contains)) {
                return true;
            }
        }
        return false;
    }
}
