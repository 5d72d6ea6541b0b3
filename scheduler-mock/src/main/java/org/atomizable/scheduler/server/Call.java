package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.scheduler.access.Role;

/**
 * A call of the protocol: what is routed, and what its description says.
 *
 * @param path with its parameters in braces
 * @param roles for whom it is
 * @param query names of its query parameters, all of them whole numbers that may be left out
 * @param body type of the message that is sent; empty for none
 * @param result what is answered where it works
 */
record Call(
        HandlerType method,
        String path,
        Set<Role> roles,
        String summary,
        List<String> query,
        Optional<Class<? extends Record>> body,
        Result result,
        Answer answer) {

    /**
     * What is answered.
     *
     * @param type of the message, or of each in the list; empty for none, and for plain text
     */
    record Result(int status, Optional<Class<? extends Record>> type, boolean list) {

        static final Result NOTHING = new Result(204, Optional.empty(), false);
        static final Result TEXT = new Result(200, Optional.empty(), false);

        static Result one(Class<? extends Record> type) {
            return new Result(200, Optional.of(type), false);
        }

        static Result made(Class<? extends Record> type) {
            return new Result(201, Optional.of(type), false);
        }

        static Result all(Class<? extends Record> type) {
            return new Result(200, Optional.of(type), true);
        }
    }

    /** Answers it. */
    @FunctionalInterface
    interface Answer {
        /** The caller has shown a token of one of the roles. */
        void to(Context request, Caller caller) throws Exception;
    }

    static Call get(String path, Set<Role> roles, String summary, Result result, Answer answer, String... query) {
        return new Call(HandlerType.GET, path, roles, summary, List.of(query), Optional.empty(), result, answer);
    }

    static Call delete(String path, Set<Role> roles, String summary, Result result, Answer answer) {
        return new Call(HandlerType.DELETE, path, roles, summary, List.of(), Optional.empty(), result, answer);
    }

    static Call post(
            String path, Set<Role> roles, String summary, Class<? extends Record> body, Result result, Answer answer) {
        return new Call(HandlerType.POST, path, roles, summary, List.of(), Optional.of(body), result, answer);
    }
}
