package org.atomizable.profiler.fit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A series whose neighbours may be correlated, ready to bound what the next k values come to: their sum, or their largest.
 *
 * <p>It is cut into blocks of 1, 2, 4… values. k values are covered by {@code c = ceil(k / b)} blocks of length b, and as no
 * value is negative they come to no more than c blocks do, each of which keeps a bound with probability {@code 1 - q / c}
 * (union bound: nothing is assumed of how blocks depend on each other). What varies together within a block is so measured
 * together, where k times a mean would let it average out. Immutable.
 */
public final class BlockSeries {

    private record Question(double q, double confidence) {}

    /** Sums are asked under the same few promises. */
    private final Answers<Question, BlockBounds> bounds = new Answers<>(32);

    private final List<Cuts.Cut> cuts;
    private final boolean adds;
    private final Optional<NextValue> next;

    private BlockSeries(List<Cuts.Cut> cuts, boolean adds, Optional<NextValue> next) {
        this.cuts = cuts;
        this.adds = adds;
        this.next = next;
    }

    /**
     * Returns a series of which sums are asked, such as durations.
     *
     * @param values none negative, oldest first
     */
    public static BlockSeries ofSums(long... values) {
        Optional<NextValue> next = values.length == 0 ? Optional.empty() : Optional.of(NextValue.of(values));
        return new BlockSeries(Cuts.of(Long::sum, values), true, next);
    }

    /**
     * Returns a series of which the largest is asked, such as peaks.
     *
     * @param values none negative, oldest first
     */
    public static BlockSeries ofMaxima(long... values) {
        return new BlockSeries(Cuts.of(Math::max, values), false, Optional.empty());
    }

    /** Returns how many values there are. */
    public int size() {
        return cuts.isEmpty() ? 0 : cuts.get(0).blocks().size();
    }

    /** Returns the largest value; 0 if there is none. */
    public long largest() {
        return cuts.isEmpty() ? 0 : cuts.get(0).most();
    }

    /**
     * Returns a limit of the next single value of a series of sums, never less than the largest value; empty if there is no value.
     *
     * @param q probability with which it is exceeded at most if values are log-normal or have a lighter tail, in (0, 1)
     */
    public OptionalDouble next(double q) {
        return next.map(it -> OptionalDouble.of(it.limit(q))).orElse(OptionalDouble.empty());
    }

    /**
     * Works out the bounds that are exceeded with probability at most {@code q}, with the given confidence, if blocks are
     * exchangeable.
     *
     * @param q in (0, 1)
     * @param confidence in (0, 1)
     */
    public BlockBounds under(double q, double confidence) {
        return under(q, confidence, Widening.after(0));
    }

    /**
     * Works out the same.
     *
     * @param widening of the largest of maxima where nothing is proved
     */
    public BlockBounds under(double q, double confidence, Widening widening) {
        if (!adds) {
            return BlockBounds.of(cuts, false, q, confidence, widening);
        }
        // Sums are not widened.
        return bounds.to(new Question(q, confidence), () -> BlockBounds.of(cuts, true, q, confidence, widening));
    }

    /**
     * Returns how likely values exceed a limit, for a series of maxima.
     *
     * @param confidence with which that is answered, in (0, 1)
     */
    public Chances chances(double confidence) {
        if (adds) {
            throw new IllegalStateException("chances are those of a largest value, not of a sum");
        }
        return new Chances(cuts, confidence);
    }

    /** Returns what {@code k} values ordinarily come to, by the median of the longest blocks no longer than that. */
    public OptionalDouble typical(long k) {
        if (k < 1) {
            throw new IllegalArgumentException("a series is asked for 1 value or more, was asked for " + k);
        }
        OptionalDouble typical = OptionalDouble.empty();
        for (Cuts.Cut cut : cuts) {
            if (cut.length() <= k) {
                double times = adds ? (double) k / cut.length() : 1;
                typical = OptionalDouble.of(times * cut.blocks().median().orElseThrow());
            }
        }
        return typical;
    }
}
