package org.atomizable.lab.simulate.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.simulate.trace.TraceFormat.Rows;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;
import org.atomizable.lab.simulate.workload.TracedJob;

/**
 * The jobs of MISO (Li et al., SoCC 2022): a JSON object from the number of a job to the seconds that it runs on a whole A100-40GB.
 *
 * <pre>{@code
 * {"0": 120, "1": 153.5}
 * }</pre>
 */
final class MisoTrace {

    static final TraceFormat FORMAT = new TraceFormat(
            "MISO (a JSON object from numbers of jobs to seconds)", it -> it.startsWith("{"), false, MisoTrace::jobs);

    private MisoTrace() {}

    private static Rows jobs(Line first, LineSource rest) throws AtomizableException {
        Rows rows = new Rows();
        for (Map.Entry<String, JsonNode> each : parsed(first, rest).properties()) {
            double seconds = each.getValue().isNumber() ? each.getValue().asDouble() : Double.NaN;
            if (!(seconds > 0)) {
                throw first.refused(
                        "job %s must run for more than 0 s, was %s".formatted(each.getKey(), each.getValue()));
            }
            first.requireHeld("the time of job " + each.getKey(), seconds, each.getValue());
            rows.take(new TracedJob(0, seconds));
        }
        return rows;
    }

    private static JsonNode parsed(Line first, LineSource rest) throws AtomizableException {
        StringBuilder text = new StringBuilder("\n".repeat(first.number() - 1)).append(first.text());
        int[] at = {first.number()};
        rest.rest(line -> {
            // Blank lines were left out; errors are to name the line of the file.
            text.append("\n".repeat(line.number() - at[0])).append(line.text());
            at[0] = line.number();
        });
        try {
            return WireJson.mapper().readTree(text.toString());
        } catch (JsonProcessingException e) {
            int number =
                    e.getLocation() == null ? first.number() : e.getLocation().getLineNr();
            throw new Line(first.file(), number, "").refused("this is no JSON (%s)".formatted(e.getOriginalMessage()));
        }
    }
}
