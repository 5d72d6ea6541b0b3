package org.atomizable.scheduler.journal;

import java.time.Duration;
import org.atomizable.api.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries again what fails because another program holds a journal's lock. SQLite itself waits for some locks and not for others, such as
 * those of two programs that open a new file at one time.
 */
public final class Patience {

    private static final Logger LOG = LoggerFactory.getLogger(Patience.class);
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofMillis(50);

    /** A step that may be tried again. */
    @FunctionalInterface
    public interface Step<T> {
        /** Does it, or throws what tells {@link JournalException#locked}. */
        T done() throws JournalException;
    }

    private Patience() {}

    /** Does a step, again and again for up to half a minute while the journal is locked. */
    public static <T> T with(TimeSource time, Step<T> step) throws JournalException {
        long began = time.nanos();
        boolean told = false;
        while (true) {
            try {
                return step.done();
            } catch (JournalException failed) {
                if (!failed.locked() || time.nanos() - began > MOST.toNanos()) {
                    throw failed;
                }
                if (!told) {
                    LOG.warn("waiting up to {} s: {}", MOST.toSeconds(), failed.getMessage());
                    told = true;
                }
                if (interrupted(time)) {
                    throw failed;
                }
            }
        }
    }

    private static boolean interrupted(TimeSource time) {
        try {
            time.sleep(AGAIN);
            return false;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
