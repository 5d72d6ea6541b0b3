package org.atomizable.engine.slurm;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nodes that are reserved for others, {@code [starts, ends)}. */
record Reservation(List<String> nodes, Instant starts, Instant ends) {

    Reservation {
        nodes = List.copyOf(nodes);
    }

    /** Reads a line of {@code scontrol -o show reservations}, with times in seconds. */
    static Optional<Reservation> of(String line) {
        Map<String, String> fields = Field.all(line);
        String starts = fields.getOrDefault("StartTime", "");
        String ends = fields.getOrDefault("EndTime", "");
        if (!starts.matches("\\d{1,12}") || !ends.matches("\\d{1,12}")) {
            return Optional.empty();
        }
        return Optional.of(new Reservation(
                HostList.of(fields.getOrDefault("Nodes", "")),
                Instant.ofEpochSecond(Long.parseLong(starts)),
                Instant.ofEpochSecond(Long.parseLong(ends))));
    }
}
