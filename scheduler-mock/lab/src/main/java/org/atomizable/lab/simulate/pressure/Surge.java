package org.atomizable.lab.simulate.pressure;

import org.atomizable.lab.simulate.workload.Draws;

/**
 * Memory that others take and give back. Times are seconds.
 *
 * @param share of the capacity
 * @param ramp until all of it is taken
 * @param hold how long it is kept
 */
record Surge(double share, double ramp, double hold) {

    static Surge draw(Draws draws) {
        return new Surge(
                0.1 + 0.6 * draws.uniform(),
                1 + 29 * draws.uniform(),
                Math.min(120, -30 * StrictMath.log(1 - draws.uniform())));
    }

    /** Returns the share that is taken some time after the beginning. */
    double at(double seconds) {
        if (seconds < ramp) {
            return share * seconds / ramp;
        }
        return seconds < ramp + hold ? share : Math.max(0, share * (1 - (seconds - ramp - hold) / 5));
    }

    double ends() {
        return ramp + hold + 5;
    }
}
