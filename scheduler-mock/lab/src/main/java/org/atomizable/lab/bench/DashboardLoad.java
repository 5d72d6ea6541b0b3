package org.atomizable.lab.bench;

import java.net.URI;
import java.time.Duration;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scheduler with many slices and made-up jobs in one process, to look at its dashboard. Its past is passed in virtual time; from then on
 * its time follows the clock.
 */
final class DashboardLoad implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DashboardLoad.class);
    private static final double SLACK_SECONDS = 0.05;

    /** Jobs of minutes: the dashboard is looked at, not the market. */
    private static final int TIMES_LONGER = 20;

    private static final int AUDIENCE = 2;
    private static final Duration STEP = Duration.ofMillis(50);

    private final Scheduler scheduler;
    private final VirtualTime time;
    private final TimeSource real;
    private final Thread clock = new Thread(this::follow, "atomizable-virtual-time");

    private DashboardLoad(Scheduler scheduler, VirtualTime time, TimeSource real) {
        this.scheduler = scheduler;
        this.time = time;
        this.real = real;
        clock.setDaemon(true);
    }

    public static DashboardLoad start(int port, int slices, int jobs, Duration past, TimeSource real)
            throws AtomizableException {
        VirtualTime time = VirtualTime.startingAt(real.now().minus(past));
        VirtualJobs madeUp = new VirtualJobs(time, new CountedTime(time), new Crowd(1, SLACK_SECONDS, TIMES_LONGER));
        SimulatedNode node =
                new SimulatedNode(SliceCount.of(slices).slices(), Load.DEFAULT.withOpenAtOnce(slices), 1, time.now());
        Scheduler scheduler = Scheduler.start(
                SchedulerOptions.of(node)
                        .onPort(port)
                        .offering(OfferRules.DEFAULT.withAudience(AUDIENCE))
                        .observedBy(madeUp),
                time,
                madeUp);
        DashboardLoad load = new DashboardLoad(scheduler, time, real);
        madeUp.arrive(scheduler.market(), jobs);
        time.advanceTo(real.now());
        load.clock.start();
        return load;
    }

    private void follow() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                time.advanceTo(real.now());
                real.sleep(STEP);
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException defect) {
                // A job that was withdrawn at the wrong moment must not stop the clock.
                LOG.warn("a made-up job failed", defect);
            }
        }
    }

    public URI uri() {
        return scheduler.uri();
    }

    @Override
    public void close() {
        clock.interrupt();
        scheduler.close();
    }
}
