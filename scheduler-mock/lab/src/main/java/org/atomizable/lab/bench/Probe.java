package org.atomizable.lab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.time.TimeSource;

/** Asks a scheduler for what costs it nothing, again and again: so long anything takes there and back at present. */
final class Probe implements AutoCloseable {

    private static final Duration APART = Duration.ofMillis(50);
    private static final int PATIENCE_MILLIS = 30_000;

    private final URI scheduler;
    private final String token;
    private final Thread thread;
    private volatile Latencies roundTrips = new Latencies();
    private volatile boolean timing;
    private volatile boolean closed;

    /**
     * Makes one.
     *
     * @param token a viewer's
     */
    Probe(URI scheduler, String token) {
        this.scheduler = scheduler;
        this.token = token;
        this.thread = new Thread(this::ask, "atomizable-probe");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    void timing(boolean on) {
        timing = on;
    }

    Latencies roundTrips() {
        return roundTrips;
    }

    /** Returns the scheduler's sums over all slices and of what has no labels. */
    Map<String, Double> metrics() throws IOException {
        Map<String, Double> metrics = new TreeMap<>();
        get("/metrics").lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String name = line.split("[{ ]", 2)[0];
            metrics.merge(name, Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)), Double::sum);
        });
        return metrics;
    }

    private void ask() {
        TimeSource time = TimeSource.system();
        try {
            while (!closed) {
                boolean counts = timing;
                long began = time.nanos();
                get("/healthz");
                if (counts && timing) {
                    roundTrips.add((time.nanos() - began) / 1e6);
                }
                time.sleep(APART);
            }
        } catch (IOException | InterruptedException over) {
            // A scheduler that does not answer any more shows in the jobs' own figures.
            closed = true;
        }
    }

    private String get(String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) scheduler.resolve(path).toURL().openConnection();
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setRequestProperty("Authorization", "Bearer " + token);
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
