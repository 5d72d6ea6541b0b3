package org.atomizable.core.client;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.X509TrustManager;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReadingView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.ReservationRequest;
import org.atomizable.api.wire.ReservationView;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.TimelineView;

/**
 * A client of the protocol, connected to one scheduler. Safe for use by several threads.
 *
 * <p>Every method throws {@link SchedulerUnreachableException} when all attempts have failed,
 * {@link SchedulerRefusedException} when the scheduler refuses the call, and {@link InterruptedException} when its
 * thread is interrupted while it waits.
 */
public final class SchedulerClient implements JobScheduler, AutoCloseable {

    /** The jobs of one process often speak all at once, and between that not at all. */
    private static final int MOST_IDLE = 32;

    private static final int FEW_ATTEMPTS = 5;

    private final Http http;
    private volatile boolean isBesideWorkers;

    private SchedulerClient(Http http) {
        this.http = http;
    }

    /**
     * Returns a client that shows nothing; does not connect yet.
     *
     * @param scheduler such as {@code http://127.0.0.1:8080}
     * @throws IllegalArgumentException if that is no HTTP address
     */
    public static SchedulerClient of(URI scheduler, Backoff backoff, TimeSource time) {
        return new SchedulerClient(new Http(builder().build(), address(scheduler), Optional.empty(), backoff, time));
    }

    /**
     * Returns a client that shows a token; does not connect yet.
     *
     * @param scheduler such as {@code https://scheduler.example:8443}
     * @throws IllegalArgumentException if that is no HTTP address
     * @throws AtomizableException if the certificates cannot be used
     */
    public static SchedulerClient of(URI scheduler, Credentials credentials, Backoff backoff, TimeSource time)
            throws AtomizableException {
        OkHttpClient.Builder builder = builder();
        Optional<X509TrustManager> trust = credentials.trust();
        if (trust.isPresent()) {
            builder.sslSocketFactory(Credentials.context(trust.get()).getSocketFactory(), trust.get());
        }
        return new SchedulerClient(new Http(builder.build(), address(scheduler), credentials.token(), backoff, time));
    }

    private static HttpUrl address(URI scheduler) {
        HttpUrl root = HttpUrl.get(scheduler);
        if (root == null) {
            throw new IllegalArgumentException(
                    String.valueOf(scheduler.getHost()).contains("%")
                            ? "scheduler \"%s\" names a zone, which HTTP clients do not take; give its name, or an address without a zone"
                                    .formatted(scheduler)
                            : "scheduler \"%s\" is no HTTP address; write it as http://127.0.0.1:8080"
                                    .formatted(scheduler));
        }
        return root;
    }

    static OkHttpClient.Builder builder() {
        EnvironmentProxies proxies = new EnvironmentProxies(System.getenv());
        return new OkHttpClient.Builder()
                .proxySelector(proxies)
                .proxyAuthenticator(proxies.authenticator())
                // A redirect would carry the token to wherever it leads, and a scheduler sends none.
                .followRedirects(false)
                .followSslRedirects(false)
                .connectionPool(new ConnectionPool(MOST_IDLE, 5, TimeUnit.MINUTES))
                .connectTimeout(5, TimeUnit.SECONDS)
                .readTimeout(30, TimeUnit.SECONDS)
                // A server that sends a byte now and then would hold a call for days; the longest poll takes 20 s.
                .callTimeout(60, TimeUnit.SECONDS);
    }

    @Override
    public JobView register(JobRegistration registration, String key)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return http.post("v1/jobs", registration, key, JobView.class);
    }

    @Override
    public void withdraw(String job)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        http.delete("v1/jobs/" + job, hurried());
    }

    @Override
    public JobView job(String id)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return http.get(http.address("v1/jobs/" + id), JobView.class, hurried());
    }

    /** Reserves a slice; for operators. */
    public ReservationView reserve(ReservationRequest reservation)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return http.post("v1/reservations", reservation, freshKey(), ReservationView.class);
    }

    @Override
    public ClusterView cluster() throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        ClusterView cluster = http.get(http.address("v1/cluster"), ClusterView.class);
        if (isBesideWorkers && cluster.engine() != null) {
            throw SchedulerRefusedException.ofSlicesElsewhere(cluster.engine());
        }
        return cluster;
    }

    /** From now on it refuses a cluster whose slices are elsewhere: workers run beside this client. */
    public void requireSlicesHere() {
        isBesideWorkers = true;
    }

    @Override
    public List<JobView> jobs() throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return List.of(http.get(http.address("v1/jobs"), JobView[].class));
    }

    /** Lists what was made of the slices' memory every few seconds of the last hour, in order. */
    public List<ReadingView> trend()
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return List.of(http.get(http.address("v1/trend"), ReadingView[].class));
    }

    /**
     * Looks at the slices' past and future.
     *
     * @param past how many seconds back
     * @param ahead how many seconds ahead
     */
    public TimelineView timeline(int past, int ahead)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return http.get(
                http.address("v1/timeline")
                        .newBuilder()
                        .addQueryParameter("past", Integer.toString(past))
                        .addQueryParameter("ahead", Integer.toString(ahead))
                        .build(),
                TimelineView.class);
    }

    @Override
    public void bid(String window, BidMessage bid)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        http.post("v1/windows/" + window + "/bids", bid, freshKey(), Void.class, hurried());
    }

    @Override
    public void signal(String window, SignalMessage signal)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        http.post("v1/windows/" + window + "/signals", signal, freshKey(), Void.class, hurried());
    }

    @Override
    public void accept(String grant, AcceptMessage acceptance)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        http.post(
                "v1/grants/" + grant + "/accept",
                acceptance,
                freshKey(),
                Void.class,
                http.backoff().atMost(Backoff.DEFAULT.attempts()));
    }

    @Override
    public void heartbeat(String grant, HeartbeatMessage heartbeat)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        http.post("v1/grants/" + grant + "/heartbeat", heartbeat, freshKey(), Void.class, hurried());
    }

    @Override
    public void report(String grant, ReportMessage report)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        http.post("v1/grants/" + grant + "/report", report, freshKey(), Void.class);
    }

    @Override
    public Optional<SchedulerClock> clock() {
        return Optional.of(http.clock());
    }

    @Override
    public Listening events(String job, EventListener listener) {
        EventStream stream = new EventStream(http, job, listener);
        stream.start();
        return stream;
    }

    @Override
    public void close() {
        http.client().connectionPool().evictAll();
    }

    /** Has a listener told when the scheduler does not answer for a while, and when it answers again; the newest one. */
    public void tellAbsence(AbsenceListener listener) {
        http.contact().listener(listener);
    }

    private Backoff hurried() {
        return http.backoff().atMost(FEW_ATTEMPTS);
    }

    private static String freshKey() {
        return UUID.randomUUID().toString();
    }
}
