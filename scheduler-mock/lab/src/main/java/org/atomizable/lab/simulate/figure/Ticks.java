package org.atomizable.lab.simulate.figure;

/** Round numbers for an axis. */
final class Ticks {

    private Ticks() {}

    /**
     * Returns the smallest step of 1, 2 or 5 times a power of ten with which a span has at most so many steps.
     *
     * @param span more than 0
     */
    static double step(double span, int most) {
        double power = StrictMath.pow(10, Math.floor(StrictMath.log10(span / most)));
        for (int times : new int[] {1, 2, 5}) {
            if (span / (times * power) <= most) {
                return times * power;
            }
        }
        return 10 * power;
    }

    /** Returns a number with as many decimals as the step needs. */
    static String label(double value, double step) {
        int decimals = (int) Math.max(0, -Math.floor(StrictMath.log10(step) + 1e-9));
        return Rounded.text(value, decimals);
    }
}
