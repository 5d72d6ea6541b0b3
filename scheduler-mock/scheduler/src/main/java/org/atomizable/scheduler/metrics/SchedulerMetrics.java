package org.atomizable.scheduler.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.event.Observer;

/** The metrics of a scheduler for Prometheus. Safe for use by several threads. */
public final class SchedulerMetrics {

    private static final double MILLIS = 1e3;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ClearingLatency clearings = new ClearingLatency(registry.getPrometheusRegistry());
    private final RequestLatency requests = new RequestLatency(registry.getPrometheusRegistry());
    private Optional<MarketMetrics> market = Optional.empty();

    /** Makes metrics of the process alone. */
    public SchedulerMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
    }

    /** Returns who is to watch the market. */
    public Observer clearings() {
        return clearings;
    }

    /** Returns who is to be told of every answer. */
    public RequestLatency requests() {
        return requests;
    }

    /** Adds the figures of a market. */
    public synchronized void add(Market of) {
        market = Optional.of(new MarketMetrics(of, registry));
    }

    /**
     * Adds what clients hold open.
     *
     * @param streams event streams and long polls
     */
    public void addOpen(IntSupplier streams, IntSupplier connections) {
        gauge("atomizable.streams.open", "Event streams and long polls that are open", () -> streams.getAsInt());
        gauge("atomizable.connections.open", "Connections that are open", () -> connections.getAsInt());
    }

    /** Adds when the server's certificate, or one of those that sign it, expires first. */
    public void addCertificate(Supplier<Instant> expires) {
        gauge(
                "atomizable.certificate.expiry.timestamp.seconds",
                "When the server's certificate expires, Unix time",
                () -> expires.get().toEpochMilli() / MILLIS);
    }

    /** Returns everything, as it is now, in Prometheus' text format. */
    public synchronized String scrape() {
        market.ifPresent(MarketMetrics::look);
        return registry.scrape();
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }
}
