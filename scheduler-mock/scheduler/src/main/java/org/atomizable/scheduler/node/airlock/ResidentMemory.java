package org.atomizable.scheduler.node.airlock;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.Bytes;

/**
 * A job's memory. Each map has amounts by the name of the memory: {@code host}, or the id of a slice or device.
 *
 * @param held what it uses now
 * @param peak the most that it may use while it runs
 * @param reclaimable what is free once it is suspended
 * @param shrinkable what it can give back while it runs; empty if the job is not elastic
 */
public record ResidentMemory(
        SortedMap<String, Bytes> held,
        SortedMap<String, Bytes> peak,
        SortedMap<String, Bytes> reclaimable,
        SortedMap<String, Bytes> shrinkable) {

    /** Copies the maps. */
    public ResidentMemory {
        held = new TreeMap<>(held);
        peak = new TreeMap<>(peak);
        reclaimable = new TreeMap<>(reclaimable);
        shrinkable = new TreeMap<>(shrinkable);
    }

    /** Returns the memory of a job that uses one memory alone and frees all of it when it is suspended. */
    public static ResidentMemory in(String memory, Bytes held, Bytes peak, Bytes shrinkable) {
        return new ResidentMemory(of(memory, held), of(memory, peak), of(memory, held), of(memory, shrinkable));
    }

    private static SortedMap<String, Bytes> of(String memory, Bytes amount) {
        return new TreeMap<>(Map.of(memory, amount));
    }

    /** Returns the sum of what a suspension frees. */
    long reclaimableBytes() {
        return reclaimable.values().stream().mapToLong(Bytes::count).sum();
    }

    /** Returns for one memory the larger of what is held and what may be held at most. */
    long reserved(String memory) {
        return Math.max(amount(held, memory), amount(peak, memory));
    }

    static long amount(Map<String, Bytes> amounts, String memory) {
        return amounts.getOrDefault(memory, Bytes.ZERO).count();
    }
}
