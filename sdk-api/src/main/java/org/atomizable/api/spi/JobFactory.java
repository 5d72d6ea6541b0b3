package org.atomizable.api.spi;

import java.util.Map;
import org.atomizable.api.Atomizable;

/**
 * Creates a job in the process in which it runs. {@link java.util.ServiceLoader} finds a factory by its name; it can
 * also be named by its class. It needs a public constructor without parameters.
 */
public interface JobFactory {

    /** Returns the name of the job on the command line: short and in lower case, such as {@code names-cnn}. */
    String name();

    /** Returns what the job does, in one line. */
    String summary();

    /**
     * Creates a new job at atom 0. The same parameters give the same job in every process.
     *
     * @param parameters the parameters that the user set, by name; a factory rejects unknown ones
     * @throws IllegalArgumentException if a parameter is unknown or its value is not allowed; the message names it and
     *     the allowed values
     * @throws Exception if the job cannot be created
     */
    Atomizable create(Map<String, String> parameters) throws Exception;
}
