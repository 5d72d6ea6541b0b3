package org.atomizable.lab.simulate.partition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The GPUs, the jobs that wait, and the time: what a policy sees and changes. */
final class Cluster {

    private final List<Gpu> gpus;
    private final List<PartitionJob> waiting = new ArrayList<>();
    private final PartitionRules rules;
    private final double migrationSeconds;
    private double now;
    private int migrations;
    private int repartitions;
    private int profilings;

    /**
     * Creates a cluster without jobs.
     *
     * @param migrationSeconds how long a job that is moved stands still
     */
    Cluster(Layout layout, PartitionRules rules, double migrationSeconds) {
        this.rules = rules;
        this.migrationSeconds = migrationSeconds;
        List<Gpu> made = new ArrayList<>();
        for (int i = 0; i < rules.gpus(); i++) {
            made.add(new Gpu(layout, rules.sharedSpeed()));
        }
        this.gpus = Collections.unmodifiableList(made);
    }

    List<Gpu> gpus() {
        return gpus;
    }

    double now() {
        return now;
    }

    void moveTo(double seconds) {
        now = seconds;
    }

    void submit(PartitionJob job) {
        waiting.add(job);
    }

    /** Returns the jobs that have no GPU yet, the first to come first. */
    List<PartitionJob> waiting() {
        return List.copyOf(waiting);
    }

    int migrations() {
        return migrations;
    }

    int repartitions() {
        return repartitions;
    }

    int profilings() {
        return profilings;
    }

    /** Starts a waiting job on an instance without a job. */
    void start(PartitionJob job, Gpu gpu, int slot) {
        waiting.remove(job);
        gpu.add(job, slot);
    }

    /** Moves a job to an instance of its GPU without a job. */
    void migrate(Tenant tenant, int slot) {
        tenant.moveTo(slot);
        tenant.standUntil(now + migrationSeconds);
        migrations++;
    }

    /** Puts all jobs of a GPU and a waiting one on the undivided GPU for a time. The others are moved there from their instances. */
    void profile(PartitionJob job, Gpu gpu) {
        migrations += gpu.tenants().size();
        gpu.standUntil(now + migrationSeconds);
        waiting.remove(job);
        gpu.add(job, 0);
        gpu.share(now + rules.profilingSeconds());
        profilings++;
    }

    /** Changes a GPU's layout. All of its jobs stand still meanwhile, as MIG is reset. */
    void repartition(Gpu gpu, Partition partition) {
        gpu.repartition(partition.layout(), Optional.of(partition));
        gpu.standUntil(now + migrationSeconds);
        migrations += gpu.tenants().size();
        repartitions++;
    }

    /** Starts a waiting job together with those that a GPU has, in a new partition for all of them. */
    void repartitionWith(PartitionJob job, Gpu gpu, Partition partition) {
        start(job, gpu, 0);
        repartition(gpu, partition);
        // The new job has nothing to move.
        migrations--;
    }

    /** Changes the layout of a GPU without jobs, which delays none. */
    void reset(Gpu gpu, Layout layout) {
        gpu.repartition(layout, Optional.empty());
    }
}
