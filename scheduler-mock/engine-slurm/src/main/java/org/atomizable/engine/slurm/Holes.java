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

/**
 * Finds in which windows a new job would start at once. Slurm's backfill plans by node: where a waiting job is planned, no slice of that node is
 * given beyond its start, also not one that it does not ask for. So a window ends at the earliest plan or reservation of its node.
 *
 * @param nodes all nodes
 * @param jobs all jobs that wait or run
 * @param rules those of the partition of the new job
 */
record Holes(List<SlurmNode> nodes, List<QueuedJob> jobs, SiteRules rules) {

    /** The submission takes some of it, and plans move by seconds. */
    private static final Duration LEAST_SPARE = Duration.ofSeconds(4);

    private static final Duration SHORTEST = Duration.ofMinutes(1);

    /**
     * Returns the windows of a minute or more, which is the least that Slurm counts.
     *
     * @param type the type of the new job's slice; empty if it needs none
     * @param ended the id of a job that counts as ended
     */
    List<EngineWindow> windows(Optional<String> type, Optional<String> ended, Instant now) {
        List<EngineWindow> windows = new ArrayList<>();
        for (SlurmNode node : nodes) {
            int freed = (int) jobs.stream()
                    .filter(it -> it.runs()
                            && ended.equals(Optional.of(it.id()))
                            && it.nodes().contains(node.name()))
                    .count();
            int slices = Math.min(type.map(node::free).orElse(node.freeProcessors()), node.freeProcessors()) + freed;
            Duration length = horizon(node, now);
            if (node.isUp()
                    && node.partitions().contains(rules.partition())
                    && slices > 0
                    && length.compareTo(SHORTEST) >= 0) {
                windows.add(new EngineWindow(node.name(), new SliceKind(type.orElse("cpu")), slices, length));
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
    List<EnginePlace> places(SliceKind kind, Bytes memory, Instant now) {
        List<EnginePlace> places = new ArrayList<>();
        for (SlurmNode node : nodes) {
            if (node.partitions().contains(rules.partition()) && node.has(kind.name())) {
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

    /** Counted from when the backfill, on average, will look at the new job: it does so after a while only. */
    private Duration horizon(SlurmNode node, Instant now) {
        Duration horizon = rules.longest();
        Instant soon = now.plus(LEAST_SPARE).plus(rules.cycle().dividedBy(2));
        for (QueuedJob job : jobs) {
            if (job.waits() && job.starts().isPresent() && job.nodes().contains(node.name())) {
                horizon = shorter(horizon, Duration.between(soon, job.starts().get()));
            }
        }
        for (Reservation reservation : rules.reservations()) {
            if (reservation.ends().isAfter(now) && reservation.nodes().contains(node.name())) {
                horizon = shorter(horizon, Duration.between(soon, reservation.starts()));
            }
        }
        return horizon.isNegative() ? Duration.ZERO : horizon;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
