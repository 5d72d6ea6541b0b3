package org.atomizable.engine.slurm;

import java.util.List;
import org.atomizable.core.engine.EngineException;

/** Calls of Slurm by its commands. */
@FunctionalInterface
interface SlurmCalls {

    /** Returns what a command prints, with times in seconds since 1970. */
    String run(List<String> command) throws EngineException, InterruptedException;
}
