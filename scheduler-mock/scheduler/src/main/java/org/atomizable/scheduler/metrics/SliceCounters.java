package org.atomizable.scheduler.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.atomizable.scheduler.market.Statistics;

/** The seconds of each slice. The caller that scrapes them must synchronize. */
final class SliceCounters {

    private final Map<String, Figure> figures = new HashMap<>();
    private final PrometheusRegistry registry;

    /** One counter: what it was at the last look, by slice. */
    private record Figure(ToDoubleFunction<Statistics.SliceUse> of, Map<String, Double> seconds) {

        /**
         * A counter that decreases by a millisecond would look as if it had restarted. That could happen: a live lease
         * counts until now, but an ended lease counts until its end, which is noticed later.
         */
        void look(List<Statistics.SliceUse> slices) {
            Map<String, Double> before = Map.copyOf(seconds);
            seconds.clear();
            slices.forEach(it ->
                    seconds.put(it.slice(), Math.max(before.getOrDefault(it.slice(), 0.0), of.applyAsDouble(it))));
        }
    }

    private List<Statistics.SliceUse> slices = List.of();

    SliceCounters(PrometheusRegistry registry) {
        this.registry = registry;
        add("atomizable_slice_busy_seconds", "Time under leases since the start", Statistics.SliceUse::busySeconds);
        add(
                "atomizable_slice_offered_seconds",
                "Time covered by announced windows",
                Statistics.SliceUse::offeredSeconds);
        add("atomizable_slice_hole_seconds", "Time in which nothing was reserved", Statistics.SliceUse::holeSeconds);
    }

    void look(List<Statistics.SliceUse> now) {
        slices = now;
        figures.values().forEach(it -> it.look(now));
    }

    private void add(String name, String description, ToDoubleFunction<Statistics.SliceUse> of) {
        Figure figure = new Figure(of, new HashMap<>());
        figures.put(name, figure);
        CounterWithCallback.builder()
                .name(name)
                .help(description)
                .labelNames("slice", "kind")
                .callback(told -> slices.forEach(
                        it -> told.call(figure.seconds().getOrDefault(it.slice(), 0.0), it.slice(), it.kind())))
                .register(registry);
    }
}
