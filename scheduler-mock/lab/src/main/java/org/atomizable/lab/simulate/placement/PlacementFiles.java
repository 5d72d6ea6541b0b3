package org.atomizable.lab.simulate.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.placement.LoadCurve.Reading;

/** The results as text: {@code placement.json} has means over the seeds, {@code placement.csv} every run at every load. */
final class PlacementFiles {

    private static final int DECIMALS = 6;

    private PlacementFiles() {}

    static String json(List<PlacementMeans> means) {
        List<Map<String, Object>> fields = new ArrayList<>();
        for (PlacementMeans each : means) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("workload", each.workload());
            result.put("policy", each.policy().word());
            result.put("seeds", each.runs().stream().map(PlacementRun::seed).toList());
            result.put(
                    "arrived", each.runs().stream().map(PlacementRun::arrived).toList());
            result.put("placed", each.runs().stream().map(PlacementRun::placed).toList());
            result.put("loads", loads(each));
            fields.add(result);
        }
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("placements", fields))
                    + "\n";
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("figures could not be written as JSON", defect);
        }
    }

    private static List<Map<String, Object>> loads(PlacementMeans means) {
        List<Map<String, Object>> loads = new ArrayList<>();
        for (int load : PlacementMeans.LOADS) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("arrivedPercent", load);
            add(fields, "allocatedPercent", means, load, Reading::allocated);
            add(fields, "fragmentedPercent", means, load, Reading::fragmented);
            add(fields, "fragmentedOfIdlePercent", means, load, Reading::fragmentedOfIdle);
            loads.add(fields);
        }
        return loads;
    }

    private static void add(
            Map<String, Object> fields, String name, PlacementMeans means, int load, ToDoubleFunction<Reading> value) {
        Optional<Interval> mean = means.at(load, value);
        mean.ifPresent(it -> fields.put(name, rounded(it.mean())));
        mean.filter(it -> it.count() > 1)
                .ifPresent(it -> fields.put(name + "Interval", List.of(rounded(it.low()), rounded(it.high()))));
    }

    static String csv(List<PlacementRun> runs) {
        StringBuilder csv = new StringBuilder(
                "workload,policy,seed,arrived_pct,allocated_pct,fragmented_pct,fragmented_of_idle_pct\n");
        for (PlacementRun run : runs) {
            for (int load = 0; load <= LoadCurve.MOST; load++) {
                int at = load;
                run.curve()
                        .at(load)
                        .ifPresent(it -> csv.append("%s,%s,%s,%s,%s,%s,%s\n"
                                .formatted(
                                        run.workload(),
                                        run.policy().word(),
                                        run.seed(),
                                        at,
                                        rounded(it.allocated()),
                                        rounded(it.fragmented()),
                                        rounded(it.fragmentedOfIdle()))));
            }
        }
        return csv.toString();
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }

    /**
     * Creates a directory for results.
     *
     * @throws AtomizableException if it cannot be created or written
     */
    static void prepare(Path directory) throws AtomizableException {
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, "probe", ".tmp"));
        } catch (IOException e) {
            throw new AtomizableException(
                    "results cannot be written to %s (%s)".formatted(directory, e), "Choose another --out.", e);
        }
    }

    static void write(Path directory, List<PlacementRun> runs) throws IOException {
        List<PlacementMeans> means = PlacementMeans.of(runs);
        Files.writeString(directory.resolve("placement.json"), json(means));
        Files.writeString(directory.resolve("placement.csv"), csv(runs));
        for (String workload :
                means.stream().map(PlacementMeans::workload).distinct().toList()) {
            Files.writeString(
                    directory.resolve(workload + ".svg"),
                    AllocationPicture.of(
                            workload,
                            means.stream()
                                    .filter(it -> it.workload().equals(workload))
                                    .toList()));
        }
    }
}
