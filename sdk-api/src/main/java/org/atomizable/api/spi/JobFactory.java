package org.atomizable.api.spi;

import java.util.Map;
import org.atomizable.api.Atomizable;

/**
 * Makes a job in whichever process it is to run. Found by {@link java.util.ServiceLoader} under its name, or by its class
 * name; needs a public constructor without parameters.
 */
public interface JobFactory {

    /** Returns the name by which the command line knows the job: short, lower case, such as {@code names-cnn}. */
    String name();

    /** Returns what the job does, in one line. */
    String summary();

    /**
     * Makes a fresh job, standing before atom 0. The same parameters make the same job, in every process.
     *
     * @param parameters what the user set, by name; a factory refuses what it does not know
     * @throws IllegalArgumentException if a parameter is unknown or its value is unfit; names it and what is allowed
     * @throws Exception if the job cannot be made
     */
    Atomizable create(Map<String, String> parameters) throws Exception;
}
