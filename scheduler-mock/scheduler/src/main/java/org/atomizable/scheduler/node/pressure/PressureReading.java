package org.atomizable.scheduler.node.pressure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of a node's memories at one instant. A memory that could not be read is left out.
 *
 * @param memories each with a name of its own
 * @param stalled share of the time, from 0 to 1, in which all tasks of the host wait for memory
 */
public record PressureReading(List<WatchedMemory> memories, OptionalDouble stalled) {

    /** The share of time stalled that is a pressure of 1. */
    private static final double STALL_LIMIT = 0.2;

    /** Refuses two memories of one name, and a share that is none. */
    public PressureReading {
        memories = List.copyOf(memories);
        if (memories.stream().map(WatchedMemory::name).distinct().count() < memories.size()) {
            throw new IllegalArgumentException("each memory needs a name of its own, were " + memories);
        }
        if (stalled.isPresent() && !(stalled.getAsDouble() >= 0 && stalled.getAsDouble() <= 1)) {
            throw new IllegalArgumentException("a share of time must be from 0 to 1, was " + stalled.getAsDouble());
        }
    }

    /** Returns a reading of memories alone. */
    public static PressureReading of(WatchedMemory... memories) {
        return new PressureReading(List.of(memories), OptionalDouble.empty());
    }

    /** Returns the same reading with what was read of the host. */
    public PressureReading with(HostMemory host) {
        List<WatchedMemory> all = new ArrayList<>(memories);
        host.memory().ifPresent(all::add);
        return new PressureReading(all, host.stalled().map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    }

    /** Returns the memory of a name, if it was read. */
    public Optional<WatchedMemory> memory(String name) {
        return memories.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /** Returns the pressure of the fullest memory, or that of the stalls if it is higher; nothing if nothing was read. */
    public OptionalDouble pressure() {
        double highest = -1;
        for (WatchedMemory each : memories) {
            highest = Math.max(highest, each.share());
        }
        if (stalled.isPresent()) {
            highest = Math.max(highest, stallPressure());
        }
        return highest < 0 ? OptionalDouble.empty() : OptionalDouble.of(highest);
    }

    /** Returns the pressure that the stalls of the host mean, at most 1; 0 if they were not read. */
    public double stallPressure() {
        return Math.min(1, stalled.orElse(0) / STALL_LIMIT);
    }
}
