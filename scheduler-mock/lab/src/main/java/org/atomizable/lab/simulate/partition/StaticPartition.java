package org.atomizable.lab.simulate.partition;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Every GPU keeps the same layout. A job goes to the largest idle instance, or is overtaken if that is too small; a job on a smaller
 * instance moves to an idle larger one of its GPU. With the whole GPU as the only instance this is first come, first served.
 */
final class StaticPartition implements PartitionPolicy {

    @Override
    public void dispatch(Cluster cluster) {
        for (PartitionJob job : cluster.waiting()) {
            Optional<Gpu> gpu = cluster.gpus().stream()
                    .filter(it -> it.largestIdleSlot().isPresent())
                    .min(Comparator.comparingInt(StaticPartition::largestIdleSlices)
                            .reversed());
            if (gpu.isEmpty()) {
                break;
            }
            int slot = gpu.get().largestIdleSlot().getAsInt();
            if (job.fits(gpu.get().layout().profile(slot))) {
                cluster.start(job, gpu.get(), slot);
            }
        }
        cluster.gpus().forEach(gpu -> promote(cluster, gpu));
    }

    private static int largestIdleSlices(Gpu gpu) {
        return gpu.layout().computeSlices(gpu.largestIdleSlot().getAsInt());
    }

    /** Pairs the largest idle instance with the job on the smallest one, and so on. */
    private static void promote(Cluster cluster, Gpu gpu) {
        List<Integer> idle = gpu.idleSlots();
        List<Tenant> smallest = gpu.tenants().stream()
                .sorted(Comparator.comparingInt(it -> gpu.layout().computeSlices(it.slot())))
                .toList();
        for (int i = 0; i < Math.min(idle.size(), smallest.size()); i++) {
            int from = smallest.get(i).slot();
            if (gpu.layout().computeSlices(idle.get(i)) <= gpu.layout().computeSlices(from)) {
                break;
            }
            cluster.migrate(smallest.get(i), idle.get(i));
        }
    }

    @Override
    public void profiled(Cluster cluster, Gpu gpu) {
        throw new IllegalStateException("a static partition profiles nothing");
    }
}
