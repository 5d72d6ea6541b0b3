package org.atomizable.scheduler.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** How long requests take until they are answered, by call and outcome. Safe for use by several threads. */
public final class RequestLatency {

    private static final double NANOS = 1e9;
    private static final double[] SECONDS = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
    private static final int HUNDRED = 100;

    private final Histogram histogram;

    RequestLatency(PrometheusRegistry registry) {
        this.histogram = Histogram.builder()
                .name("atomizable_http_request_duration_seconds")
                .help("Time until a request was answered; streams and long polls are left out")
                .labelNames("method", "route", "status")
                .classicOnly()
                // Those need a library for tracing.
                .withoutExemplars()
                .classicUpperBounds(SECONDS)
                .register(registry);
    }

    /**
     * Records that a request was answered.
     *
     * @param route the call's path with its parameters in braces; never what a client has sent, which would be without bound
     */
    public void answered(String method, String route, int status, Duration took) {
        histogram.labelValues(method, route, status / HUNDRED + "xx").observe(took.toNanos() / NANOS);
    }
}
