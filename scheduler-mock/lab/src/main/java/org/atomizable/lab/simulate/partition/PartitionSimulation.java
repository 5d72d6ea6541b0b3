package org.atomizable.lab.simulate.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Discrete events: jobs come, go on and finish, and profiling ends; after each of them the policy decides. */
final class PartitionSimulation {

    private final PartitionPolicy policy;
    private final Cluster cluster;
    private final List<Arrival> arrivals;
    private final Map<Integer, Double> arrived = new HashMap<>();
    private final List<PartitionRun.Completion> completions = new ArrayList<>();
    private final List<PartitionRun.Stretch> stretches = new ArrayList<>();
    private int next;

    private PartitionSimulation(PartitionPolicy policy, Cluster cluster, List<Arrival> arrivals) {
        this.policy = policy;
        this.cluster = cluster;
        this.arrivals = arrivals;
    }

    /**
     * Runs until all jobs have finished.
     *
     * @param arrivals in order of time; no job comes twice
     * @throws IllegalStateException if a job waits and nothing else can happen
     */
    static PartitionRun run(PartitionPolicy policy, Cluster cluster, List<Arrival> arrivals) {
        return new PartitionSimulation(policy, cluster, arrivals).run();
    }

    private PartitionRun run() {
        while (completions.size() < arrivals.size()) {
            double time = nextEvent();
            if (time == Double.POSITIVE_INFINITY) {
                throw new IllegalStateException("no instance will ever hold the jobs that wait: " + cluster.waiting());
            }
            advance(time);
            finish();
            while (next < arrivals.size() && arrivals.get(next).seconds() <= time) {
                arrived.put(arrivals.get(next).job().id(), arrivals.get(next).seconds());
                cluster.submit(arrivals.get(next).job());
                next++;
            }
            for (Gpu gpu : cluster.gpus()) {
                if (gpu.shared() && gpu.sharedUntil().getAsDouble() <= time) {
                    policy.profiled(cluster, gpu);
                }
            }
            policy.dispatch(cluster);
        }
        return new PartitionRun(
                completions, stretches, cluster.migrations(), cluster.repartitions(), cluster.profilings());
    }

    private double nextEvent() {
        double time = next < arrivals.size() ? arrivals.get(next).seconds() : Double.POSITIVE_INFINITY;
        for (Gpu gpu : cluster.gpus()) {
            time = Math.min(time, gpu.sharedUntil().orElse(Double.POSITIVE_INFINITY));
            for (Tenant tenant : gpu.tenants()) {
                time = Math.min(time, tenant.next(cluster.now(), gpu.speed(tenant)));
            }
        }
        return Math.max(time, cluster.now());
    }

    private void advance(double time) {
        double now = cluster.now();
        if (time > now) {
            for (int i = 0; i < cluster.gpus().size(); i++) {
                Gpu gpu = cluster.gpus().get(i);
                for (Tenant tenant : gpu.tenants()) {
                    double speed = tenant.stands(now) ? 0 : gpu.speed(tenant);
                    tenant.advance(time - now, speed);
                    stretches.add(new PartitionRun.Stretch(
                            tenant.job(), i, gpu.layout(), gpu.place(tenant), tenant.slot(), now, time, speed));
                }
            }
        }
        cluster.moveTo(time);
    }

    private void finish() {
        for (Gpu gpu : cluster.gpus()) {
            for (Tenant tenant : gpu.tenants()) {
                if (tenant.finished()) {
                    gpu.remove(tenant);
                    completions.add(new PartitionRun.Completion(
                            tenant.job(), arrived.getOrDefault(tenant.job().id(), 0.0), cluster.now()));
                }
            }
        }
    }
}
