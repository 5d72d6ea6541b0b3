package org.atomizable.scheduler.server;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.util.JavalinException;
import io.javalin.util.JavalinLogger;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.TimelineEntry;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.AuditLog;
import org.atomizable.scheduler.access.TurnedAway;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.metrics.SchedulerMetrics;
import org.atomizable.scheduler.server.connection.Bounds;
import org.atomizable.scheduler.server.connection.Connecting;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A running scheduler. Safe for use by several threads. */
public final class Scheduler implements AutoCloseable {

    /** Streams and long polls hold none while they wait. */
    private static final int THREADS = 32;

    private final SchedulerOptions options;
    private final Javalin server;
    private final Market market;
    private final Connecting connecting;

    /** Its parts that must be stopped, in order. */
    private final List<Runnable> stops;

    private Scheduler(
            SchedulerOptions options, Javalin server, Market market, Connecting connecting, List<Runnable> stops) {
        this.options = options;
        this.server = server;
        this.market = market;
        this.connecting = connecting;
        this.stops = stops;
    }

    /**
     * Starts a scheduler; it answers when this returns.
     *
     * @throws AtomizableException if the port is in use, the host is not this machine's, or the journal cannot be used
     */
    public static Scheduler start(SchedulerOptions options, TimeSource time) throws AtomizableException {
        return start(options, time, Optional.empty());
    }

    /**
     * Starts a scheduler with jobs in the same process.
     *
     * @param jobs are told, beside the event streams, whatever the market tells jobs
     */
    public static Scheduler start(SchedulerOptions options, TimeSource time, Mailbox jobs) throws AtomizableException {
        return start(options, time, Optional.of(jobs));
    }

    private static Scheduler start(SchedulerOptions options, TimeSource time, Optional<Mailbox> jobs)
            throws AtomizableException {
        requireSafe(options);
        Store store = options.journal().isPresent() ? Store.in(options.journal().get(), time) : Store.forNow();
        try {
            return start(options, store, time, jobs);
        } catch (AtomizableException failed) {
            store.close();
            throw failed;
        }
    }

    private static void requireSafe(SchedulerOptions options) throws AtomizableException {
        if (options.access().tokens() && options.journal().isEmpty()) {
            throw new AtomizableException(
                    "tokens are kept in a journal, and there is none",
                    "Name a file with --journal, or accept every program on this machine with --no-tokens");
        }
        if (!options.access().tokens() && !Connecting.isLoopback(options.host())) {
            throw new AtomizableException(
                    "without tokens, every program that can reach %s could do everything".formatted(options.host()),
                    "Listen on 127.0.0.1, or require tokens");
        }
    }

    private static Scheduler start(SchedulerOptions options, Store store, TimeSource time, Optional<Mailbox> jobs)
            throws AtomizableException {
        // Before anything is begun, so that nothing has to be ended if a certificate cannot be used.
        Connecting connecting = Connecting.as(options.host(), options.port(), options.access(), time);
        EventLogs logs = new EventLogs(store.life().number());
        Mailbox told = jobs.<Mailbox>map(it -> new BothMailboxes(logs, it)).orElse(logs);
        SchedulerMetrics metrics = new SchedulerMetrics();
        Observer observer = Observer.both(options.observer(), metrics.clearings());
        Market market =
                Market.resume(time, options.source(), options.rules(), told, observer, store.life(), store.scribe());
        metrics.add(market);
        EventRoute events = new EventRoute(market, logs, time);
        Authenticator authenticator = new Authenticator(
                options.access().tokens() ? Optional.of(keys(options, store, time)) : Optional.empty(), time);
        List<Call> calls = new ArrayList<>(new JobCalls(market, events, authenticator).all());
        Reports reports = new Reports();
        JobOutput output = new JobOutput(time);
        calls.addAll(new NegotiationCalls(market, reports, output).all());
        calls.addAll(new ReservationCalls(market, authenticator).all());
        calls.addAll(new StateCalls(market, time, options.rules().offers().limit(), metrics).all());
        calls.addAll(new DashboardCalls(market, time, reports, output).all());
        Readiness readiness = new Readiness(market::stuck);
        Routes routes = new Routes(readiness, authenticator, calls, time);
        metrics.addOpen(events::open, connecting::open);
        if (options.access().tls().isPresent()) {
            metrics.addCertificate(() -> connecting.certificateExpires().orElse(Instant.EPOCH));
        }
        Javalin server = Javalin.create(config -> {
            configure(config, routes::install);
            connecting.configure(config);
            config.requestLogger.http(new TimedRequests(metrics.requests(), calls));
        });
        try {
            // It would say in its own words what the exception says.
            JavalinLogger.enabled = false;
            server.start();
        } catch (JavalinException failed) {
            connecting.close();
            market.close();
            events.close();
            throw ListenException.of(options.host(), options.port(), failed);
        } finally {
            JavalinLogger.enabled = true;
        }
        readiness.started();
        List<Runnable> stops = List.of(
                readiness::stopping,
                market::close,
                events::close,
                connecting::close,
                server::stop,
                authenticator::close,
                store::close);
        return new Scheduler(options, server, market, connecting, stops);
    }

    private static Authenticator.Keys keys(SchedulerOptions options, Store store, TimeSource time)
            throws AtomizableException {
        Journal journal = store.life().journal();
        return new Authenticator.Keys(
                new AccessTokens(journal, time),
                new AuditLog(journal, time),
                new TurnedAway(journal, store.scribe(), time),
                options.access().proxies());
    }

    /** Returns where it listens, without a path. */
    public URI uri() {
        String host = options.host();
        String address = host.contains(":") ? "[" + host + "]" : host;
        String scheme = options.access().tls().isPresent() ? "https" : "http";
        return URI.create("%s://%s:%s".formatted(scheme, address, server.port()));
    }

    /** Returns the market, for jobs in the same process. */
    public Market market() {
        return market;
    }

    /** Returns the slices that windows are made of. */
    public List<SliceView> slices() {
        return market.slices().stream().map(Messages::view).toList();
    }

    /** Returns what happened so far. */
    public Statistics statistics() {
        return market.statistics();
    }

    /** Returns what lies in {@code [from, to)}, in order of its beginning. */
    public List<TimelineEntry> timeline(Instant from, Instant to) {
        return market.timeline(new Interval(from, to)).stream()
                .map(it -> Messages.entry(it, Caller.ANYBODY))
                .toList();
    }

    /** Reads the certificate's files again. Access tokens always are; all other options are those of the start. */
    public void reload() {
        connecting.reload();
    }

    /** Returns why the certificate's files cannot be used, so that the one from before is served on; empty if they can. */
    public Optional<String> certificateProblem() {
        return connecting.certificateProblem();
    }

    /** Ends all streams and stops; statistics and timeline stay readable. */
    @Override
    public void close() {
        stops.forEach(Runnable::run);
    }

    static void configure(JavalinConfig config, Consumer<RoutesConfig> routes) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        // A compressed stream would keep events back until there are enough of them.
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.prefer405over404 = true;
        config.http.maxRequestSize = Bounds.BODY;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 8);
        threads.setName("atomizable-scheduler");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyServer(jetty -> {
            jetty.setErrorHandler(new PlainErrors());
            jetty.setStopTimeout(0);
        });
        routes.accept(config.routes);
    }
}
