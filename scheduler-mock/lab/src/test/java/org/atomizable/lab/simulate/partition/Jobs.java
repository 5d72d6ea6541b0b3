package org.atomizable.lab.simulate.partition;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.AtomizableException;
import org.atomizable.scheduler.cluster.MigGeometry;

/** Jobs that are small enough to be worked out by hand, on an A100-40GB. */
final class Jobs {

    static final List<String> PROFILES = List.of("7g.40gb", "4g.20gb", "3g.20gb", "2g.10gb", "1g.5gb");
    static final MigGeometry A100 = known();
    static final List<Layout> LAYOUTS = Layout.all(A100, PROFILES);

    private Jobs() {}

    private static MigGeometry known() {
        try {
            return MigGeometry.of("A100-40GB");
        } catch (AtomizableException unknown) {
            throw new AssertionError(unknown);
        }
    }

    /** Fits everywhere; half as fast on three slices, a tenth on one. */
    static PartitionJob small(int id, double seconds) {
        return new PartitionJob(
                id,
                seconds,
                new TreeMap<>(Map.of("7g.40gb", 1.0, "4g.20gb", 0.8, "3g.20gb", 0.5, "2g.10gb", 0.4, "1g.5gb", 0.1)));
    }

    /** Fits on three slices or more. */
    static PartitionJob large(int id, double seconds) {
        return new PartitionJob(id, seconds, new TreeMap<>(Map.of("7g.40gb", 1.0, "4g.20gb", 0.625, "3g.20gb", 0.5)));
    }

    static Layout layout(String text) {
        return LAYOUTS.stream()
                .filter(it -> it.toString().equals(text))
                .findFirst()
                .orElseThrow();
    }

    static PartitionRules rules(int gpus) {
        return new PartitionRules(gpus, 60, 5, 30, 1.0 / 3, 0, 0);
    }
}
