package org.atomizable.core.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;
import okio.BufferedSource;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.EventPage;
import org.atomizable.api.wire.Problem;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job's events: pushed where that works, otherwise fetched by long polls. After a lost connection it continues after
 * the last event that it delivered, so that no event is lost or delivered twice.
 */
final class EventStream implements JobScheduler.Listening {

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final int POLL_SECONDS = 20;
    private static final Duration SILENT = Duration.ofSeconds(30);
    private static final long BEGIN_MILLIS = 5000;
    private static final int MOST_DOUBLINGS = 6;
    private static final int UNAUTHORIZED = 401;
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final String STREAM = "text/event-stream";

    private enum Pushing {
        WORKS,
        /** Somebody else answered, the token was not accepted, or something on the way keeps what is pushed. */
        LATER,
        /** The scheduler refused. */
        NEVER
    }

    private final Http http;
    private final OkHttpClient patient;
    private final String path;
    private final EventListener listener;
    private final Duration mostSilence;
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable Call call;
    private volatile long lastTold;
    /** Since it was last opened; a heartbeat, too, shows that it works. */
    private volatile boolean heard;
    /** These are used by the thread alone. */
    private Pushing pushing = Pushing.WORKS;

    private long triedAt;
    /** How many streams in a row brought nothing, not even a heartbeat. */
    private int silent;

    EventStream(Http http, String job, EventListener listener) {
        this(http, job, listener, SILENT);
    }

    /** Makes one that takes a stream for held back after a time of silence. */
    EventStream(Http http, String job, EventListener listener, Duration mostSilence) {
        this.http = http;
        this.path = "v1/jobs/" + job + "/events";
        this.listener = listener;
        this.mostSilence = mostSilence;
        this.patient = http.client()
                .newBuilder()
                .readTimeout(mostSilence)
                .callTimeout(0, TimeUnit.SECONDS)
                .build();
        this.thread = new Thread(this::listen, "atomizable-events-" + job);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void listen() {
        int failures = 0;
        while (!closed) {
            heard = false;
            boolean pushes = true;
            try {
                pushes = mayPush() && listenToPushes();
                if (!pushes) {
                    poll();
                }
                if (heard) {
                    failures = 0;
                } else if (pushes) {
                    // A stream that ends without a word is not opened again at once.
                    http.pause(1);
                }
            } catch (InterruptedException e) {
                closed = true;
            } catch (AtomizableException e) {
                tellLost(e);
            } catch (IOException e) {
                if (pushes && !heard && e instanceof SocketTimeoutException) {
                    heldBack();
                }
                failures = heard ? 1 : failures + 1;
                pause(failures, e);
            }
        }
    }

    private void pause(int failures, IOException cause) {
        if (closed) {
            return;
        }
        LOG.debug("events of {} broke off, going on after {}", path, lastTold, cause);
        try {
            // It may have been heard until just now.
            http.failed(failures, http.backoff(), cause, http.nanos());
            http.pause(failures);
        } catch (SchedulerUnreachableException givenUp) {
            tellLost(givenUp);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private void tellLost(AtomizableException why) {
        if (!closed) {
            closed = true;
            listener.lost(why);
        }
    }

    private boolean mayPush() {
        return pushing == Pushing.WORKS
                || (pushing == Pushing.LATER
                        && http.nanos() - triedAt >= AGAIN_NANOS << Math.min(silent, MOST_DOUBLINGS));
    }

    /** Returns whether events were pushed; if not, a long poll brings the reason, or works where pushing does not. */
    private boolean listenToPushes() throws IOException {
        Request request = new Request.Builder()
                .url(http.address(path))
                .header("Accept", STREAM)
                .header("Last-Event-ID", Long.toString(lastTold))
                .build();
        Call opened = patient.newCall(http.showing(request));
        call = opened;
        if (closed) {
            return true;
        }
        try (Response response = opened.execute()) {
            if (!isStream(response)) {
                return failed(response);
            }
            if (!begins(response)) {
                heldBack();
                return false;
            }
            pushing = Pushing.WORKS;
            Pushes pushes = new Pushes();
            // On this thread: a job's stream costs one, and no queue of calls can hold it up.
            EventSources.processResponse(response, pushes);
            if (pushes.failure != null) {
                throw pushes.failure;
            }
            return true;
        }
    }

    /** Tells whether the stream's first line comes; a scheduler sends it with the header. */
    private boolean begins(Response response) throws IOException {
        BufferedSource body = response.body().source();
        body.timeout().timeout(Math.min(BEGIN_MILLIS, mostSilence.toMillis()), TimeUnit.MILLISECONDS);
        try {
            body.request(1);
            return true;
        } catch (SocketTimeoutException nothing) {
            LOG.debug("something on the way keeps the events of {} until they are many", path);
            return false;
        } finally {
            body.timeout().timeout(mostSilence.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** A proxy that holds a stream back passes polls. */
    private void heldBack() {
        pushing = Pushing.LATER;
        triedAt = http.nanos();
        silent++;
    }

    private static boolean isStream(Response response) {
        MediaType type = response.body().contentType();
        return response.isSuccessful() && type != null && (type.type() + "/" + type.subtype()).equals(STREAM);
    }

    /** Somebody else's answer says nothing of the scheduler, which may push events when it is back. */
    private boolean failed(Response response) throws IOException {
        Problem problem;
        try {
            problem = Reply.read(response).problem();
        } catch (ForeignAnswerException foreign) {
            LOG.debug("no events of {} are pushed", path, foreign);
            pushing = Pushing.LATER;
            triedAt = http.nanos();
            return false;
        }
        if (response.code() >= 500 || response.code() == 429) {
            throw new IOException("HTTP %s, %s".formatted(response.code(), problem.detail()));
        }
        // A token may be replaced.
        pushing = response.code() == UNAUTHORIZED ? Pushing.LATER : Pushing.NEVER;
        triedAt = http.nanos();
        return false;
    }

    private void poll() throws AtomizableException, InterruptedException {
        EventPage page = http.get(
                http.address(path)
                        .newBuilder()
                        .addQueryParameter("after", Long.toString(lastTold))
                        .addQueryParameter("wait", Integer.toString(POLL_SECONDS))
                        .build(),
                EventPage.class);
        heard = true;
        page.events().forEach(this::tell);
    }

    private void tell(EventMessage event) {
        heard = true;
        if (!closed && event.id() > lastTold) {
            lastTold = event.id();
            if (!event.type().equals("heartbeat")) {
                listener.on(event);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        Call open = call;
        if (open != null) {
            open.cancel();
        }
        thread.interrupt();
    }

    /** Takes what OkHttp pushes, and says how it ended. */
    private final class Pushes extends EventSourceListener {

        private @Nullable IOException failure;

        @Override
        public void onOpen(EventSource from, Response response) {
            http.contact().answered();
        }

        @Override
        public void onEvent(EventSource from, @Nullable String id, @Nullable String type, String data) {
            silent = 0;
            try {
                tell(WireJson.mapper().readValue(data, EventMessage.class));
            } catch (JsonProcessingException e) {
                failure = e;
                from.cancel();
            }
        }

        @Override
        public void onFailure(EventSource from, @Nullable Throwable cause, @Nullable Response response) {
            if (failure == null) {
                failure =
                        cause instanceof IOException io ? io : new IOException("the stream of events broke off", cause);
            }
        }
    }
}
