package org.atomizable.core.worker;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.atomizable.api.time.TimeSource;

/**
 * The orders from a launcher on another machine. Where launcher and carrier of the orders, such as {@code srun}, are killed at once, the orders
 * do not end: nothing more comes. A launcher that has nothing to say sends an empty line {@linkplain #BETWEEN now and then}.
 */
final class Silence extends FilterInputStream {

    /** So often a launcher says something. */
    static final Duration BETWEEN = Duration.ofSeconds(15);

    /** A worker that has heard nothing for so many seconds is alone. Seconds in which it was stopped itself count as one. */
    static final int MOST = 60;

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final AtomicInteger seconds = new AtomicInteger();

    Silence(InputStream orders) {
        super(orders);
    }

    /** Has an action run once it has been silent for too long, on a thread of its own. */
    void watch(TimeSource time, Runnable alone) {
        Thread thread = new Thread(() -> await(time, alone), "atomizable-silence");
        thread.setDaemon(true);
        thread.start();
    }

    private void await(TimeSource time, Runnable alone) {
        try {
            while (!isTooLong()) {
                time.sleep(SECOND);
            }
            alone.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Another second has passed. */
    boolean isTooLong() {
        return seconds.incrementAndGet() > MOST;
    }

    @Override
    public int read() throws IOException {
        return broken(super.read());
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        return broken(super.read(into, from, most));
    }

    private int broken(int result) {
        seconds.set(0);
        return result;
    }
}
