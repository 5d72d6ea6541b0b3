package org.atomizable.lab.bench;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;

/**
 * Serves a dashboard with many slices and made-up jobs, to look at it or to measure a browser that shows it. It has a past of some minutes
 * when it starts. No tokens are needed.
 */
final class DashboardMeasurement implements Measurement {

    /** Any that is free, also beside a scheduler. */
    private static final int PORT = 0;

    private static final int SLICES = 200;
    private static final int JOBS = 1000;

    @Override
    public Report measure(int minutes, Board board) throws AtomizableException {
        board.line("%s jobs run for %s minutes of virtual time first".formatted(JOBS, minutes));
        board.showing("running the jobs in virtual time");
        DashboardLoad load = DashboardLoad.start(PORT, SLICES, JOBS, Duration.ofMinutes(minutes), TimeSource.system());
        return new Report().line("dashboard at %s", load.uri()).field("uri", load.uri());
    }

    @Override
    public void linger() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
