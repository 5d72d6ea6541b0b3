package org.atomizable.lab.simulate.placement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.placement.LoadCurve.Reading;

/**
 * Means that the published simulator computed, with which ours are compared.
 *
 * <pre>{@code
 * metric,workload,policy,arrived_pct,mean,n
 * allo,openb_pod_list_default,06-FGD,100,95.227,10
 * }</pre>
 *
 * <p>A metric is {@code allo} (allocated), {@code frag} (fragmented) or {@code frag_ratio} (fragmented of idle), each in percent.
 */
final class PublishedResults {

    private static final Map<String, ToDoubleFunction<Reading>> METRICS =
            Map.of("allo", Reading::allocated, "frag", Reading::fragmented, "frag_ratio", Reading::fragmentedOfIdle);

    private record Line(String metric, String workload, Optional<Policies> policy, int load, double mean) {}

    private final List<Line> lines;

    private PublishedResults(List<Line> lines) {
        this.lines = lines;
    }

    /**
     * Reads them. Lines about policies that are not known here are left out.
     *
     * @throws AtomizableException if the file cannot be read or is wrong; the message names the file and the line
     */
    static PublishedResults read(Path csv) throws AtomizableException {
        CsvTable table = CsvTable.read(csv, List.of("metric", "workload", "policy", "arrived_pct", "mean"));
        List<Line> lines = new ArrayList<>();
        for (CsvTable.Row row : table.rows()) {
            if (!METRICS.containsKey(row.text("metric"))) {
                throw row.refused("metric must be allo, frag or frag_ratio, was " + row.text("metric"));
            }
            int load = row.count("arrived_pct");
            if (load > LoadCurve.MOST) {
                throw row.refused("arrived_pct must be %s or less, was %s".formatted(LoadCurve.MOST, load));
            }
            lines.add(new Line(
                    row.text("metric"),
                    row.text("workload"),
                    Policies.published(row.text("policy")),
                    load,
                    row.number("mean")));
        }
        return new PublishedResults(lines);
    }

    /** Prints, for each published mean that was also computed here, by how much ours is larger; and the largest differences. */
    void compare(List<PlacementMeans> means, Consumer<String> out) {
        out.accept("");
        out.accept("  %-12s %-28s %-16s %6s %10s %10s %11s"
                .formatted("metric", "workload", "policy", "load %", "here", "published", "difference"));
        for (String metric : List.of("allo", "frag", "frag_ratio")) {
            double largest = 0;
            int compared = 0;
            for (Line line : lines) {
                Optional<Interval> here = line.metric().equals(metric) ? here(line, means) : Optional.empty();
                if (here.isPresent()) {
                    double difference = here.get().mean() - line.mean();
                    largest = Math.max(largest, Math.abs(difference));
                    compared++;
                    out.accept(String.format(
                            Locale.ROOT,
                            "  %-12s %-28s %-16s %6d %10.3f %10.3f %+11.3f",
                            metric,
                            line.workload(),
                            line.policy().map(Policies::word).orElse(""),
                            line.load(),
                            here.get().mean(),
                            line.mean(),
                            difference));
                }
            }
            out.accept(String.format(
                    Locale.ROOT, "  %s: %d lines, largest difference %.3f points", metric, compared, largest));
        }
    }

    private static Optional<Interval> here(Line line, List<PlacementMeans> means) {
        return means.stream()
                .filter(it -> it.workload().equals(line.workload()))
                .filter(it -> line.policy().equals(Optional.of(it.policy())))
                .findFirst()
                .flatMap(it -> it.at(line.load(), value(line)));
    }

    private static ToDoubleFunction<Reading> value(Line line) {
        return METRICS.getOrDefault(line.metric(), Reading::allocated);
    }
}
