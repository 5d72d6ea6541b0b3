package org.atomizable.core.command;

/**
 * A command says that it could not allocate memory. It extends the JVM's own error, so that a runner can distinguish it
 * from a fault of the job.
 */
public final class CommandOutOfMemoryError extends OutOfMemoryError {

    CommandOutOfMemoryError(String message) {
        super("the command ran out of memory: " + message
                + ". Run the job on a slice with more memory, or in smaller batches");
    }
}
