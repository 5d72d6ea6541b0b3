package org.atomizable.lab.simulate.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;

/**
 * Reads the traces of jobs that others have published, also after a program that writes tables has written them anew: counts such as 1.0,
 * blanks behind commas, a byte order mark. Only jobs on one GPU or a share of one are taken, and none without its time.
 *
 * <ul>
 *   <li>Microsoft Philly ({@code timestamp,duration,num_gpus,gpu_time,cluster}): the time that a job ran. From 10 min to 4 h.
 *   <li>Alibaba cluster-trace-gpu-v2023, the pods ({@code name,cpu_milli,...}): from {@code scheduled_time} to {@code deletion_time} of
 *       those that were scheduled. From 10 min to 4 h. {@code gpu_milli} is the share of the GPU.
 *   <li>Tiresias ({@code job_id,num_gpu,submit_time,...}): {@code duration}, of any length.
 *   <li>Gavel (ten columns divided by tabs, no header): the steps divided by the throughput of the kind of job alone on a V100, which
 *       {@code simulation_throughputs.json} in the same folder has. Of any length.
 *   <li>MISO (a JSON object from the number of a job to a time): seconds on a whole A100-40GB, of any length. The trace has no arrivals;
 *       its authors drew them.
 * </ul>
 */
public final class TraceReader {

    private static final List<TraceFormat> FORMATS =
            List.of(CsvTrace.PHILLY, CsvTrace.OPENB, CsvTrace.TIRESIAS, GavelTrace.FORMAT, MisoTrace.FORMAT);

    private TraceReader() {}

    /**
     * Reads a trace. Its name may end in {@code .gz}.
     *
     * @throws AtomizableException if the file cannot be read, has no known format, is wrong or has no job that is taken; the message names
     *     the file and the line
     */
    public static Trace read(Path file) throws AtomizableException {
        try (LineSource lines = LineSource.open(file)) {
            Line first = lines.expected("the first line of a trace");
            Optional<TraceFormat> format = FORMATS.stream()
                    .filter(it -> it.begins().test(first.text().strip()))
                    .findFirst();
            if (format.isEmpty()) {
                throw new AtomizableException(
                        "%s, line %s: the line begins no known trace".formatted(file, first.number()),
                        "Use a trace of one of these formats: %s."
                                .formatted(FORMATS.stream()
                                        .map(TraceFormat::described)
                                        .collect(Collectors.joining("; "))));
            }
            TraceFormat.Rows rows = format.get().reader().jobs(first, lines);
            if (rows.jobs().isEmpty()) {
                throw new AtomizableException(
                        "%s: none of its jobs is taken (%s)".formatted(file, rows.counted()),
                        "Use another trace: jobs on one GPU, with a time, of the length that its kind takes.");
            }
            return new Trace(rows.jobs(), format.get().hasArrivals(), rows.counted());
        }
    }
}
