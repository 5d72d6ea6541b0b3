package org.atomizable.core.worker.channel;

import java.io.IOException;

/** A line is JSON of the right shape, but no command or event: its type is unknown, or a part is missing or out of range. */
public final class MalformedMessageException extends IOException {

    MalformedMessageException(String message) {
        super(message);
    }

    MalformedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
