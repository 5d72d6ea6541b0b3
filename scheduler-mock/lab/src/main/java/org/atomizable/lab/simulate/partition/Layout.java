package org.atomizable.lab.simulate.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;

/**
 * A set of MIG instances that one GPU can hold, the largest first. Only {@link #all} makes layouts, so every layout is legal.
 */
final class Layout {

    private final List<MigProfile> instances;

    private Layout(List<MigProfile> instances) {
        this.instances = List.copyOf(instances);
    }

    /** Returns every legal set of at least one instance, out of some of a product's profiles. */
    static List<Layout> all(MigGeometry geometry, List<String> profiles) {
        List<MigProfile> known = geometry.profiles().stream()
                .filter(it -> profiles.contains(it.name()))
                .sorted(Comparator.comparingInt(MigProfile::computeSlices)
                        .reversed()
                        .thenComparing(MigProfile::name))
                .toList();
        List<Layout> found = new ArrayList<>();
        grow(geometry, known, 0, new ArrayList<>(), found);
        return List.copyOf(found);
    }

    private static void grow(
            MigGeometry geometry, List<MigProfile> known, int from, List<MigProfile> held, List<Layout> found) {
        for (int i = from; i < known.size(); i++) {
            held.add(known.get(i));
            if (memorySlices(held) <= most(known) && geometry.place(held).isPresent()) {
                found.add(new Layout(held));
                grow(geometry, known, i, held, found);
            }
            held.remove(held.size() - 1);
        }
    }

    private static int memorySlices(List<MigProfile> held) {
        return held.stream().mapToInt(MigProfile::memorySlices).sum();
    }

    /** No set covers more than the whole GPU; without this rule the search for a place tries every order of what is too much. */
    private static int most(List<MigProfile> known) {
        return known.stream().mapToInt(MigProfile::memorySlices).max().orElse(0);
    }

    /** Returns those to which no further instance can be added. */
    static List<Layout> complete(List<Layout> all) {
        return all.stream()
                .filter(it -> all.stream().noneMatch(more -> more.size() == it.size() + 1 && more.contains(it)))
                .toList();
    }

    private boolean contains(Layout fewer) {
        List<MigProfile> left = new ArrayList<>(instances);
        return fewer.instances.stream().allMatch(left::remove);
    }

    int size() {
        return instances.size();
    }

    String profile(int slot) {
        return instances.get(slot).name();
    }

    int computeSlices(int slot) {
        return instances.get(slot).computeSlices();
    }

    /** Tells whether some instance of it can hold the job. */
    boolean holds(PartitionJob job) {
        return instances.stream().anyMatch(it -> job.fits(it.name()));
    }

    /** Returns the profiles joined by {@code +}, such as {@code 4g.20gb+2g.10gb+1g.5gb}. */
    @Override
    public String toString() {
        return instances.stream().map(MigProfile::name).collect(Collectors.joining("+"));
    }
}
