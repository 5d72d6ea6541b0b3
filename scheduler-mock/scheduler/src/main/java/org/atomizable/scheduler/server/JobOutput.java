package org.atomizable.scheduler.server;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.LogEnd;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.job.ReadableText;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of jobs over time, and the end of the newest log of each. It is kept in memory, of the {@value #MOST_JOBS}
 * jobs that reported last: at most 5.5 kB of one, so 55 MB of all. Safe for use by several threads.
 */
final class JobOutput {

    static final int MOST_JOBS = 10_000;
    static final int MOST_POINTS = 128;

    private final TimeSource time;
    private final Map<String, Told> told = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Told> eldest) {
            return size() > MOST_JOBS;
        }
    };

    JobOutput(TimeSource time) {
        this.time = time;
    }

    /**
     * One value of a job's own metric.
     *
     * @param at when it was reported
     * @param nextAtom how far the job was
     */
    public record MetricPoint(Instant at, long nextAtom, double value) {}

    /**
     * The newest figure of a job over time.
     *
     * @param points the oldest first; if there were many, at equal distances, and the newest
     */
    public record MetricSeries(String name, List<MetricPoint> points) {}

    /**
     * The end of what a subjob printed.
     *
     * @param grant of that subjob
     * @param at when it was reported
     */
    public record JobLog(String grant, Instant at, String text) {}

    /** Refuses a report whose metric is none. */
    public static void check(ReportMessage message) throws Refused {
        String name = message.metricName();
        Double value = message.metricValue();
        if ((name == null) != (value == null)) {
            throw Messages.nonsense(
                    name == null ? "metricName" : "metricValue", "left out", "there, as the other half of a metric is");
        }
        if (name != null && !ReadableText.is(name, ReportMessage.LONGEST_METRIC)) {
            throw Messages.nonsense(
                    "metricName",
                    "a text of %s characters that is blank, too long or no plain text".formatted(name.length()),
                    "1 to %s characters on one line, without marks of direction"
                            .formatted(ReportMessage.LONGEST_METRIC));
        }
        if (value != null && !Double.isFinite(value)) {
            throw Messages.nonsense("metricValue", value, "a finite number");
        }
    }

    /** Keeps what a report tells that was {@linkplain #check checked}. */
    public synchronized void reported(String job, String grant, ReportMessage message) {
        String log = message.log() == null ? "" : LogEnd.of(message.log());
        if (message.metricName() == null && log.isEmpty()) {
            return;
        }
        Told it = told.remove(job);
        it = it == null ? new Told() : it;
        told.put(job, it);
        if (message.metricName() != null && message.metricValue() != null) {
            it.add(message.metricName(), time.now(), message.nextAtom(), message.metricValue());
        }
        if (!log.isEmpty()) {
            it.grant = grant;
            it.printedAt = time.now();
            it.printed = log.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Returns a job's metric over time; empty if it has told none. */
    public synchronized Optional<MetricSeries> metric(String job) {
        return Optional.ofNullable(told.get(job)).flatMap(Told::series);
    }

    /** Returns the end of a job's newest log; empty if it has told none. */
    public synchronized Optional<JobLog> log(String job) {
        return Optional.ofNullable(told.get(job)).flatMap(Told::log);
    }

    /** The metric and the log of one job. Arrays, as there may be many jobs. */
    private static final class Told {

        private static final int FEW = 8;

        private @Nullable String name;
        private long[] at = new long[0];
        private long[] atoms = new long[0];
        private double[] values = new double[0];
        private int size;
        private long added;
        private long apart = 1;
        private @Nullable String grant;
        private @Nullable Instant printedAt;
        private byte[] printed = new byte[0];

        void add(String metric, Instant now, long atom, double value) {
            if (!metric.equals(name)) {
                name = metric;
                size = 0;
                added = 0;
                apart = 1;
            }
            boolean again = size > 0 && atoms[size - 1] == atom;
            boolean stays = size == 0 || (!again && (added - 1) % apart == 0);
            if (!again) {
                added++;
            }
            if (stays) {
                makeRoom();
                size++;
            }
            at[size - 1] = now.toEpochMilli();
            atoms[size - 1] = atom;
            values[size - 1] = value;
        }

        private void makeRoom() {
            if (size == MOST_POINTS) {
                for (int i = 0; i < MOST_POINTS / 2; i++) {
                    at[i] = at[2 * i];
                    atoms[i] = atoms[2 * i];
                    values[i] = values[2 * i];
                }
                size = MOST_POINTS / 2;
                apart *= 2;
            } else if (size == at.length) {
                int larger = Math.max(FEW, 2 * size);
                at = Arrays.copyOf(at, larger);
                atoms = Arrays.copyOf(atoms, larger);
                values = Arrays.copyOf(values, larger);
            }
        }

        Optional<MetricSeries> series() {
            if (name == null) {
                return Optional.empty();
            }
            List<MetricPoint> points = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                points.add(new MetricPoint(Instant.ofEpochMilli(at[i]), atoms[i], values[i]));
            }
            return Optional.of(new MetricSeries(name, List.copyOf(points)));
        }

        Optional<JobLog> log() {
            return grant == null || printedAt == null
                    ? Optional.empty()
                    : Optional.of(new JobLog(grant, printedAt, new String(printed, StandardCharsets.UTF_8)));
        }
    }
}
