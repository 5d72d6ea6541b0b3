package org.atomizable.lab.simulate.partition;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Draws;

/** The policies by name, run on the same jobs with the same arrivals. */
final class PartitionPolicies {

    private static final String FIXED = "static:";

    private static final List<String> NAMES = List.of("whole-gpu", "static", "miso", "oracle", "oracle-free");

    private final PartitionWorkload workload;
    private final PartitionRules rules;
    private final List<Layout> layouts;
    private final Layout whole;

    /**
     * Creates them.
     *
     * @param layouts every legal one of the profiles of the workload
     */
    PartitionPolicies(PartitionWorkload workload, PartitionRules rules, List<Layout> layouts) {
        this.workload = workload;
        this.rules = rules;
        this.layouts = List.copyOf(layouts);
        this.whole = layouts.stream()
                .filter(it -> it.size() == 1
                        && it.profile(0).equals(workload.profiles().get(0)))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Checks a name before anything runs.
     *
     * @throws AtomizableException if it is unknown, or names a layout that is illegal or does not hold each job; it lists what is known
     */
    void check(String name) throws AtomizableException {
        if (name.startsWith(FIXED)) {
            fixedLayout(name);
        } else if (!NAMES.contains(name)) {
            throw new AtomizableException(
                    "no partition policy is called \"%s\"".formatted(name),
                    "Known are: %s, %sLAYOUT.".formatted(String.join(", ", NAMES), FIXED));
        }
    }

    private Layout fixedLayout(String name) throws AtomizableException {
        List<Layout> possible = layouts.stream().filter(this::holdsAll).toList();
        return possible.stream()
                .filter(it -> it.toString().equals(name.substring(FIXED.length())))
                .findFirst()
                .orElseThrow(() -> new AtomizableException(
                        "\"%s\" names no legal layout that holds each of the jobs".formatted(name),
                        "Layouts that do: "
                                + possible.stream().map(Layout::toString).collect(Collectors.joining(", "))
                                + "."));
    }

    private boolean holdsAll(Layout layout) {
        return workload.jobs().stream().allMatch(layout::holds);
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
            case "oracle-free" -> dynamic(name, seed, PartitionJob::speed, false, 0);
            default -> fixed(name, fixedLayout(name), seed);
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
                .filter(this::holdsAll)
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
