package org.atomizable.lab.simulate.colocation;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.simulate.figure.Interval;

/** The figures of all GPUs and seeds as tables and JSON. */
final class ColocationReport {

    private static final int DECIMALS = 6;

    /**
     * One seed on one kind of GPU.
     *
     * @param hidden how pairs were predicted
     * @param reached mean throughput of a GPU, by way to pack
     */
    record Trial(HiddenPairs hidden, Map<String, Double> reached) {}

    private final Map<String, List<Trial>> byGpu = new LinkedHashMap<>();

    ColocationReport(List<Trial> trials) {
        trials.forEach(it -> byGpu.computeIfAbsent(it.hidden().gpu(), gpu -> new ArrayList<>())
                .add(it));
    }

    void print(Consumer<String> out) {
        out.accept("  %-6s %-22s %20s %20s".formatted("GPU", "prediction", "median error %", "p90 error %"));
        byGpu.forEach((gpu, trials) -> {
            for (String way : trials.get(0).hidden().errors().keySet()) {
                out.accept("  %-6s %-22s %20s %20s"
                        .formatted(gpu, way, text(error(trials, way, 0.5), 100), text(error(trials, way, 0.9), 100)));
            }
            out.accept("  %-6s %-22s %20s %%"
                    .formatted(
                            gpu,
                            "within our intervals",
                            text(of(trials, it -> it.hidden().covered()), 100)));
        });
        out.accept("");
        out.accept("  %-6s %-28s %20s %20s".formatted("GPU", "packing", "throughput of a GPU", "against none %"));
        byGpu.forEach((gpu, trials) -> trials.get(0)
                .reached()
                .keySet()
                .forEach(way -> out.accept("  %-6s %-28s %20s %20s"
                        .formatted(
                                gpu,
                                way,
                                text(reached(trials, way), 1),
                                text(gain(trials, way, PackingTrial.NONE), 100)))));
    }

    private static Interval of(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        return Interval.of(trials.stream().map(figure::applyAsDouble).toList());
    }

    private static Interval error(List<Trial> trials, String way, double share) {
        return of(trials, it -> value(it.hidden().errors(), way).percentile(share));
    }

    private static Interval reached(List<Trial> trials, String way) {
        return of(trials, it -> value(it.reached(), way));
    }

    /** Differences are taken seed by seed. */
    private static Interval gain(List<Trial> trials, String way, String against) {
        return of(trials, it -> value(it.reached(), way) / value(it.reached(), against) - 1);
    }

    private static <T> T value(Map<String, T> values, String name) {
        T value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no figure is called " + name);
        }
        return value;
    }

    private static String text(Interval it, double factor) {
        String mean = String.format(Locale.ROOT, "%.2f", factor * it.mean());
        return it.count() == 1
                ? mean
                : "%s ± %s".formatted(mean, String.format(Locale.ROOT, "%.2f", factor * (it.high() - it.mean())));
    }

    String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        byGpu.forEach((gpu, trials) -> {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("seeds", trials.stream().map(it -> it.hidden().seed()).toList());
            fields.put("predictions", each(trials.get(0).hidden().errors(), way -> {
                Map<String, Object> errors = new LinkedHashMap<>();
                errors.put("medianError", fields(error(trials, way, 0.5)));
                errors.put("p90Error", fields(error(trials, way, 0.9)));
                return errors;
            }));
            fields.put("withinIntervals", fields(of(trials, it -> it.hidden().covered())));
            fields.put("packings", each(trials.get(0).reached(), way -> {
                Map<String, Object> packing = new LinkedHashMap<>();
                packing.put("throughputOfAGpu", fields(reached(trials, way)));
                packing.put("againstNone", fields(gain(trials, way, PackingTrial.NONE)));
                packing.put("againstRandomPairs", fields(gain(trials, way, PackingTrial.RANDOM)));
                return packing;
            }));
            all.put(gpu, fields);
        });
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("figures are plain values", e);
        }
    }

    private static Map<String, Object> each(Map<String, ?> ways, Function<String, Object> fields) {
        Map<String, Object> all = new LinkedHashMap<>();
        ways.keySet().forEach(it -> all.put(it, fields.apply(it)));
        return all;
    }

    private static Map<String, Object> fields(Interval it) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mean", rounded(it.mean()));
        if (it.count() > 1) {
            fields.put("low", rounded(it.low()));
            fields.put("high", rounded(it.high()));
        }
        return fields;
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }
}
