package org.atomizable.lab.bench;

import java.util.List;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.ClusterTextException;
import org.atomizable.scheduler.cluster.SimulatedGpus;

/** GPUs that are all alike, with four slices each. */
record Gpus(int count) {

    /** The slices of each, as a scheduler takes them. */
    static final String LAYOUT = "2g.20gb+2g.20gb+2g.20gb+1g.10gb";

    private static final int SLICES = 4;

    /** Returns them as a scheduler takes them. */
    String text() {
        return "sim:A100-80GB*" + count;
    }

    int sliceCount() {
        return SLICES * count;
    }

    List<Slice> slices() throws ClusterTextException {
        return SimulatedGpus.parse(text(), LAYOUT).slices();
    }
}
