package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.server.connection.Bounds;

/**
 * A call of the protocol: what is routed, and what its description says.
 *
 * @param id unique and never changed, in camel case: generated clients name their methods by it
 * @param path with its parameters in braces
 * @param roles the roles that may make it; empty for every caller, even without a token
 * @param summary what it does, in one sentence
 * @param parameters beside those in the path
 * @param body type of the message that is sent; empty for none
 * @param result what is answered where it works
 */
record Call(
        String id,
        HandlerType method,
        String path,
        Set<Role> roles,
        String summary,
        List<Parameter> parameters,
        Optional<Class<? extends Record>> body,
        Result result,
        Answer answer) {

    /** The form of a body. */
    public enum Form {
        /** No body at all. */
        NOTHING,
        /** One message in JSON. */
        ONE,
        /** A list of messages in JSON. */
        LIST,
        /** One message in JSON, or a stream of server-sent events for a client that asks for it. */
        EVENTS,
        /** Any JSON object. */
        OBJECT,
        /** Plain text. */
        TEXT
    }

    /**
     * The result of a call.
     *
     * @param type of the message, or of each in the list; empty where there is none
     */
    public record Result(int status, Form form, Optional<Class<? extends Record>> type) {

        public static final Result NOTHING = new Result(204, Form.NOTHING, Optional.empty());
        public static final Result TEXT = new Result(200, Form.TEXT, Optional.empty());
        public static final Result OBJECT = new Result(200, Form.OBJECT, Optional.empty());

        public static Result one(Class<? extends Record> type) {
            return new Result(200, Form.ONE, Optional.of(type));
        }

        public static Result made(Class<? extends Record> type) {
            return new Result(201, Form.ONE, Optional.of(type));
        }

        public static Result all(Class<? extends Record> type) {
            return new Result(200, Form.LIST, Optional.of(type));
        }

        /** A page of events, or a stream of them. */
        public static Result events(Class<? extends Record> page) {
            return new Result(200, Form.EVENTS, Optional.of(page));
        }
    }

    /** Answers it. */
    @FunctionalInterface
    public interface Answer {
        /** The caller has shown a token of one of the roles. */
        void to(Context request, Caller caller) throws Exception;
    }

    /** Returns whether every caller may make it, without a token. */
    public boolean open() {
        return roles.isEmpty();
    }

    public static Call get(
            String id,
            String path,
            Set<Role> roles,
            String summary,
            Result result,
            Answer answer,
            Parameter... parameters) {
        return new Call(
                id, HandlerType.GET, path, roles, summary, List.of(parameters), Optional.empty(), result, answer);
    }

    public static Call delete(String id, String path, Set<Role> roles, String summary, Result result, Answer answer) {
        return new Call(id, HandlerType.DELETE, path, roles, summary, List.of(), Optional.empty(), result, answer);
    }

    public static Call post(
            String id,
            String path,
            Set<Role> roles,
            String summary,
            Class<? extends Record> body,
            Result result,
            Answer answer) {
        Parameter key = Parameter.header(
                "Idempotency-Key",
                "Chosen by the client. A request that is sent again with the same key and body is carried out once "
                        + "and gets the same answer.",
                Bounds.KEY);
        return new Call(id, HandlerType.POST, path, roles, summary, List.of(key), Optional.of(body), result, answer);
    }
}
