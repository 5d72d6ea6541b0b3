package org.atomizable.lab.simulate.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** A GPU with a layout, or shared by all of its jobs while they are profiled. */
final class Gpu {

    /** What a job is said to run on while the GPU is shared. */
    static final String SHARED = "shared";

    private final double sharedSpeed;
    private final List<Tenant> tenants = new ArrayList<>();
    private Layout layout;
    private OptionalDouble sharedUntil = OptionalDouble.empty();

    Gpu(Layout layout, double sharedSpeed) {
        this.layout = layout;
        this.sharedSpeed = sharedSpeed;
    }

    Layout layout() {
        return layout;
    }

    /** Returns its jobs in order of arrival on this GPU. */
    List<Tenant> tenants() {
        return List.copyOf(tenants);
    }

    List<PartitionJob> jobs() {
        return tenants.stream().map(Tenant::job).toList();
    }

    /** Returns its jobs and one more. */
    List<PartitionJob> jobsWith(PartitionJob more) {
        List<PartitionJob> jobs = new ArrayList<>(jobs());
        jobs.add(more);
        return jobs;
    }

    OptionalDouble sharedUntil() {
        return sharedUntil;
    }

    boolean shared() {
        return sharedUntil.isPresent();
    }

    List<Integer> idleSlots() {
        return IntStream.range(0, layout.size())
                .filter(slot -> tenants.stream().noneMatch(it -> it.slot() == slot))
                .boxed()
                .toList();
    }

    /** Returns the largest instance without a job; the layout has them in that order. */
    OptionalInt largestIdleSlot() {
        return idleSlots().stream().mapToInt(Integer::intValue).findFirst();
    }

    String place(Tenant tenant) {
        return shared() ? SHARED : layout.profile(tenant.slot());
    }

    /** Returns the speed of a tenant that does not stand still, as a share of that on a whole GPU. */
    double speed(Tenant tenant) {
        return shared() ? sharedSpeed : tenant.job().speed(layout.profile(tenant.slot()));
    }

    void add(PartitionJob job, int slot) {
        tenants.add(new Tenant(job, slot));
    }

    void remove(Tenant tenant) {
        tenants.remove(tenant);
    }

    void share(double until) {
        sharedUntil = OptionalDouble.of(until);
    }

    /** Takes a partition for the present jobs; with none of them the layout only. */
    void repartition(Layout next, Optional<Partition> partition) {
        sharedUntil = OptionalDouble.empty();
        layout = next;
        partition.ifPresent(it -> {
            for (int i = 0; i < tenants.size(); i++) {
                tenants.get(i).moveTo(it.slots().get(i));
            }
        });
    }

    void standUntil(double seconds) {
        tenants.forEach(it -> it.standUntil(seconds));
    }
}
