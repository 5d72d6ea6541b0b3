package org.atomizable.lab.simulate.pressure;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.figure.Rounded;
import org.atomizable.lab.simulate.pressure.PressureFigures.OfClass;
import org.atomizable.scheduler.node.airlock.ResidentClass;

/** The figures of all policies and seeds as a table and JSON. */
final class PressureReport {

    private final List<Result> results;
    private final int surges;

    PressureReport(List<Result> results, int surges) {
        this.results = List.copyOf(results);
        this.surges = surges;
    }

    private List<PressureFigures> of(PressurePolicy policy) {
        return results.stream()
                .filter(it -> it.policy() == policy)
                .map(Result::figures)
                .toList();
    }

    Interval interval(PressurePolicy policy, OfClass figure, ResidentClass kind) {
        return Interval.of(of(policy).stream().map(it -> it.of(figure, kind)).toList());
    }

    void print(Consumer<String> out) {
        out.accept("%s surges; means of a seed with 95 %% intervals".formatted(surges));
        for (PressurePolicy policy : PressurePolicy.values()) {
            out.accept("");
            out.accept("  " + name(policy));
            for (ResidentClass kind : ResidentClass.values()) {
                out.accept("    %-9s completed %s, of these elsewhere %s, lost %s h, killed %s"
                        .formatted(
                                name(kind),
                                text(interval(policy, OfClass.COMPLETED, kind)),
                                text(interval(policy, OfClass.COMPLETED_ELSEWHERE, kind)),
                                text(interval(policy, OfClass.LOST_HOURS, kind)),
                                text(interval(policy, OfClass.KILLED, kind))));
            }
            out.accept("    inversions %s, killed by the kernel %s, bounds broken %s, longest suspended %s s"
                    .formatted(
                            sum(policy, it -> it.inversions),
                            sum(policy, it -> it.kernelKills),
                            sum(policy, it -> it.boundsBroken),
                            Rounded.text(longest(policy), 1)));
            if (!actions(policy).isEmpty()) {
                out.accept("    rungs " + actions(policy));
            }
        }
    }

    private double longest(PressurePolicy policy) {
        return of(policy).stream().mapToDouble(it -> it.longestSuspended).max().orElse(0);
    }

    private long sum(PressurePolicy policy, ToDoubleFunction<PressureFigures> figure) {
        return (long) of(policy).stream().mapToDouble(figure).sum();
    }

    private Map<String, Integer> actions(PressurePolicy policy) {
        Map<String, Integer> all = new TreeMap<>();
        of(policy).forEach(it -> it.actions.forEach((kind, count) -> all.merge(lower(kind), count, Integer::sum)));
        return all;
    }

    private static String text(Interval interval) {
        return interval.count() == 1
                ? Rounded.text(interval.mean(), 1)
                : "%s ± %s"
                        .formatted(
                                Rounded.text(interval.mean(), 1), Rounded.text(interval.high() - interval.mean(), 1));
    }

    static String name(Enum<?> constant) {
        return lower(constant.name());
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static BigDecimal number(double value) {
        return new BigDecimal(Rounded.text(value, 3));
    }

    private static Map<String, Object> fields(Interval interval) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mean", number(interval.mean()));
        if (interval.count() > 1) {
            fields.put("low", number(interval.low()));
            fields.put("high", number(interval.high()));
        }
        return fields;
    }

    private Map<String, Object> fields(PressurePolicy policy, ResidentClass kind) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (OfClass each : OfClass.values()) {
            fields.put(each.field, fields(interval(policy, each, kind)));
        }
        return fields;
    }

    /** Returns the same bytes for the same figures: every key has its place. */
    String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("surges", surges);
        all.put("seeds", results.size() / PressurePolicy.values().length);
        for (PressurePolicy policy : PressurePolicy.values()) {
            Map<String, Object> its = new LinkedHashMap<>();
            for (ResidentClass kind : ResidentClass.values()) {
                its.put(name(kind), fields(policy, kind));
            }
            its.put("inversions", sum(policy, it -> it.inversions));
            its.put("killedByKernel", sum(policy, it -> it.kernelKills));
            its.put("boundsBroken", sum(policy, it -> it.boundsBroken));
            its.put("longestSuspendedSeconds", number(longest(policy)));
            its.put("rungs", actions(policy));
            all.put(name(policy), its);
        }
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("figures could not be written as JSON", defect);
        }
    }

    /**
     * Writes {@code pressure.json} and {@code pressure.svg}.
     *
     * @throws AtomizableException if the directory cannot be written
     */
    void write(Path directory) throws AtomizableException {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("pressure.json"), json());
            Files.writeString(directory.resolve("pressure.svg"), PressurePicture.svg(this));
        } catch (IOException e) {
            throw new AtomizableException(
                    "results cannot be written to %s (%s)".formatted(directory, e), "Choose another --out.", e);
        }
    }

    /** The figures of a policy for one seed. */
    record Result(PressurePolicy policy, long seed, PressureFigures figures) {}
}
