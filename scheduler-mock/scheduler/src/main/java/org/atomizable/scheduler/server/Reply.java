package org.atomizable.scheduler.server;

import io.javalin.http.Context;

/** Writes the answer to a request. */
final class Reply {

    private Reply() {}

    /** Answers 200 with a message, or a list of them. */
    public static void ok(Context request, Object message) {
        write(request, 200, Json.write(message));
    }

    /** Writes a status and a JSON body, which may be empty. */
    public static void write(Context request, int status, byte[] body) {
        request.status(status);
        if (status == 429 || status == 503) {
            request.header("Retry-After", "1");
        }
        if (body.length > 0) {
            request.contentType(status < 400 ? "application/json" : "application/problem+json");
            request.result(body);
        } else {
            // The server would say text/plain of a body that is not there.
            request.res().setContentType(null);
        }
    }
}
