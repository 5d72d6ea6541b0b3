package org.atomizable.lab.simulate.partition;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Draws;
import org.atomizable.scheduler.cluster.MigGeometry;

/** The policies by name, run on the same jobs with the same arrivals. */
final class PartitionPolicies {

    static final List<String> NAMES = List.of("whole-gpu", "static", "miso", "oracle", "oracle-free");

    private final PartitionWorkload workload;
    private final PartitionRules rules;
    private final List<Layout> layouts;
    private final Layout whole;

    PartitionPolicies(PartitionWorkload workload, PartitionRules rules, MigGeometry geometry) {
        this.workload = workload;
        this.rules = rules;
        this.layouts = Layout.all(geometry, workload.profiles());
        this.whole = layouts.stream()
                .filter(it -> it.size() == 1 && it.profile(0).equals(workload.profiles().get(0)))
                .findFirst()
                .orElseThrow();
    }

    /** Refuses an unknown name, and lists those that are known. */
    static void check(String name) throws AtomizableException {
        if (!NAMES.contains(name)) {
            throw new AtomizableException(
                    "no partition policy is called \"%s\"".formatted(name),
                    "Known are: %s.".formatted(String.join(", ", NAMES)));
        }
    }

    /** Returns the jobs in the order and at the times of a seed. */
    List<Arrival> arrivals(long seed) {
        return Arrival.draw(workload.jobs(), rules.gapSeconds(), new Draws(seed).fork());
    }

    PartitionResult run(String name, long seed) throws AtomizableException {
        check(name);
        return switch (name) {
            case "whole-gpu" -> fixed(name, whole, seed);
            case "static" -> bestFixed(name, seed);
            case "miso" -> dynamic(name, seed, predicted(seed), true, rules.migrationSeconds());
            case "oracle" -> dynamic(name, seed, PartitionJob::speed, false, rules.migrationSeconds());
            default -> dynamic(name, seed, PartitionJob::speed, false, 0);
        };
    }

    private PredictedSpeeds predicted(long seed) {
        Draws draws = new Draws(seed);
        draws.fork();
        return new PredictedSpeeds(workload.jobs(), workload.profiles(), rules, draws.fork());
    }

    private PartitionResult fixed(String name, Layout layout, long seed) {
        Cluster cluster = new Cluster(layout, rules, rules.migrationSeconds());
        PartitionRun run = PartitionSimulation.run(new StaticPartition(), cluster, arrivals(seed));
        return new PartitionResult(name, seed, Optional.of(layout), run);
    }

    /** Tries every layout to which nothing can be added and that holds each of the jobs. */
    private PartitionResult bestFixed(String name, long seed) {
        return Layout.complete(layouts).stream()
                .filter(layout -> workload.jobs().stream().allMatch(layout::holds))
                .map(layout -> fixed(name, layout, seed))
                .min(Comparator.comparingDouble(PartitionResult::meanHours))
                .orElseThrow();
    }

    private PartitionResult dynamic(
            String name, long seed, Partition.Speeds believed, boolean profiles, double migrationSeconds) {
        Cluster cluster = new Cluster(whole, rules, migrationSeconds);
        PartitionRun run = PartitionSimulation.run(
                new DynamicPartition(layouts, whole, believed, profiles), cluster, arrivals(seed));
        return new PartitionResult(name, seed, Optional.empty(), run);
    }
}
