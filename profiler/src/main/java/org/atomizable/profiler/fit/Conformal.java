package org.atomizable.profiler.fit;

/**
 * Adaptive conformal inference: asks for more than was promised after a promise was broken, and for a little less each time
 * it was kept, so that in the long run it is broken as often as was promised, whatever the distribution does.
 *
 * <p>The level asked for is {@code target * exp(-shift)}, and {@code shift += 0.5 * (1[broken] - target)}. Over N promises the
 * rate differs from the target by {@code (last shift - first shift) / (0.5 N)}: as long as the shift stays bounded, the
 * difference vanishes, with no assumption on what is predicted. It stays bounded above since, beyond what samples can
 * prove, {@link #margin} grows with it; below it stops where the level is 0.95, and then fewer are broken than was
 * promised. After Gibbs and Candès, Adaptive Conformal Inference Under Distribution Shift (2021), on the logarithm of the
 * level, so that it is never negative.
 *
 * @param shift natural logarithm of how much stricter than the target is asked for; 0 at first
 */
public record Conformal(double shift) {

    /** As nothing was observed yet. */
    public static final Conformal FIRST = new Conformal(0);

    /** One broken promise asks for a level lower by two fifths; as many kept ones as the target allows take it back. */
    private static final double STEP = 0.5;

    private static final double LARGEST_LEVEL = 0.95;
    private static final double MARGIN_PER_SHIFT = 0.05;

    /** That of 400 broken promises in a row; no bound that is wider says more. */
    private static final double MOST_WIDENED = 10;

    /** Refuses what is no number. */
    public Conformal {
        if (!Double.isFinite(shift)) {
            throw new IllegalArgumentException("a shift is a finite number, was " + shift);
        }
    }

    /**
     * Returns what follows from one more promise.
     *
     * @param target probability with which it might be broken, in (0, 1)
     */
    public Conformal after(boolean broken, double target) {
        double next = shift + STEP * ((broken ? 1 : 0) - target);
        return new Conformal(Math.max(Math.min(0, Math.log(target / LARGEST_LEVEL)), next));
    }

    /** Returns the probability to ask for, so that {@code target} is kept in the long run. */
    public double level(double target) {
        return Math.max(Double.MIN_NORMAL, Math.min(Math.max(target, LARGEST_LEVEL), target * Math.exp(-shift)));
    }

    /** Returns by how much a bound is widened beside, 22,026 times at most; 1 unless more was broken than promised. */
    public double margin() {
        return Math.exp(Math.min(MOST_WIDENED, MARGIN_PER_SHIFT * Math.max(0, shift)));
    }
}
