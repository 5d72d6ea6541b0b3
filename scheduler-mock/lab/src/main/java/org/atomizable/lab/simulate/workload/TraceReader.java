package org.atomizable.lab.simulate.workload;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;

/** Reads traces that others have published. */
public final class TraceReader {

    private static final String PHILLY = "timestamp,duration,num_gpus,gpu_time,cluster";
    private static final DateTimeFormatter PHILLY_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    /** Jobs that are simulated here run for 10 min to 4 h. */
    private static final double SHORTEST = 600;

    private static final double LONGEST = 14_400;

    private TraceReader() {}

    /**
     * Reads the jobs of a Microsoft Philly trace that ran on one GPU for 10 min to 4 h, in order of submission.
     *
     * <pre>{@code
     * timestamp,duration,num_gpus,gpu_time,cluster
     * 2017-10-01 00:00:45,30.0,1,30.0,6214e9
     * }</pre>
     *
     * @throws AtomizableException if the file cannot be read or is wrong; the message names the file and the line
     */
    public static List<TracedJob> philly(Path csv) throws AtomizableException {
        List<TracedJob> jobs = new ArrayList<>();
        try (LineSource lines = LineSource.open(csv)) {
            Line header = lines.expected("the header");
            if (!header.text().strip().equals(PHILLY)) {
                throw header.refused("the header must be " + PHILLY);
            }
            for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                String[] columns = line.get().text().strip().split(",", -1);
                if (columns.length != 5) {
                    throw line.get().refused("a job has 5 columns, this line has " + columns.length);
                }
                double seconds = line.get().number("the duration", columns[1]);
                double submit = time(line.get(), columns[0]);
                if (columns[2].equals("1") && seconds >= SHORTEST && seconds <= LONGEST) {
                    jobs.add(new TracedJob(submit, seconds));
                }
            }
        }
        double first = jobs.stream().mapToDouble(TracedJob::submit).min().orElse(0);
        return jobs.stream()
                .map(it -> new TracedJob(it.submit() - first, it.workSeconds()))
                .sorted(Comparator.comparingDouble(TracedJob::submit))
                .toList();
    }

    private static double time(Line line, String text) throws AtomizableException {
        try {
            return LocalDateTime.parse(text, PHILLY_TIME).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw line.refused("a submission is written as 2017-10-01 00:00:45, was " + text);
        }
    }
}
