package org.atomizable.core.worker.warm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.atomizable.api.Bytes;

/**
 * How much memory of the host all idle workers of a process may use together.
 *
 * <p>If they use more, workers are closed until the others fit: first the one that saves the least time per byte, of equals the one
 * that was used longest ago. A worker that runs a subjob is not idle, and never a victim.
 *
 * @param most the budget
 */
public record MemoryBudget(Bytes most) {

    private static final Comparator<IdleWorker> LEAST_WORTH = Comparator.comparingDouble(IdleWorker::worth)
            .thenComparing(IdleWorker::lastUsed)
            .thenComparing(IdleWorker::id);

    /** Returns the workers that must be closed, in this order, so that the others fit. */
    public List<IdleWorker> victims(List<IdleWorker> idle) {
        List<IdleWorker> ordered = idle.stream().sorted(LEAST_WORTH).toList();
        List<IdleWorker> victims = new ArrayList<>();
        Bytes used = used(ordered);
        for (int at = 0; at < ordered.size() && used.exceeds(most); at++) {
            victims.add(ordered.get(at));
            used = used(ordered.subList(at + 1, ordered.size()));
        }
        return victims;
    }

    /** Returns what workers use together. */
    static Bytes used(List<IdleWorker> workers) {
        return workers.stream().map(IdleWorker::memory).reduce(Bytes.ZERO, Bytes::plus);
    }
}
