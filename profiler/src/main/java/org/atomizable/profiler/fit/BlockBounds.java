package org.atomizable.profiler.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Bounds of the next k values of a {@link BlockSeries} under one guarantee, worked out so that a question costs a few
 * comparisons.
 *
 * <p>Bounds are worked out by level: level i is of all k from {@code 2^(i-1) + 1} to {@code 2^i}. Its candidates are the four
 * longest lengths of block up to {@code 2^i}, each bounded by an order statistic; the doubt {@code 1 - confidence} is shared
 * among them, since the smallest of several uncertain bounds is more uncertain than each. Which are candidates depends on
 * the number of values and never on the values. What is answered for a level is at least what was answered for the one
 * before, so bounds grow, or stay, with k.
 *
 * <p>Levels for which there are too few values are not proved. There the answer is the largest block seen, as many times as
 * k values need, widened: sums by {@code 1.25 + 1/m} for m blocks seen, of which the next is the largest with probability
 * {@code 1/(m + 1)}; maxima by a {@link Widening}; and further where the blocks have a {@link ParetoTail} that reaches
 * further. Where such a tail supports what is asked, its limit is taken instead if that is less. An order statistic is at most
 * the largest block, a tail's limit at least that and at most what is widened, so that bounds also grow, or stay, with the
 * strictness of the guarantee. Immutable.
 */
public final class BlockBounds {

    /** How a bound was obtained. */
    public enum Method {
        /** By order statistics; proved for exchangeable blocks. */
        ORDER_STATISTIC("order statistic"),
        /** By the tail of the blocks, supposing that it goes on as it began. */
        GENERALIZED_PARETO("generalized Pareto"),
        /** By the largest block; a guess. */
        WIDENED_MAXIMUM("widened maximum");

        private final String words;

