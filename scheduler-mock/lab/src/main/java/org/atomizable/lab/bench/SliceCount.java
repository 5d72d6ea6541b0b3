package org.atomizable.lab.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.ClusterTextException;
import org.atomizable.scheduler.cluster.SimulatedGpus;

/**
 * So many slices as a scheduler takes them.
 *
 * @param gpus all alike
 * @param layout of each
 */
record SliceCount(String gpus, String layout) {

    private static final int MOST_GPUS = 64;

    private static final Map<Integer, String> LAYOUTS = Map.of(
            1, "7g.80gb",
            2, "3g.40gb+3g.40gb",
            3, "3g.40gb+2g.20gb+1g.10gb",
            4, "2g.20gb+2g.20gb+2g.20gb+1g.10gb",
            7, "1g.10gb+1g.10gb+1g.10gb+1g.10gb+1g.10gb+1g.10gb+1g.10gb");

    public static SliceCount of(int slices) {
        Optional<Integer> each = List.of(4, 3, 2, 1, 7).stream()
                .filter(it -> slices >= 1 && slices % it == 0 && slices / it <= MOST_GPUS)
                .findFirst();
        return each.map(it -> new SliceCount("sim:A100-80GB*" + slices / it, LAYOUTS.getOrDefault(it, "")))
                .orElseThrow(() -> new IllegalArgumentException(
                        "the number of slices must be 1 to 64, or up to four times as many in fours, was " + slices));
    }

    public List<Slice> slices() throws ClusterTextException {
        return SimulatedGpus.parse(gpus, layout).slices();
    }
}
