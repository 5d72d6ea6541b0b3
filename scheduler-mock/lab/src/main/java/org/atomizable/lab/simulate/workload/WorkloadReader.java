package org.atomizable.lab.simulate.workload;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;

/**
 * Reads a workload from two files, which may be compressed ({@code .gz}).
 *
 * <pre>{@code
 * NAME.jobs.gz           T 134504.707                                     horizon in seconds
 *                        j000 922.2 1.011 3459 6.048 10 1.003,0.993,…     name submit atomSeconds atoms usedGiB classGiB factors
 *                        j001 950.0 0.500 2000 0:6.2;0.4:17.5 20 1 tenant=a deadline=90000
 * NAME.reservations.gz   S g0-0 3g.40gb 40                                slice kind GiB
 *                        R g0-0 0.000 321.804                             slice from to, in seconds
 * }</pre>
 *
 * <p>The memory {@code 0:6.2;0.4:17.5} means 6.2 GiB from the start and 17.5 GiB from 40 % of the work on. A job may have the further
 * columns {@code tenant=NAME} and {@code deadline=SECONDS}.
 */
public final class WorkloadReader {

    private WorkloadReader() {}

    /**
     * Reads a workload.
     *
     * @param jobs the file with the jobs; the workload is called after it
     * @param reservations the file with slices and reservations; otherwise the one beside the jobs that has the same name
     * @throws AtomizableException if a file cannot be read or is wrong; the message names the file and the line
     */
    public static Workload read(Path jobs, Optional<Path> reservations) throws AtomizableException {
        if (!Files.exists(jobs)) {
            throw new AtomizableException(
                    "there is no workload %s".formatted(jobs), "Name a file NAME.jobs or NAME.jobs.gz.");
        }
        String name = name(jobs);
        List<SimulatedSlice> slices = slices(reservations.orElseGet(() -> beside(jobs, name)));
        double largest = slices.stream().mapToDouble(SimulatedSlice::gib).max().orElseThrow();
        try (LineSource lines = LineSource.open(jobs)) {
            double horizon = JobLines.horizon(lines.expected("the horizon"));
            JobLines read = new JobLines(largest);
            read.add(lines.expected("the first job"));
            lines.rest(read::add);
            return new Workload(name, horizon, read.tasks(), slices);
        }
    }

    private static List<SimulatedSlice> slices(Path file) throws AtomizableException {
        try (LineSource lines = LineSource.open(file)) {
            ReservationLines read = new ReservationLines();
            read.add(lines.expected("the first slice"));
            lines.rest(read::add);
            return read.slices();
        }
    }

    private static String name(Path jobs) {
        String file = String.valueOf(jobs.getFileName());
        String plain = file.endsWith(".gz") ? file.substring(0, file.length() - ".gz".length()) : file;
        return plain.endsWith(".jobs") ? plain.substring(0, plain.length() - ".jobs".length()) : plain;
    }

    private static Path beside(Path jobs, String name) {
        Path plain = jobs.resolveSibling(name + ".reservations");
        return Files.exists(plain) ? plain : jobs.resolveSibling(name + ".reservations.gz");
    }
}
