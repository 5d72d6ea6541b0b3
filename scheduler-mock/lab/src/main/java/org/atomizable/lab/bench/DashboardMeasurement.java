package org.atomizable.lab.bench;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a dashboard with many slices and made-up jobs, to look at it or to measure a browser that shows it. It has a past of some minutes
 * when it starts. No tokens are needed.
 */
final class DashboardMeasurement implements Measurement {

    private static final Gpus GPUS = new Gpus(50);
    private static final int JOBS = 1000;

    @Override
    public Report measure(int minutes, Board board) throws AtomizableException {
        board.line("%s jobs run for %s minutes of virtual time first".formatted(JOBS, minutes));
        board.showing("running the jobs in virtual time");
        Served served = Served.start(Duration.ofMinutes(minutes), TimeSource.system());
        return new Report().line("dashboard at %s", served.uri()).field("uri", served.uri());
    }

    @Override
    public void linger() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /**
     * A scheduler and made-up jobs in one process. Its past is passed in virtual time; from then on its time follows the clock. It listens on
     * any port that is free, also beside another scheduler.
     */
    static final class Served implements AutoCloseable {

        private static final Logger LOG = LoggerFactory.getLogger(Served.class);
        private static final double SLACK_SECONDS = 0.05;

        /** Jobs of minutes: the dashboard is looked at, not the market. */
        private static final int TIMES_LONGER = 20;

        private static final int AUDIENCE = 2;
        private static final Duration STEP = Duration.ofMillis(50);

        private final Scheduler scheduler;
        private final VirtualTime time;
        private final TimeSource real;
        private final Thread clock = new Thread(this::follow, "atomizable-virtual-time");

        private Served(Scheduler scheduler, VirtualTime time, TimeSource real) {
            this.scheduler = scheduler;
            this.time = time;
            this.real = real;
            clock.setDaemon(true);
        }

        static Served start(Duration past, TimeSource real) throws AtomizableException {
            VirtualTime time = VirtualTime.startingAt(real.now().minus(past));
            VirtualJobs madeUp =
                    new VirtualJobs(time, new CountedTime(time), new Crowd(1, SLACK_SECONDS, TIMES_LONGER));
            SimulatedNode node =
                    new SimulatedNode(GPUS.slices(), Load.DEFAULT.withOpenAtOnce(GPUS.sliceCount()), 1, time.now());
            Scheduler scheduler = Scheduler.start(
                    SchedulerOptions.of(node)
                            .onPort(0)
                            .offering(OfferRules.DEFAULT.withAudience(AUDIENCE))
                            .observedBy(madeUp),
                    time,
                    madeUp);
            Served served = new Served(scheduler, time, real);
            madeUp.arrive(scheduler.market(), JOBS);
            time.advanceTo(real.now());
            served.clock.start();
            return served;
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

        URI uri() {
            return scheduler.uri();
        }

        @Override
        public void close() {
            clock.interrupt();
            scheduler.close();
        }
    }
}
