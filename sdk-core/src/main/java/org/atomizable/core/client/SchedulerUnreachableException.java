package org.atomizable.core.client;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.atomizable.api.AtomizableException;

/** The scheduler did not answer any of the attempts. */
public sealed class SchedulerUnreachableException extends AtomizableException permits SchedulerUntrustedException {

    /**
     * Makes one.
     *
     * @param absence since when nothing was answered
     */
    public SchedulerUnreachableException(URI scheduler, int attempts, Duration absence, Exception cause) {
        this(
                String.format(
                        Locale.ROOT,
                        "scheduler %s did not answer in %d attempts over %.0f s: %s",
                        scheduler,
                        attempts,
                        absence.toMillis() / 1e3,
                        reason(cause)),
                "Check the address and that the scheduler runs, and try again",
                cause);
    }

    SchedulerUnreachableException(String what, String remedy, Exception cause) {
        super(what, remedy, cause);
    }

    static String reason(Exception cause) {
        String said = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return said.contains("unrecognized SSL message")
                ? "it speaks no TLS; its address may begin with http://"
                : said;
    }
}
