package org.atomizable.core.worker;

import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import org.atomizable.core.worker.warm.EngineLoader;

/** The native libraries of engines, which the first job of a machine's user unpacks. That may take longer than a window. */
public final class NativeLibraries {

    private NativeLibraries() {}

    /**
     * Returns where a job's first instance will unpack them; empty if they are there, or the job needs none.
     *
     * @throws JobLoadException if there is no such job
     */
    public static Optional<Path> toUnpack(NamedJob job) throws JobLoadException {
        Class<?> source = job.source();
        for (EngineLoader engine : ServiceLoader.load(EngineLoader.class)) {
            if (engine.isUsedBy(source)) {
                return engine.toUnpack();
            }
        }
        return Optional.empty();
    }
}
