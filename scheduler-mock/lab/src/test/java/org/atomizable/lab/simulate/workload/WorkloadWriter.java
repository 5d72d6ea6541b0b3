package org.atomizable.lab.simulate.workload;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.atomizable.api.AtomizableException;

/** Writes the format that {@link WorkloadReader} draws. Reading the files again gives an equal workload. */
public final class WorkloadWriter {

    private WorkloadWriter() {}

    /**
     * Writes {@code NAME.jobs.gz} and {@code NAME.reservations.gz}, and replaces files of these names.
     *
     * @param directory where to; it must exist
     * @return the file with the jobs
     * @throws AtomizableException if a file cannot be written
     */
    public static Path write(Workload workload, Path directory) throws AtomizableException {
        Path jobs = directory.resolve(workload.name() + ".jobs.gz");
        Path reservations = directory.resolve(workload.name() + ".reservations.gz");
        try (Writer to = compressed(jobs)) {
            jobs(workload, to);
        } catch (IOException e) {
            throw unwritable(jobs, e);
        }
        try (Writer to = compressed(reservations)) {
            reservations(workload, to);
        } catch (IOException e) {
            throw unwritable(reservations, e);
        }
        return jobs;
    }

    private static Writer compressed(Path file) throws IOException {
        return new BufferedWriter(new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file), 1 << 16), StandardCharsets.UTF_8));
    }

    private static AtomizableException unwritable(Path file, IOException cause) {
        return new AtomizableException(
                "%s cannot be written (%s)".formatted(file, cause), "Check the directory and the free space.", cause);
    }

    private static void jobs(Workload workload, Writer to) throws IOException {
        to.write("T " + number(workload.horizonSeconds()) + "\n");
        IdentityHashMap<AtomFactors, String> factors = new IdentityHashMap<>();
        for (SimulatedTask task : workload.tasks()) {
            to.write(String.join(
                    " ",
                    task.name(),
                    number(task.submit()),
                    number(task.atomSeconds()),
                    Long.toString(task.atoms()),
                    memory(task.memory()),
                    number(task.classGib()),
                    factors.computeIfAbsent(task.factors(), WorkloadWriter::factors)));
            to.write(task.tenant().map(it -> " tenant=" + it).orElse(""));
            to.write(task.deadline().map(it -> " deadline=" + number(it)).orElse("") + "\n");
        }
    }

    private static void reservations(Workload workload, Writer to) throws IOException {
        for (SimulatedSlice slice : workload.slices()) {
            to.write("S %s %s %s\n".formatted(slice.id(), slice.kind(), number(slice.gib())));
        }
        for (SimulatedSlice slice : workload.slices()) {
            for (Reservation each : slice.reservations()) {
                to.write("R %s %s %s\n".formatted(slice.id(), number(each.from()), number(each.to())));
            }
            for (double each : slice.failures()) {
                to.write("F %s %s\n".formatted(slice.id(), number(each)));
            }
        }
    }

    private static String memory(MemoryStages memory) {
        if (memory.stages().size() == 1) {
            return number(memory.peakGib());
        }
        return memory.stages().stream()
                .map(it -> number(it.fromShare()) + ":" + number(it.gib()))
                .collect(Collectors.joining(";"));
    }

    private static String factors(AtomFactors factors) {
        return IntStream.range(0, factors.count())
                .mapToObj(it -> number(factors.factor(it)))
                .collect(Collectors.joining(","));
    }

    /** The shortest text that is read as the same number. */
    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
