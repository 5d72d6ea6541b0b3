package org.atomizable.djl.engine;

import java.io.IOException;

/**
 * A checkpoint was written in an environment where the same training may give other bits: with another engine, thread
 * count or processor.
 */
public final class EnvironmentMismatchException extends IOException {

    /** Makes an exception that names both environments. */
    public EnvironmentMismatchException(String saved, String here) {
        super(("the checkpoint was written on [%s], this is [%s]; a run that continues here would give other bits. "
                        + "Restore it there, or allow it with acceptOtherEnvironments()")
                .formatted(saved, here));
    }
}
