package org.atomizable.lab.simulate.partition;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Repartitions a GPU for the jobs that it has. The first waiting job goes to the GPU with the fewest jobs that can hold one more; if
 * none can, all wait. A GPU that keeps an idle instance while no job waits is repartitioned for the jobs that are left.
 */
final class DynamicPartition implements PartitionPolicy {

    private final List<Layout> layouts;
    private final Layout whole;
    private final Partition.Speeds believed;
    private final boolean profiles;

    /**
     * Creates a policy.
     *
     * @param layouts every legal one
     * @param whole the undivided GPU
     * @param believed the speeds by which it chooses a partition
     * @param profiles whether jobs share their GPU for a while before each partition for a new job
     */
    DynamicPartition(List<Layout> layouts, Layout whole, Partition.Speeds believed, boolean profiles) {
        this.layouts = layouts;
        this.whole = whole;
        this.believed = believed;
        this.profiles = profiles;
    }

    @Override
    public void dispatch(Cluster cluster) {
        for (PartitionJob job : cluster.waiting()) {
            Optional<Gpu> gpu = cluster.gpus().stream()
                    .filter(it -> !it.shared()
                            && Partition.best(layouts, it.jobsWith(job), believed)
                                    .isPresent())
                    .min(Comparator.comparingInt(it -> it.tenants().size()));
            if (gpu.isEmpty()) {
                break;
            }
            place(cluster, job, gpu.get());
        }
        if (cluster.waiting().isEmpty()) {
            cluster.gpus().stream()
                    .filter(it -> !it.shared() && !it.idleSlots().isEmpty())
                    .forEach(gpu -> settle(cluster, gpu));
        }
    }

    private void place(Cluster cluster, PartitionJob job, Gpu gpu) {
        if (gpu.tenants().isEmpty()) {
            cluster.reset(gpu, whole);
            cluster.start(job, gpu, 0);
        } else if (profiles) {
            cluster.profile(job, gpu);
        } else {
            cluster.repartitionWith(
                    job,
                    gpu,
                    Partition.best(layouts, gpu.jobsWith(job), believed).orElseThrow());
        }
    }

    @Override
    public void profiled(Cluster cluster, Gpu gpu) {
        settle(cluster, gpu);
    }

    private void settle(Cluster cluster, Gpu gpu) {
        Partition.best(layouts, gpu.jobs(), believed)
                .ifPresentOrElse(it -> cluster.repartition(gpu, it), () -> cluster.reset(gpu, whole));
    }
}
