package org.atomizable.core.client;

import java.net.URI;
import org.atomizable.api.AtomizableException;

/** The scheduler did not answer, however often it was asked. */
public final class SchedulerUnreachableException extends AtomizableException {

    SchedulerUnreachableException(URI scheduler, int attempts, Exception cause) {
        super(
                "scheduler %s did not answer in %d attempts: %s".formatted(scheduler, attempts, reason(cause)),
                "Check the address and that the scheduler runs; nothing was lost, run the job again to go on",
                cause);
    }

    private static String reason(Exception cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
