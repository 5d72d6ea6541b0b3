package org.atomizable.core.worker.warm;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Loads the libraries of an engine ahead of the jobs that use it. A service: implementations are found by ServiceLoader. */
public interface EngineLoader {

    /** Tells whether a job's class, or the class of its factory, uses the engine. */
    boolean isUsedBy(Class<?> job);

    /** Loads the engine as a job would load it; uses no memory of a device. */
    void load();

    /** Returns where the first load will unpack native libraries; empty if they are there. */
    default Optional<Path> toUnpack() {
        return Optional.empty();
    }

    /** Returns the settings that the engine reads when it is loaded, as they are now. */
    Map<String, String> settings();
}
