package org.atomizable.testkit.protocol;

import java.util.Optional;

/**
 * A message of an agent.
 *
 * @param message which
 * @param subject the id of the job, window or grant; empty for a registration
 * @param body the wire record that was sent; empty for a withdrawal, or if it could not be read
 * @param key the {@code Idempotency-Key}
 */
public record Request(Message message, String subject, Optional<? extends Record> body, Optional<String> key) {

    /** Refuses a message of the scheduler. */
    public Request {
        if (!message.fromAgent()) {
            throw new IllegalArgumentException("an agent does not send %s".formatted(message.word()));
        }
    }

    /** Returns the body if it is of that type. */
    public <T extends Record> Optional<T> body(Class<T> type) {
        return body.filter(type::isInstance).map(type::cast);
    }

    String shown() {
        return message.word() + (subject.isEmpty() ? "" : " of " + subject);
    }
}
