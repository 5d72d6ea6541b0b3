package org.atomizable.lab.simulate.partition;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.figure.PairedDifferences;

/** The results of all policies and seeds as a table, CSV and JSON. */
final class PartitionReport {

    private static final int DECIMALS = 6;

    /** Policies in the order in which they were asked for. */
    private final Map<String, List<PartitionResult>> byPolicy;

    private final List<PartitionResult> results;

    PartitionReport(List<PartitionResult> results) {
        this.results = List.copyOf(results);
        this.byPolicy = results.stream()
                .collect(Collectors.groupingBy(PartitionResult::policy, LinkedHashMap::new, Collectors.toList()));
    }

    void print(Consumer<String> out) {
        out.accept(String.format(
                Locale.ROOT,
                "  %-32s %17s %7s %7s %10s %6s %9s %9s",
                "policy",
                "mean completion h",
                "p50 h",
                "p95 h",
                "makespan h",
                "STP",
                "moves/job",
                "standing"));
        byPolicy.forEach((policy, its) -> out.accept(line(policy, its)));
        out.accept("");
        out.accept("  mean completion against");
        for (Map<String, Object> each : comparisons()) {
            out.accept("  %-32s %-32s %8s %%%s"
                    .formatted(
                            each.get("policy"),
                            each.get("against"),
                            percent(each, "difference"),
                            each.containsKey("low")
                                    ? " (%s to %s)".formatted(percent(each, "low"), percent(each, "high"))
                                    : ""));
        }
        if (byPolicy.containsKey("static")) {
            out.accept("");
            out.accept("  best static partition: "
                    + byPolicy.getOrDefault("static", List.of()).stream()
                            .map(it -> it.layout().orElseThrow().toString())
                            .collect(Collectors.groupingBy(it -> it, TreeMap::new, Collectors.counting()))
                            .entrySet()
                            .stream()
                            .map(it -> "%s (%s)".formatted(it.getKey(), it.getValue()))
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String percent(Map<String, Object> fields, String name) {
        return String.format(
                Locale.ROOT, "%+.1f", 100 * ((BigDecimal) Objects.requireNonNull(fields.get(name))).doubleValue());
    }

    private static String line(String policy, List<PartitionResult> its) {
        Interval mean = Interval.of(its.stream().map(PartitionResult::meanHours).toList());
        return String.format(
                Locale.ROOT,
                "  %-32s %17s %7.3f %7.3f %10.3f %6.2f %9.2f %8.1f%%",
                policy,
                its.size() == 1
                        ? String.format(Locale.ROOT, "%.3f", mean.mean())
                        : String.format(Locale.ROOT, "%.3f ± %.3f", mean.mean(), mean.high() - mean.mean()),
                average(its, it -> it.percentileHours(0.5)),
                average(its, it -> it.percentileHours(0.95)),
                average(its, PartitionResult::makespanHours),
                average(its, PartitionResult::throughput),
                average(
                        its,
                        it -> (double) it.run().migrations()
                                / it.run().completions().size()),
                100 * average(its, PartitionResult::standingShare));
    }

    private static double average(List<PartitionResult> its, ToDoubleFunction<PartitionResult> figure) {
        return its.stream().mapToDouble(figure).average().orElse(0);
    }

    /** The mean completion of each policy against each other one, paired by seed. */
    private List<Map<String, Object>> comparisons() {
        List<Map<String, Object>> comparisons = new ArrayList<>();
        byPolicy.forEach((policy, its) -> byPolicy.forEach((other, others) -> {
            if (!policy.equals(other)) {
                Interval relative =
                        PairedDifferences.of(bySeed(its), bySeed(others)).relative();
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("policy", policy);
                fields.put("against", other);
                fields.put("difference", rounded(relative.mean()));
                if (relative.count() > 1) {
                    fields.put("low", rounded(relative.low()));
                    fields.put("high", rounded(relative.high()));
                }
                comparisons.add(fields);
            }
        }));
        return comparisons;
    }

    private static Map<Long, Double> bySeed(List<PartitionResult> its) {
        return its.stream()
                .collect(Collectors.toMap(
                        PartitionResult::seed, PartitionResult::meanHours, (one, other) -> one, TreeMap::new));
    }

    private static Map<String, Object> fields(PartitionResult result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("policy", result.policy());
        fields.put("seed", result.seed());
        fields.put("layout", result.layout().map(Layout::toString).orElse(""));
        fields.put("finished", result.run().completions().size());
        fields.put("meanCompletionHours", rounded(result.meanHours()));
        fields.put("p50CompletionHours", rounded(result.percentileHours(0.5)));
        fields.put("p95CompletionHours", rounded(result.percentileHours(0.95)));
        fields.put("makespanHours", rounded(result.makespanHours()));
        fields.put("throughput", rounded(result.throughput()));
        fields.put("standingShare", rounded(result.standingShare()));
        fields.put("migrations", result.run().migrations());
        fields.put("repartitions", result.run().repartitions());
        fields.put("profilings", result.run().profilings());
        return fields;
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }

    String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("runs", results.stream().map(PartitionReport::fields).toList());
        all.put("comparisons", comparisons());
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("figures could not be written as JSON", defect);
        }
    }

    String csv() {
        List<Map<String, Object>> rows =
                results.stream().map(PartitionReport::fields).toList();
        String values = rows.stream()
                .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n"));
        return String.join(",", rows.get(0).keySet()) + "\n" + values + "\n";
    }

    /**
     * Writes {@code partitions.json}, {@code partitions.csv} and {@code partitions.svg}.
     *
     * @throws AtomizableException if the directory cannot be written
     */
    void write(Path directory) throws AtomizableException {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("partitions.json"), json());
            Files.writeString(directory.resolve("partitions.csv"), csv());
            Files.writeString(directory.resolve("partitions.svg"), PartitionPicture.svg(results));
        } catch (IOException e) {
            throw new AtomizableException(
                    "results cannot be written to %s (%s)".formatted(directory, e), "Choose another --out.", e);
        }
    }
}
