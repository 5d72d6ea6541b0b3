package org.atomizable.lab.simulate.placement;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.atomizable.lab.simulate.placement.LoadCurve.Reading;

/** The results as tables for a terminal: a block for each workload, with the allocated and the fragmented GPU of each policy by load. */
final class PlacementTable {

    private PlacementTable() {}

    static void print(List<PlacementMeans> means, Consumer<String> out) {
        for (String workload :
                means.stream().map(PlacementMeans::workload).distinct().toList()) {
            List<PlacementMeans> its =
                    means.stream().filter(it -> it.workload().equals(workload)).toList();
            PlacementRun first = its.get(0).runs().get(0);
            out.accept("");
            out.accept("%s: %s pods arrive with seed %s; number of seeds: %s"
                    .formatted(
                            workload,
                            first.arrived(),
                            first.seed(),
                            its.get(0).runs().size()));
            print("allocated % of the GPUs", its, Reading::allocated, out);
            print("fragmented % of the GPUs", its, Reading::fragmented, out);
        }
    }

    private static void print(
            String title, List<PlacementMeans> means, ToDoubleFunction<Reading> value, Consumer<String> out) {
        StringBuilder header = new StringBuilder("  %-26s".formatted(title));
        PlacementMeans.LOADS.forEach(it -> header.append("%15s".formatted(it + " %")));
        out.accept(header.toString());
        for (PlacementMeans each : means) {
            StringBuilder line =
                    new StringBuilder("  %-26s".formatted(each.policy().word()));
            PlacementMeans.LOADS.forEach(load -> line.append("%15s"
                    .formatted(each.at(load, value)
                            .map(it -> it.count() == 1
                                    ? String.format(Locale.ROOT, "%.2f", it.mean())
                                    : String.format(Locale.ROOT, "%.2f ± %.2f", it.mean(), it.high() - it.mean()))
                            .orElse("-"))));
            out.accept(line.toString());
        }
    }
}
