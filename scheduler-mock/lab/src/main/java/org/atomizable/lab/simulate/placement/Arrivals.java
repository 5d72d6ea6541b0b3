package org.atomizable.lab.simulate.placement;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.lab.simulate.workload.Draws;

/** Which pods arrive, and in what order. */
final class Arrivals {

    /** How much arrives: 130 % of the GPUs. */
    private static final int PERCENT = 130;

    private Arrivals() {}

    /**
     * Shuffles the pods. If they ask for less GPU than is to arrive, pods that are drawn with replacement follow, up to the first that
     * would be too much; if they ask for more, pods are removed at random until they do not.
     *
     * @param pods at least one of them asks for a GPU
     * @param gpus number of GPUs of the cluster
     */
    static List<Pod> of(List<Pod> pods, int gpus, Draws draws) {
        long most = (long) PERCENT * gpus * Demand.WHOLE_GPU / 100;
        List<Pod> arriving = new ArrayList<>(pods);
        shuffle(arriving, draws);
        long asked =
                arriving.stream().mapToLong(it -> it.demand().totalGpuMilli()).sum();
        while (asked > most) {
            asked -= arriving.remove(draws.below(arriving.size())).demand().totalGpuMilli();
        }
        if (arriving.size() == pods.size()) {
            Pod next = pods.get(draws.below(pods.size()));
            while (asked + next.demand().totalGpuMilli() <= most) {
                arriving.add(next);
                asked += next.demand().totalGpuMilli();
                next = pods.get(draws.below(pods.size()));
            }
        }
        return arriving;
    }

    static <T> void shuffle(List<T> list, Draws draws) {
        for (int i = list.size() - 1; i > 0; i--) {
            int other = draws.below(i + 1);
            T moved = list.get(i);
            list.set(i, list.get(other));
            list.set(other, moved);
        }
    }
}
