package org.atomizable.core.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.Response;
import org.atomizable.api.wire.Problem;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;

/**
 * The reply to a call. It is a scheduler's if it is a success with a body of the protocol or none, or a failure with a problem of the
 * protocol.
 *
 * @param response whose body is read already
 * @param text the body, or its beginning where it is no JSON
 */
record Reply(Response response, String text) {

    private static final String OURS = "urn:atomizable:problem:";

    /** Whoever else answers may send any amount. */
    private static final long PEEKED = 512;

    /** More than any answer of a scheduler, and little enough to be held. */
    private static final long LONGEST = 64 << 20;

    static Reply read(Response response) throws IOException {
        MediaType type = response.body().contentType();
        boolean json = type != null
                && type.type().equals("application")
                && (type.subtype().equals("json") || type.subtype().equals("problem+json"));
        if (json && response.body().source().request(LONGEST + 1)) {
            throw ForeignAnswerException.endless(response, LONGEST);
        }
        return new Reply(
                response,
                json ? response.body().string() : response.peekBody(PEEKED).string());
    }

    /**
     * Returns the body of a success.
     *
     * @throws ForeignAnswerException if it is none of a scheduler
     */
    <T> T body(Class<T> type) throws ForeignAnswerException {
        boolean none = text.isEmpty() && type == Void.class;
        if (!response.isSuccessful() || !(none || isJson())) {
            throw foreign();
        }
        try {
            // Whatever a call without a result answers is looked at and dropped.
            if (type == Void.class) {
                WireJson.mapper().readTree(text);
                return nothing();
            }
            return Optional.ofNullable(WireJson.mapper().readValue(text, type)).orElseThrow(this::foreign);
        } catch (JsonProcessingException unknown) {
            throw foreign();
        }
    }

    /**
     * Returns the problem that a failure tells.
     *
     * @throws ForeignAnswerException if it tells none, or somebody else's
     */
    Problem problem() throws ForeignAnswerException {
        if (response.code() < 400) {
            throw foreign();
        }
        try {
            @Nullable Problem told = WireJson.mapper().readValue(text, Problem.class);
            if (told != null && String.valueOf(told.type()).startsWith(OURS)) {
                return told;
            }
        } catch (JsonProcessingException page) {
            // It is none of ours.
        }
        throw foreign();
    }

    ForeignAnswerException foreign() {
        return ForeignAnswerException.of(response, text);
    }

    private boolean isJson() {
        MediaType type = response.body().contentType();
        return type != null
                && type.type().equals("application")
                && type.subtype().equals("json");
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // A Void is null.
    private static <T> T nothing() {
        return null;
    }
}
