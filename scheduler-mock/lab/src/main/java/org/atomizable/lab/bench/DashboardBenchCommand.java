package org.atomizable.lab.bench;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench dashboard}. */
@Command(
        name = "dashboard",
        mixinStandardHelpOptions = true,
        description = {
            "Serves a dashboard with many slices and made-up jobs, until it is interrupted, to look at it or to measure a browser that"
                    + " shows it.",
            "It has a past of some minutes when it starts. No tokens are needed, and everybody on this machine may withdraw jobs."
        })
final class DashboardBenchCommand implements Callable<Integer> {

    @Option(names = "--slices", defaultValue = "200", description = "Simulated. Default: 200.")
    private int slices;

    @Option(names = "--jobs", defaultValue = "1000", description = "How many wait or run, 1 to 4000. Default: 1000.")
    private int jobs;

    @Option(names = "--past", paramLabel = "MINUTES", defaultValue = "10", description = "1 to 60. Default: 10.")
    private int past;

    @Option(names = "--port", defaultValue = "8080", description = "Port to listen on, 0 for any. Default: 8080.")
    private int port;

    DashboardBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (jobs < 1 || jobs > 4000 || past < 1 || past > 60) {
            throw new IllegalArgumentException(
                    "--jobs must be 1 to 4000 and --past 1 to 60, were %s and %s".formatted(jobs, past));
        }
        System.err.printf("%s jobs run for %s minutes of virtual time first%n", jobs, past);
        DashboardLoad started;
        try (Board board = Board.onStandardError()) {
            board.showing("running the jobs in virtual time");
            started = DashboardLoad.start(port, slices, jobs, Duration.ofMinutes(past), TimeSource.system());
        }
        try (DashboardLoad load = started) {
            System.out.println("dashboard at " + load.uri());
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