        Method(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private static final double SUM_WIDENED = 1.25;
    private static final int CANDIDATES = 4;
    private static final int LEVELS = Long.SIZE - 1;

    /** The bound of one block of a length. */
    private record Candidate(long length, double bound) {}

    private record Level(Method method, List<Candidate> candidates) {}

    private final boolean adds;
    private final List<Level> levels;
    private final double[] ends;

    private BlockBounds(boolean adds, List<Level> levels) {
        this.adds = adds;
        this.levels = levels;
        this.ends = new double[levels.size()];
        for (int level = 0; level < ends.length; level++) {
            ends[level] = at(level, 1L << level);
        }
    }

    /**
     * Works them out.
     *
     * @param widening of the largest of maxima where nothing is proved
     */
    static BlockBounds of(List<Cuts.Cut> cuts, boolean adds, double q, double confidence, Widening widening) {
        List<Level> levels = new ArrayList<>();
        List<Candidate> candidates = cuts.isEmpty() ? List.of() : provedAt(0, cuts, q, confidence);
        while (!candidates.isEmpty() && levels.size() < LEVELS) {
            levels.add(new Level(Method.ORDER_STATISTIC, candidates));
            candidates = provedAt(levels.size(), cuts, q, confidence);
        }
        // The spread of longer blocks tells less: where values are of two kinds, most blocks have one of the larger.
        double larger = adds || cuts.isEmpty() ? 1 : widening.of(q, cuts.get(0).blocks());
        List<Candidate> widened = cuts.stream()
                .map(cut -> new Candidate(cut.length(), widened(cut, adds, larger)))
                .toList();
        while (!cuts.isEmpty() && levels.size() < LEVELS) {
            levels.add(unproved(levels.size(), cuts, widened, q, confidence));
        }
        return new BlockBounds(adds, pruned(levels, adds));
    }

    private static List<Candidate> provedAt(int level, List<Cuts.Cut> cuts, double q, double confidence) {
        int longest = Math.min(level, cuts.size() - 1);
        List<Cuts.Cut> tried = cuts.subList(Math.max(0, longest - CANDIDATES + 1), longest + 1);
        double each = 1 - (1 - confidence) / tried.size();
        List<Candidate> candidates = new ArrayList<>();
        for (Cuts.Cut cut : tried) {
            double qOfEach = q * cut.length() / (1L << level);
            OptionalInt rank = each < 1 && qOfEach > 0
                    ? OrderStatistic.rank(cut.blocks().size(), qOfEach, each)
                    : OptionalInt.empty();
            if (rank.isEmpty()) {
                // The fewer candidates, the larger their least: what is widened might then be less than what was
                // proved.
                return List.of();
            }
            candidates.add(new Candidate(cut.length(), cut.blocks().ofRank(rank.getAsInt())));
        }
        return candidates;
    }

    private static Level unproved(
            int level, List<Cuts.Cut> cuts, List<Candidate> widened, double q, double confidence) {
        for (int i = Math.min(level, cuts.size() - 1); i >= 0; i--) {
            Cuts.Cut cut = cuts.get(i);
            if (cut.tail().isPresent()) {
                ParetoTail tail = cut.tail().get();
                double qOfEach = q * cut.length() / (1L << level);
                if (!tail.supports(qOfEach)) {
                    break;
                }
                List<Candidate> candidates = new ArrayList<>(widened);
                candidates.add(
                        new Candidate(cut.length(), Math.max((double) cut.most(), tail.limit(qOfEach, confidence))));
                return new Level(Method.GENERALIZED_PARETO, candidates);
            }
        }
        return new Level(Method.WIDENED_MAXIMUM, widened);
    }

    private static double widened(Cuts.Cut cut, boolean adds, double larger) {
        double by = adds ? SUM_WIDENED + 1.0 / cut.blocks().size() : larger;
        return Math.max(by * cut.most(), cut.tail().map(ParetoTail::rarest).orElse(0.0));
    }

    /**
     * Returns the same levels without candidates that another one of their level undercuts whatever is asked. Where no block is longer than
     * the numbers of the level before, what is undercut stays so at the next levels with the same candidates.
     */
    private static List<Level> pruned(List<Level> levels, boolean adds) {
        List<Level> pruned = new ArrayList<>(levels.size());
        List<Candidate> all = List.of();
        List<Candidate> left = List.of();
        boolean stays = false;
        for (int level = 0; level < levels.size(); level++) {
            Level full = levels.get(level);
            long most = 1L << level;
            boolean same = full.candidates() == all;
            all = full.candidates();
            left = pruned(same && stays ? left : all, most, adds);
            stays = !adds || all.get(all.size() - 1).length() <= most / 2;
            pruned.add(left == all ? full : new Level(full.method(), left));
        }
        return pruned;
    }

    private static List<Candidate> pruned(List<Candidate> candidates, long most, boolean adds) {
        if (candidates.size() == 1) {
            return candidates;
        }
        List<Candidate> left = new ArrayList<>(candidates.size());
        for (Candidate each : candidates) {
            if (!isUndercut(each, left, most, adds)) {
                left.removeIf(it -> undercuts(each, it, most, adds));
                left.add(each);
            }
        }
        return left.size() == candidates.size() ? candidates : left;
    }

    private static boolean isUndercut(Candidate one, List<Candidate> by, long most, boolean adds) {
        for (Candidate each : by) {
            if (undercuts(each, one, most, adds)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tells whether one candidate is no more than another for all numbers of values from {@code most / 2 + 1} to {@code most}. All lengths
     * are powers of two. If the one is shorter, as many of it as fit into the other must be no more; if it is longer, it is the worst at
     * the first number and where a block of it begins, and less so from block to block if a value of it costs no more.
     */
    private static boolean undercuts(Candidate one, Candidate other, long most, boolean adds) {
        if (!adds) {
            return one.bound() <= other.bound();
        }
        double perLength = one.bound() * ((double) other.length() / one.length());
        if (one.length() <= other.length()) {
            return perLength <= other.bound();
        }
        long first = most / 2 + 1;
        return perLength <= other.bound() && blocks(first, one) * one.bound() <= blocks(first, other) * other.bound();
    }

    /** Returns these bounds, all as many times as large; with the same proof, if there was one, of values as much larger. */
    public BlockBounds times(double factor) {
        if (factor == 1) {
            return this;
        }
        List<Level> larger = new ArrayList<>(levels.size());
        List<Candidate> before = List.of();
        List<Candidate> multiplied = List.of();
        for (Level level : levels) {
            // Most levels share their candidates with the one before.
            multiplied = level.candidates() == before ? multiplied : times(level.candidates(), factor);
            before = level.candidates();
            larger.add(new Level(level.method(), multiplied));
        }
        return new BlockBounds(adds, larger);
    }

    private static List<Candidate> times(List<Candidate> candidates, double factor) {
        List<Candidate> larger = new ArrayList<>(candidates.size());
        for (Candidate each : candidates) {
            larger.add(new Candidate(each.length(), each.bound() * factor));
        }
        return larger;
    }

    /** Tells whether there is no value at all, and so no bound. */
    public boolean isEmpty() {
        return levels.isEmpty();
    }

    /** Returns up to how many values bounds are proved; 0 if there are too few values for any. */
    public long provedUpTo() {
        int proved = 0;
        while (proved < levels.size() && levels.get(proved).method() == Method.ORDER_STATISTIC) {
            proved++;
        }
        return proved == 0 ? 0 : 1L << (proved - 1);
    }

    /** Returns how the bound of {@code k} values, 1 or more, was obtained. */
    public Method method(long k) {
        return levels.get(levelOf(k)).method();
    }

    /**
     * Returns the bound of {@code k} values.
     *
     * @param k 1 or more
     * @throws IllegalStateException if {@link #isEmpty}
     */
    public double of(long k) {
        return at(levelOf(k), k);
    }

    private int levelOf(long k) {
        if (k < 1) {
            throw new IllegalArgumentException("a series is asked for 1 value or more, was asked for " + k);
        }
        if (isEmpty()) {
            throw new IllegalStateException("nothing was observed, so nothing is bounded");
        }
        return Math.min(levels.size() - 1, Long.SIZE - Long.numberOfLeadingZeros(k - 1));
    }

    private double at(int level, long k) {
        double least = Double.POSITIVE_INFINITY;
        for (Candidate candidate : levels.get(level).candidates()) {
            least = Math.min(least, adds ? blocks(k, candidate) * candidate.bound() : candidate.bound());
        }
        return level == 0 ? least : Math.max(ends[level - 1], least);
    }

    private static double blocks(long k, Candidate candidate) {
        return (k - 1) / candidate.length() + 1;
    }

    /**
     * Returns the most values that are bounded by no more than {@code limit}; 0 if not even one is, {@link Long#MAX_VALUE}
     * if any number is.
     */
    public long most(double limit) {
        int level = 0;
        int tooHigh = levels.size();
        while (level < tooHigh) {
            int middle = (level + tooHigh) >>> 1;
            if (ends[middle] <= limit) {
                level = middle + 1;
            } else {
                tooHigh = middle;
            }
        }
        if (level == levels.size()) {
            return isEmpty() ? 0 : Long.MAX_VALUE;
        }
        return Math.max(level == 0 ? 0 : 1L << (level - 1), adds ? mostWithin(level, limit) : 0);
    }

    private long mostWithin(int level, double limit) {
        long most = 0;
        for (Candidate candidate : levels.get(level).candidates()) {
            double blocks = Math.floor(limit / candidate.bound());
            // A quotient is rounded, a product too: the product has the last word.
            blocks += (blocks + 1) * candidate.bound() <= limit ? 1 : blocks * candidate.bound() > limit ? -1 : 0;
            most = Math.max(most, Math.min(1L << level, ((long) blocks) * candidate.length()));
        }
        return most;
    }
}
