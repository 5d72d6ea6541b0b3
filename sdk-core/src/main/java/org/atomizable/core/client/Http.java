package org.atomizable.core.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.Problem;
import org.atomizable.core.wire.WireJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call and its retries. A call that may have been lost is sent again; a call that the scheduler refused is not. An answer of somebody
 * else counts as none.
 */
final class Http {

    private static final Logger LOG = LoggerFactory.getLogger(Http.class);

    private static final int UNAUTHORIZED = 401;
    private static final int DEFECT = 500;

    static final MediaType JSON = MediaType.get("application/json");

    private final OkHttpClient http;
    private final HttpUrl root;
    private final Optional<Token> token;
    private final Backoff backoff;
    private final TimeSource time;
    private final RandomGenerator random = RandomGenerator.getDefault();
    private final Contact contact;
    private final SchedulerClock clock;

    Http(OkHttpClient http, HttpUrl root, Optional<Token> token, Backoff backoff, TimeSource time) {
        this.http = http;
        this.root = root;
        this.token = token;
        this.backoff = backoff;
        this.time = time;
        this.contact = new Contact(time);
        this.clock = new SchedulerClock(time);
    }

    Contact contact() {
        return contact;
    }

    SchedulerClock clock() {
        return clock;
    }

    OkHttpClient client() {
        return http;
    }

    HttpUrl address(String path) {
        return root.newBuilder().addPathSegments(path).build();
    }

    Backoff backoff() {
        return backoff;
    }

    <T> T get(HttpUrl address, Class<T> type)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return get(address, type, backoff);
    }

    <T> T get(HttpUrl address, Class<T> type, Backoff own)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return call(new Request.Builder().url(address).build(), type, own);
    }

    /** Posts under one idempotency key for all attempts. */
    <T> T post(String path, Object body, String key, Class<T> type)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return post(path, body, key, type, backoff);
    }

    /** Posts likewise, with a backoff of its own. */
    <T> T post(String path, Object body, String key, Class<T> type, Backoff own)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        Request request = new Request.Builder()
                .url(address(path))
                .header("Idempotency-Key", key)
                .post(RequestBody.create(write(body), JSON))
                .build();
        return call(request, type, own);
    }

    void delete(String path, Backoff own)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        call(new Request.Builder().url(address(path)).delete().build(), Void.class, own);
    }

    long nanos() {
        return time.nanos();
    }

    /** Waits after a failure; the jitter comes from this client's own random numbers. */
    void pause(int failures) throws InterruptedException {
        time.sleep(backoff.before(failures, random));
    }

    private <T> T call(Request request, Class<T> type, Backoff own)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        Backoff patience = own;
        boolean renewed = false;
        for (int failures = 1; ; failures++) {
            Instant sent = time.now();
            long begun = time.nanos();
            Optional<String> shown = token.map(Token::text);
            try (Response response = http.newCall(showing(shown, request)).execute()) {
                Reply reply = Reply.read(response);
                if (response.isSuccessful()) {
                    T body = reply.body(type);
                    learnTime(sent, response);
                    contact.answered();
                    return body;
                }
                Problem problem = reply.problem();
                learnTime(sent, response);
                if (response.code() < 500 && response.code() != 429) {
                    contact.answered();
                    if (response.code() == UNAUTHORIZED && !renewed && isReplaced(shown)) {
                        renewed = true;
                        continue;
                    }
                    throw refusal(response, problem);
                }
                if (response.code() == DEFECT) {
                    // It answers, and fails at this: to say it for ever would help nobody.
                    patience = own.atMost(Backoff.DEFAULT.attempts());
                }
                throw new IOException("HTTP %s, %s".formatted(response.code(), problem.detail()));
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedException("interrupted while calling " + request.url());
                }
                failed(failures, patience, e, begun);
                pause(failures);
            }
        }
    }

    private static Request showing(Optional<String> shown, Request request) {
        return shown.map(it -> request.newBuilder()
                        .header("Authorization", "Bearer " + it)
                        .build())
                .orElse(request);
    }

    /** Returns the request with the token as it is now. */
    Request showing(Request request) {
        return showing(token.map(Token::text), request);
    }

    private boolean isReplaced(Optional<String> refused) {
        return token.isPresent() && token.get().isNewerThan(refused.orElse(""));
    }

    private SchedulerRefusedException refusal(Response response, Problem problem) {
        if (response.code() == UNAUTHORIZED && token.isPresent()) {
            return new SchedulerRefusedException(problem, token.get());
        }
        return problem.type().endsWith(":no-such-call")
                ? SchedulerRefusedException.ofAddress(problem, uri())
                : new SchedulerRefusedException(problem);
    }

    /** A scheduler that shows no time, or none that can be read, is taken to have the clock of this machine. */
    private void learnTime(Instant sent, Response response) {
        String shown = response.header(SchedulerClock.HEADER);
        if (shown != null) {
            try {
                clock.learn(sent, Instant.parse(shown));
            } catch (DateTimeException unreadable) {
                LOG.debug("the scheduler shows the time as \"{}\"", shown);
            }
        }
    }

    /**
     * Records that an attempt has failed.
     *
     * @param failures how many have, in a row
     * @param begun when the attempt was, in nanoseconds of the time source
     * @throws SchedulerUnreachableException if there shall be no further one
     */
    void failed(int failures, Backoff own, IOException why, long begun) throws SchedulerUnreachableException {
        if (SchedulerUntrustedException.isCauseOf(why)) {
            throw new SchedulerUntrustedException(uri(), why);
        }
        String reason = SchedulerUnreachableException.reason(why) + throughProxy();
        Duration absence = contact.failed(reason, begun);
        if (own.isExhausted(failures, absence)) {
            throw new SchedulerUnreachableException(uri(), failures, absence, new IOException(reason, why));
        }
    }

    private String throughProxy() {
        return http.proxySelector().select(uri()).stream()
                .filter(it -> it.type() != Proxy.Type.DIRECT)
                .flatMap(it -> it.address() instanceof InetSocketAddress at ? Stream.of(at) : Stream.empty())
                .map(it -> " through the proxy %s:%s (HTTP_PROXY, HTTPS_PROXY and NO_PROXY say which)"
                        .formatted(it.getHostString(), it.getPort()))
                .findFirst()
                .orElse("");
    }

    URI uri() {
        return root.uri();
    }

    private static byte[] write(Object body) {
        try {
            return WireJson.mapper().writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be put as JSON: " + body, e);
        }
    }
}
