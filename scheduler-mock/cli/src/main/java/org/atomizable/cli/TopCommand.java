package org.atomizable.cli;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReadingView;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.TimelineEntry;
import org.atomizable.api.wire.TimelineView;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable top}. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description = "Shows a scheduler's slices and jobs, again and again, until it is interrupted.")
final class TopCommand implements Callable<Integer> {

    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int CELLS = 60;

    @Mixin
    private CredentialOptions credentials = new CredentialOptions();

    @Option(names = "--scheduler", required = true, paramLabel = "URL", description = "Such as http://127.0.0.1:8080.")
    private URI scheduler = URI.create("http://127.0.0.1:8080");

    @Option(names = "--every", defaultValue = "1", paramLabel = "SECONDS", description = "Default: ${DEFAULT-VALUE}.")
    private double every = 1;

    @Option(names = "--once", description = "Show it once, and end.")
    private boolean once;

    @Override
    public Integer call() throws Exception {
        if (!(every > 0)) {
            throw new IllegalArgumentException("--every must be more than 0 seconds, was " + every);
        }
        TimeSource time = TimeSource.system();
        boolean terminal = Boolean.getBoolean("atomizable.terminal.out");
        try (SchedulerClient client = SchedulerClient.of(scheduler, credentials.credentials(), Backoff.DEFAULT, time)) {
            client.tellAbsence(new AbsenceLines(scheduler, System.err::println));
            do {
                String shown = shown(client.cluster(), client.timeline(CELLS, 0), client.trend(), client.jobs());
                System.out.print(terminal && !once ? CLEAR + shown : shown);
                System.out.flush();
                if (!once) {
                    time.sleep(Duration.ofMillis(Math.round(every * 1000)));
                }
            } while (!once);
        }
        return 0;
    }

    /** One character a second, the newest to the right: R reserved, # run, . announced. */
    static String shown(ClusterView cluster, TimelineView timeline, List<ReadingView> trend, List<JobView> jobs) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s  %s, %s (last %d s: # subjob, . window, R reserved)%n",
                timeline.now(),
                Counted.of(cluster.slices().size(), "slice"),
                Counted.of(jobs.size(), "job"),
                CELLS));
        if (!trend.isEmpty()) {
            text.append(memory(trend.get(trend.size() - 1)));
        }
        for (SliceView slice : cluster.slices()) {
            text.append(String.format("%-14.14s %-12.12s %s%n", slice.id(), slice.kind(), cells(slice, timeline)));
        }
        text.append(String.format("%n%-24s %-16s %-10s %s%n", "JOB", "TENANT", "STATE", "PROGRESS"));
        for (JobView job : jobs) {
            text.append(String.format(
                    "%-24.24s %-16.16s %-10s %s%n", job.name(), job.tenant(), job.state(), progress(job)));
        }
        return text.toString();
    }

    private static String memory(ReadingView reading) {
        return String.format(
                Locale.ROOT,
                "memory: %.0f %% leased, %.0f %% reserved, %.0f %% free (%.0f %% fragmented)%n",
                100 * reading.leased(),
                100 * reading.reserved(),
                100 * reading.free(),
                100 * reading.fragmented());
    }

    private static String cells(SliceView slice, TimelineView timeline) {
        StringBuilder cells = new StringBuilder();
        for (int back = CELLS; back > 0; back--) {
            Instant from = timeline.now().minusSeconds(back);
            Instant to = from.plusSeconds(1);
            char cell = ' ';
            for (TimelineEntry entry : timeline.entries()) {
                if (entry.slice().equals(slice.id())
                        && entry.from().isBefore(to)
                        && from.isBefore(entry.to())
                        && weight(mark(entry)) > weight(cell)) {
                    cell = mark(entry);
                }
            }
            cells.append(cell);
        }
        return cells.toString();
    }

    private static char mark(TimelineEntry entry) {
        return switch (entry.kind()) {
            case "subjob" -> '#';
            case "window" -> '.';
            default -> 'R';
        };
    }

    private static int weight(char mark) {
        return " .R#".indexOf(mark);
    }

    private static String progress(JobView job) {
        return job.totalAtoms() == null
                ? "atom " + job.nextAtom()
                : "%s of %s (%s %%)"
                        .formatted(job.nextAtom(), job.totalAtoms(), 100 * job.nextAtom() / job.totalAtoms());
    }
}
