package org.atomizable.scheduler.node.airlock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

/**
 * Values for {@code /proc/PID/oom_score_adj}, so that the kernel's killer takes the job of least worth first. The kernel
 * kills the process with the largest sum of its share of memory in thousandths and this value.
 *
 * @param adjustments by job, each from 0 to 1000: a process may raise its value without a privilege
 * @param ordered whether the sums are in the order of worth. They cannot be where jobs are so many or so large that a
 *     value above 1000 were needed
 */
public record OomScores(Map<String, Integer> adjustments, boolean ordered) {

    private static final int LARGEST = 1000;

    /** How far the sums of two jobs are apart, in thousandths. */
    private static final int STEP = 5;

    /** Copies the values. */
    public OomScores {
        adjustments = Collections.unmodifiableMap(new LinkedHashMap<>(adjustments));
    }

    /**
     * Computes values that keep the order even if jobs of more worth grow to their peaks. If that needs too large
     * values, the order is that of what they hold now.
     *
     * @param capacity of the host, which counts as 1000 thousandths; more than 0
     */
    public static OomScores of(List<Resident> residents, Bytes capacity) {
        OomScores lasting = of(residents, capacity, it -> it.memory().reserved(WatchedMemory.HOST));
        return lasting.ordered() ? lasting : of(residents, capacity, OomScores::held);
    }

    private static long held(Resident resident) {
        return ResidentMemory.amount(resident.memory().held(), WatchedMemory.HOST);
    }

    private static OomScores of(List<Resident> residents, Bytes capacity, ToLongFunction<Resident> grown) {
        List<Resident> descending = new ArrayList<>(residents);
        descending.sort(Resident.VICTIMS.reversed());
        Map<String, Integer> adjustments = new LinkedHashMap<>();
        boolean ordered = true;
        long highest = -STEP;
        for (Resident each : descending) {
            long wanted = Math.max(0, highest + STEP - thousandths(held(each), capacity));
            ordered &= wanted <= LARGEST;
            int adjustment = (int) Math.min(LARGEST, wanted);
            adjustments.put(each.job(), adjustment);
            highest = Math.max(highest, adjustment + thousandths(grown.applyAsLong(each), capacity) + 1);
        }
        return new OomScores(adjustments, ordered);
    }

    private static long thousandths(long bytes, Bytes capacity) {
        return (long) (1000.0 * bytes / capacity.count());
    }
}
