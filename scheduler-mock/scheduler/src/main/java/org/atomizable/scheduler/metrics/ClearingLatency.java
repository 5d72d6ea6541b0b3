package org.atomizable.scheduler.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import org.atomizable.scheduler.market.event.Observer;

/** How long it takes to decide who gets windows; the market does nothing else meanwhile. */
final class ClearingLatency implements Observer {

    private static final double NANOS = 1e9;
    private static final double[] SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1
    };

    private final Histogram histogram;

    ClearingLatency(PrometheusRegistry registry) {
        this.histogram = Histogram.builder()
                .name("atomizable_clearing_duration_seconds")
                .help("Time to choose the winners of one window, or of several that were cleared together")
                .classicOnly()
                // Those need a library for tracing.
                .withoutExemplars()
                .classicUpperBounds(SECONDS)
                .register(registry);
    }

    @Override
    public void decided(Duration took) {
        histogram.observe(took.toNanos() / NANOS);
    }
}
