package org.atomizable.core.command;

import java.time.Duration;
import org.atomizable.api.Atomizable;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.worker.NamedJob;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work with a job outside of any lease: to learn its spec, and to evaluate it. No agent starts it again, so it is tried again here if
 * something kills its program.
 */
public final class OutsideLease {

    private static final Logger LOG = LoggerFactory.getLogger(OutsideLease.class);
    private static final int TRIES = 3;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private OutsideLease() {}

    /** Does something with an instance of a job. */
    @FunctionalInterface
    public interface Use<T> {
        /** Does it. */
        T of(Atomizable job) throws Exception;
    }

    /** Does something with an instance of a job that is closed afterwards; with another one, up to twice, if its program is killed. */
    public static <T> T with(NamedJob job, TimeSource time, Use<T> use) throws Exception {
        for (int tries = 1; ; tries++) {
            try (Atomizable made = job.create()) {
                return use.of(made);
            } catch (Exception e) {
                if (tries >= TRIES || !isKill(e)) {
                    throw e;
                }
                LOG.warn("{}. Trying again", e.getMessage());
            }
            time.sleep(PAUSE.multipliedBy(tries));
        }
    }

    /** To be killed is a worker's end, and no fault of the job. */
    private static boolean isKill(Exception failure) {
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof WorkerException) {
                return true;
            }
        }
        return false;
    }
}
