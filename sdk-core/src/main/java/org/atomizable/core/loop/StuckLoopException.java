package org.atomizable.core.loop;

import java.time.Duration;

/** The {@code main} of a loop did not return after its iterator had ended. Its thread goes on, so the process should end. */
public final class StuckLoopException extends IllegalStateException {

    StuckLoopException(String name, Duration waited, String place) {
        super(("the loop of %s was ended, but its main did not return within %s s, and ignored an interrupt. It is"
                        + " at %s. Let main return soon after its loop, and end this process")
                .formatted(name, waited.toSeconds(), place));
    }
}
