package org.atomizable.engine.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.core.engine.EngineWindow;
import org.atomizable.core.engine.WindowEnd;

/**
 * Finds in which windows a new job would start at once. Slurm's backfill plans by node: where a waiting job is planned, no slice of that node is
 * given beyond its start, also not one that it does not ask for. So a window ends at the earliest plan or reservation of its node.
 *
 * @param nodes all nodes
 * @param jobs all jobs that wait or run
 * @param longest the longest time limit in the partition
 */
record Holes(List<SlurmNode> nodes, List<QueuedJob> jobs, List<Reservation> reservations, Duration longest) {

    /** A plan may move by some seconds before the new job is looked at. */
    private static final Duration SPARE = Duration.ofSeconds(15);

    private static final Duration SHORTEST = Duration.ofMinutes(1);

    /**
     * Returns the windows of a minute or more, which is the least that Slurm counts.
     *
     * @param partition the partition of the new job
     * @param type the type of its slice; empty if it needs none
     * @param ended the id of a job that counts as ended
     */
    List<EngineWindow> windows(String partition, Optional<String> type, Optional<String> ended, Instant now) {
        List<EngineWindow> windows = new ArrayList<>();
        for (SlurmNode node : nodes) {
            int freed = (int) jobs.stream()
                    .filter(it -> it.runs()
                            && ended.equals(Optional.of(it.id()))
                            && it.nodes().contains(node.name()))
                    .count();
            int slices = Math.min(type.map(node::free).orElse(node.freeProcessors()), node.freeProcessors()) + freed;
            Duration length = horizon(node, now);
            if (node.isUp() && node.partitions().contains(partition) && slices > 0 && length.compareTo(SHORTEST) >= 0) {
                windows.add(new EngineWindow(
                        node.name(), new SliceKind(type.orElse("cpu")), slices, length, WindowEnd.HARD));
            }
        }
        return windows;
    }

    /**
     * Returns what nodes have in all.
     *
     * @param kind the type of the slices
     * @param memory of each of them
     */
    List<EnginePlace> places(String partition, SliceKind kind, Bytes memory, Instant now) {
        List<EnginePlace> places = new ArrayList<>();
        for (SlurmNode node : nodes) {
            if (node.partitions().contains(partition) && node.has(kind.name())) {
                Set<String> subjobs = jobs.stream()
                        .filter(it -> it.nodes().contains(node.name()))
                        .flatMap(it -> SrunCommand.slice(it).stream())
                        .collect(Collectors.toSet());
                places.add(new EnginePlace(
                        node.name(),
                        kind,
                        memory,
                        node.all(kind.name()),
                        node.isUp() ? Math.max(0, Math.min(node.free(kind.name()), node.freeProcessors())) : 0,
                        node.isUp() ? horizon(node, now) : Duration.ZERO,
                        subjobs));
            }
        }
        return places;
    }

    private Duration horizon(SlurmNode node, Instant now) {
        Duration horizon = longest;
        for (QueuedJob job : jobs) {
            if (job.waits() && job.starts().isPresent() && job.nodes().contains(node.name())) {
                horizon = shorter(
                        horizon, Duration.between(now, job.starts().get()).minus(SPARE));
            }
        }
        for (Reservation reservation : reservations) {
            if (reservation.ends().isAfter(now) && reservation.nodes().contains(node.name())) {
                horizon = shorter(
                        horizon, Duration.between(now, reservation.starts()).minus(SPARE));
            }
        }
        return horizon.isNegative() ? Duration.ZERO : horizon;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
