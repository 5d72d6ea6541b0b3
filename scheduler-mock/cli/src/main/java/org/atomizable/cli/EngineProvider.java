package org.atomizable.cli;

import org.atomizable.api.AtomizableException;
import org.atomizable.core.engine.Engine;

/**
 * Adds an engine to {@code run}, {@code sweep} and {@code scheduler}. Named in {@code META-INF/services/org.atomizable.cli.EngineProvider} of a jar on the class path,
 * it is found by {@link java.util.ServiceLoader}. Its fields with picocli's annotation {@code @Option} become options of all three.
 */
public interface EngineProvider {

    /** Returns the name of the engine, as in {@code --engine NAME}. */
    String name();

    /**
     * Returns the engine with the options that were given.
     *
     * @throws AtomizableException if it cannot be used on this machine, or if an option is wrong
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    Engine engine() throws AtomizableException, InterruptedException;
}
