package org.atomizable.scheduler.node.airlock;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.node.pressure.PressureReading;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

/** How many bytes of each memory must become free. For one decision, in which it shrinks as jobs are asked. */
final class Shortage {

    private final SortedMap<String, Long> missing = new TreeMap<>();

    /**
     * Computes what is used above a share of each memory.
     *
     * @param stalls whether the stalls of the host count as well
     */
    static Shortage above(double share, PressureReading reading, boolean stalls) {
        Shortage shortage = new Shortage();
        for (WatchedMemory each : reading.memories()) {
            shortage.add(each.name(), each.above(share).count());
        }
        double excess = reading.stallPressure() - share;
        if (stalls && excess > 0) {
            // Stalls do not tell how much is missing. Without a known capacity, any byte of the host counts.
            long capacity = reading.memory(WatchedMemory.HOST)
                    .map(it -> it.capacity().count())
                    .orElse(1L);
            long wanted = Math.max(1, (long) (excess * capacity));
            shortage.missing.merge(WatchedMemory.HOST, wanted, Math::max);
        }
        return shortage;
    }

    private void add(String memory, long bytes) {
        if (bytes > 0) {
            missing.put(memory, bytes);
        }
    }

    /** Returns whether nothing is missing. */
    boolean isOver() {
        return missing.isEmpty();
    }

    /** Returns whether amounts would help. */
    boolean helped(Map<String, Bytes> amounts) {
        return missing.keySet().stream().anyMatch(it -> ResidentMemory.amount(amounts, it) > 0);
    }

    /** Counts on amounts that will become free. */
    void take(Map<String, Bytes> amounts) {
        missing.replaceAll((memory, bytes) -> bytes - ResidentMemory.amount(amounts, memory));
        missing.values().removeIf(bytes -> bytes <= 0);
    }

    /** Returns the part of amounts that is missing. */
    SortedMap<String, Bytes> wanted(Map<String, Bytes> amounts) {
        SortedMap<String, Bytes> wanted = new TreeMap<>();
        missing.forEach((memory, bytes) -> {
            long part = Math.min(bytes, ResidentMemory.amount(amounts, memory));
            if (part > 0) {
                wanted.put(memory, Bytes.of(part));
            }
        });
        return wanted;
    }

    /** Says what is missing, as in "3GiB of host". */
    @Override
    public String toString() {
        return missing.isEmpty()
                ? "nothing"
                : missing.entrySet().stream()
                        .map(it -> Bytes.of(it.getValue()) + " of " + it.getKey())
                        .collect(Collectors.joining(" and "));
    }
}
