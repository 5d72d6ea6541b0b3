package org.atomizable.lab.simulate.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.simulate.trace.TraceFormat.Left;
import org.atomizable.lab.simulate.trace.TraceFormat.Rows;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;
import org.atomizable.lab.simulate.workload.TracedJob;

/**
 * A trace of Gavel (Narayanan et al., OSDI 2020): a line for each job, with columns divided by tabs, as its {@code parse_trace} reads them.
 *
 * <pre>
 * job type, command, working directory, name of the option for the steps, needs a data directory (0 or 1),
 * steps, GPUs, weight, SLO, arrival in seconds
 * </pre>
 *
 * <p>The throughputs are in a JSON file beside it, in steps a second: {@code {"v100": {"('LM (batch size 10)', 1)": {"null": 81.7, ...}}}}.
 */
final class GavelTrace {

    private static final String THROUGHPUTS = "simulation_throughputs.json";
    private static final String GPU = "v100";
    private static final int COLUMNS = 10;
    private static final Pattern FIRST =
            Pattern.compile("([^\t]*\t){5}\\d+(\\.0+)?\t\\d+(\\.0+)?\t[^\t]+\t[^\t]+\t[^\t]+");

    static final TraceFormat FORMAT = new TraceFormat(
            "Gavel (ten columns divided by tabs, from the job type to the arrival)",
            it -> FIRST.matcher(it).matches(),
            true,
            GavelTrace::jobs);

    private GavelTrace() {}

    private static Rows jobs(Line first, LineSource rest) throws AtomizableException {
        JsonNode throughputs = throughputs(first.file());
        Rows rows = new Rows();
        read(first, throughputs, rows);
        rest.rest(line -> read(line, throughputs, rows));
        return rows;
    }

    private static void read(Line line, JsonNode throughputs, Rows rows) throws AtomizableException {
        String[] columns = line.text().strip().split("\t", -1);
        if (columns.length != COLUMNS) {
            throw line.refused("a job has %s columns, this line has %s".formatted(COLUMNS, columns.length));
        }
        long steps = line.whole("the number of steps", columns[5]);
        double arrival = line.seconds("the arrival", columns[9]);
        if (line.whole("the number of GPUs", columns[6]) != 1) {
            rows.leave(Left.NOT_ONE_GPU);
            return;
        }
        double throughput =
                throughputs.path("('%s', 1)".formatted(columns[0])).path("null").asDouble(0);
        if (!(throughput > 0) || steps < 1) {
            throw line.refused("%s has %s steps at %s steps a second; both must be above 0, see %s"
                    .formatted(columns[0], steps, throughput, THROUGHPUTS));
        }
        line.requireHeld("the time of a job", steps / throughput, columns[5] + " steps");
        rows.take(new TracedJob(arrival, steps / throughput));
    }

    private static JsonNode throughputs(Path trace) throws AtomizableException {
        Path file = trace.resolveSibling(THROUGHPUTS);
        try {
            JsonNode of = WireJson.mapper().readTree(file.toFile()).path(GPU);
            if (!of.isObject()) {
                throw new AtomizableException(
                        "%s has no throughputs of %s".formatted(file, GPU), "Copy Gavel's file of that name there.");
            }
            return of;
        } catch (IOException e) {
            throw new AtomizableException(
                    "the throughputs of %s cannot be read from %s (%s)".formatted(trace, file, e),
                    "Copy Gavel's file of that name there.",
                    e);
        }
    }
}
