package org.atomizable.lab.simulate.placement;

import java.util.Optional;

/**
 * What was allocated and what was fragmented, by arrived load. The arrived load is the GPU that all pods asked for so far, those included
 * that fitted nowhere, in percent of the GPUs of the cluster. The state after an arrival counts for the load rounded to a whole number; a
 * value is the mean of these states.
 */
final class LoadCurve {

    /** The highest load, in percent. */
    static final int MOST = 130;

    /**
     * The state at a load.
     *
     * @param allocated GPU in use, in percent of the GPUs of the cluster; 0 to 100
     * @param fragmented idle GPU that is fragmented, in percent of the GPUs of the cluster; 0 to 100
     * @param fragmentedOfIdle the same in percent of the idle GPU; 0 to 100, and 0 if none is idle
     */
    record Reading(double allocated, double fragmented, double fragmentedOfIdle) {}

    private final double[] allocated = new double[MOST + 1];
    private final double[] fragmented = new double[MOST + 1];
    private final double[] fragmentedOfIdle = new double[MOST + 1];
    private final int[] states = new int[MOST + 1];

    /** Counts the state after an arrival; all in the same unit. */
    void add(double arrived, double used, double fragments, double all) {
        int load = (int) Math.rint(100 * arrived / all);
        if (load <= MOST) {
            allocated[load] += 100 * used / all;
            fragmented[load] += 100 * fragments / all;
            fragmentedOfIdle[load] += used < all ? 100 * fragments / (all - used) : 0;
            states[load]++;
        }
    }

    /** Returns the state at a load from 0 to {@link #MOST} percent. If there is none, those at most 1 percent away count. */
    Optional<Reading> at(int load) {
        return states[load] > 0 ? mean(load, load) : mean(Math.max(0, load - 1), Math.min(MOST, load + 1));
    }

    private Optional<Reading> mean(int from, int to) {
        double use = 0;
        double fragments = 0;
        double ofIdle = 0;
        int count = 0;
        for (int load = from; load <= to; load++) {
            use += allocated[load];
            fragments += fragmented[load];
            ofIdle += fragmentedOfIdle[load];
            count += states[load];
        }
        return count == 0 ? Optional.empty() : Optional.of(new Reading(use / count, fragments / count, ofIdle / count));
    }
}
