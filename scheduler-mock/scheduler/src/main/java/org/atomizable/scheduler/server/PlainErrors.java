package org.atomizable.scheduler.server;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Tells of requests so broken that they reach no route, as problems as well. */
final class PlainErrors implements Request.Handler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() < 400 ? 500 : response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
        // Where the next request would begin is not known.
        response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        byte[] body = Json.write(ProblemException.problem(
                status, "malformed-request", "The request cannot be understood. Compare it with HTTP's rules."));
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
