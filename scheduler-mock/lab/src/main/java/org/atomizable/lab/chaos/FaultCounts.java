package org.atomizable.lab.chaos;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** How often each thing went wrong. Safe for use by several threads. */
final class FaultCounts {

    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);

    void happened(Fault fault) {
        happened(fault, 1);
    }

    synchronized void happened(Fault fault, int times) {
        counts.merge(fault, times, Integer::sum);
    }

    synchronized int all() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    synchronized Map<String, Integer> byWord() {
        Map<String, Integer> words = new LinkedHashMap<>();
        for (Fault fault : Fault.values()) {
            words.put(fault.word(), counts.getOrDefault(fault, 0));
        }
        return words;
    }
}
