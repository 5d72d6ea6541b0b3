package org.atomizable.lab.simulate.trace;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.trace.TraceFormat.Left;
import org.atomizable.lab.simulate.trace.TraceFormat.Rows;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;
import org.atomizable.lab.simulate.workload.TracedJob;

/**
 * A trace with a header and a line for each job.
 *
 * @param name of the trace
 * @param header its first line
 * @param row reads a job
 */
record CsvTrace(String name, String header, Row row) {

    /** Reads the columns of a line. */
    @FunctionalInterface
    interface Row {
        /** Takes the job of a line, or says why it is left out. */
        void read(Line line, String[] columns, Rows into) throws AtomizableException;
    }

    private static final DateTimeFormatter PHILLY_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    /** Of the traces of whole clusters, the jobs that run for 10 min to 4 h are taken. */
    private static final double SHORTEST = 600;

    private static final double LONGEST = 14_400;

    private static final double THOUSANDTHS = 1000;

    /**
     * <pre>{@code
     * timestamp,duration,num_gpus,gpu_time,cluster
     * 2017-10-01 00:00:45,30.0,1,30.0,6214e9
     * }</pre>
     */
    static final TraceFormat PHILLY =
            new CsvTrace("Microsoft Philly", "timestamp,duration,num_gpus,gpu_time,cluster", CsvTrace::philly).format();

    /**
     * A pod that never ran has no {@code scheduled_time}.
     *
     * <pre>{@code
     * name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
     * openb-pod-0017,88000,327680,1,460,,LS,Succeeded,9437497,9440000,9437499
     * }</pre>
     */
    static final TraceFormat OPENB = new CsvTrace(
                    "Alibaba GPU 2023",
                    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time",
                    CsvTrace::openb)
            .format();

    /**
     * <pre>{@code
     * job_id,num_gpu,submit_time,iterations,model_name,duration,interval
     * 0,1,0,606,vgg19,164,30
     * }</pre>
     */
    static final TraceFormat TIRESIAS = new CsvTrace(
                    "Tiresias",
                    "job_id,num_gpu,submit_time,iterations,model_name,duration,interval",
                    CsvTrace::tiresias)
            .format();

    private TraceFormat format() {
        return new TraceFormat("%s (%s)".formatted(name, header), this::begins, true, this::jobs);
    }

    private boolean begins(String first) {
        return Stream.of(first.split(",", -1))
                .map(String::strip)
                .collect(Collectors.joining(","))
                .equals(header);
    }

    private Rows jobs(Line first, LineSource rest) throws AtomizableException {
        int expected = header.split(",", -1).length;
        Rows rows = new Rows();
        rest.rest(line -> {
            String[] columns = columns(line);
            if (columns.length != expected) {
                throw line.refused("a job has %s columns, this line has %s".formatted(expected, columns.length));
            }
            row.read(line, columns, rows);
        });
        return rows;
    }

    /** Programs that write tables put blanks behind commas, or around a line. */
    private static String[] columns(Line line) throws AtomizableException {
        String[] columns = line.text().strip().split(",", -1);
        for (int i = 0; i < columns.length; i++) {
            columns[i] = columns[i].strip();
            if (columns[i].startsWith("\"")) {
                throw line.refused("a column is in quotes, %s; write it without".formatted(columns[i]));
            }
        }
        return columns;
    }

    /** Tells whether a job runs on one GPU; programs that write tables write counts as 1.0, too. */
    private static boolean isOne(Line line, String what, String count) throws AtomizableException {
        return !count.isEmpty() && line.number(what, count) == 1;
    }

    private static void philly(Line line, String[] columns, Rows into) throws AtomizableException {
        if (columns[1].isEmpty()) {
            into.leave(Left.NEVER_RAN);
            return;
        }
        double seconds = line.seconds("the duration", columns[1]);
        double submit = phillyTime(line, columns[0]);
        if (!isOne(line, "num_gpus", columns[2])) {
            into.leave(Left.NOT_ONE_GPU);
        } else {
            takeIfOfTheLength(new TracedJob(submit, seconds), into);
        }
    }

    private static double phillyTime(Line line, String text) throws AtomizableException {
        try {
            double seconds = LocalDateTime.parse(text, PHILLY_TIME).toEpochSecond(ZoneOffset.UTC);
            if (seconds >= 0 && seconds <= Line.LONGEST_SECONDS) {
                return seconds;
            }
        } catch (DateTimeException e) {
            // Refused below, as a time that is none of these years.
        }
        throw line.refused("a submission is written as 2017-10-01 00:00:45, from 1970 on, was " + text);
    }

    private static void openb(Line line, String[] columns, Rows into) throws AtomizableException {
        if (columns[9].isEmpty() || columns[10].isEmpty()) {
            into.leave(Left.NEVER_RAN);
            return;
        }
        double share = line.number("gpu_milli", columns[4]) / THOUSANDTHS;
        double submit = line.seconds("creation_time", columns[8]);
        if (!isOne(line, "num_gpu", columns[3])) {
            into.leave(Left.NOT_ONE_GPU);
            return;
        }
        if (!(share > 0 && share <= 1)) {
            throw line.refused("gpu_milli of a pod on one GPU must be from 1 to 1000, was " + columns[4]);
        }
        double from = line.seconds("scheduled_time", columns[10]);
        double seconds = line.seconds("deletion_time", columns[9]) - from;
        if (seconds < 0 || from < submit) {
            throw line.refused("creation, schedule and deletion must be in this order, were %s, %s and %s"
                    .formatted(columns[8], columns[10], columns[9]));
        }
        takeIfOfTheLength(new TracedJob(submit, seconds, OptionalDouble.of(share)), into);
    }

    private static void tiresias(Line line, String[] columns, Rows into) throws AtomizableException {
        if (columns[5].isEmpty()) {
            into.leave(Left.NEVER_RAN);
            return;
        }
        double submit = line.seconds("submit_time", columns[2]);
        double seconds = line.seconds("duration", columns[5]);
        if (!isOne(line, "num_gpu", columns[1])) {
            into.leave(Left.NOT_ONE_GPU);
        } else if (seconds > 0) {
            into.take(new TracedJob(submit, seconds));
        } else {
            into.leave(Left.NEVER_RAN);
        }
    }

    private static void takeIfOfTheLength(TracedJob job, Rows into) {
        if (job.workSeconds() >= SHORTEST && job.workSeconds() <= LONGEST) {
            into.take(job);
        } else {
            into.leave(Left.OTHER_LENGTH);
        }
    }
}
