package org.atomizable.testkit.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Optional;
import org.atomizable.api.wire.Problem;
import org.atomizable.core.wire.WireJson;

/**
 * A scheduler's answer to a call.
 *
 * @param status of HTTP
 * @param type the content type; empty without a body
 * @param text the body
 */
public record Reply(int status, String type, String text) {

    /** The answer to a call that returns nothing. */
    public static final Reply DONE = new Reply(204, "", "");

    /** Returns the answer to a call that is refused. */
    public static Reply of(Problem problem) {
        try {
            return new Reply(
                    problem.status(),
                    "application/problem+json",
                    WireJson.mapper().writeValueAsString(problem));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a problem can be written", impossible);
        }
    }

    /** Returns whether the call was carried out. */
    public boolean done() {
        return status >= 200 && status < 300;
    }

    /** Returns whether the scheduler has refused the call for good. */
    public boolean refused() {
        return status >= 400 && status < 500 && status != 429;
    }

    /** Returns the body as a record, unless it is none. */
    public <T extends Record> Optional<T> read(Class<T> as) {
        try {
            return Optional.ofNullable(WireJson.mapper().readValue(text, as));
        } catch (JsonProcessingException other) {
            return Optional.empty();
        }
    }

    /** Returns what is wrong with a refusal; empty if it is a problem as the protocol has it. */
    public Optional<String> flaw() {
        Optional<Problem> problem = read(Problem.class);
        if (!type.startsWith("application/problem+json") || problem.isEmpty()) {
            return Optional.of("%s with a body of type \"%s\", which is no problem".formatted(status, type));
        }
        if (!String.valueOf(problem.get().type()).startsWith("urn:atomizable:problem:")
                || problem.get().status() != status
                || String.valueOf(problem.get().detail()).isBlank()) {
            return Optional.of("%s with a problem of type \"%s\", status %s and detail \"%s\""
                    .formatted(
                            status,
                            problem.get().type(),
                            problem.get().status(),
                            problem.get().detail()));
        }
        return Optional.empty();
    }

    /** Returns the name of its problem; empty if it is none. */
    public String problem() {
        return read(Problem.class)
                .map(it -> String.valueOf(it.type()).replaceFirst("^.*:", ""))
                .orElse("");
    }
}
