package org.atomizable.lab.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.auction.Auction;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.auction.Timetable;
import org.atomizable.scheduler.auction.WeightedInterval;

/**
 * How long it takes to choose the winning bids. On one slice, where only time excludes: against sorting as many numbers. On 50 slices, with
 * 10,000 bids of 2,000 jobs, a third of them continuations: how long, and how far from the best at most.
 */
final class ClearingMeasurement implements Measurement {

    private static final int SLICES = 50;
    private static final int BIDS = 10_000;
    private static final int JOBS = 2_000;

    private final TimeSource time = TimeSource.system();

    @Override
    public Report measure(int rounds, Board board) {
        Ratios hundredThousand = new Ratios();
        Ratios million = new Ratios();
        Ratios millis = new Ratios();
        Ratios gaps = new Ratios();
        Board.Bar bar = board.bar("rounds", 3L * rounds);
        oneSlice(100_000, 3);
        for (int i = 0; i < rounds; i++) {
            hundredThousand.add(oneSlice(100_000, 5));
            bar.step();
        }
        for (int i = 0; i < rounds; i++) {
            million.add(oneSlice(1_000_000, 1));
            bar.step();
        }
        manySlices(-1, new Ratios(), new Ratios());
        for (int i = 0; i < rounds; i++) {
            manySlices(i, millis, gaps);
            bar.step();
        }
        return new Report()
                .rounded("clearVsSort", hundredThousand.median())
                .rounded("clearVsSortMillion", million.median())
                .rounded("clearMillis", millis.median())
                .field("gap", gaps.quantile(1))
                .field("rounds", rounds)
                .line("one slice,   100,000 bids, over a sort: %s; aim: 3 or less", hundredThousand)
                .line("one slice, 1,000,000 bids, over a sort: %s; aim: 3.5 or less", million)
                .line(
                        "%s slices, %s bids: %.0f ms, at most %.3f %% from the best; aim: 1 %%",
                        SLICES, BIDS, millis.median(), 100 * gaps.quantile(1));
    }

    /** How long clearing takes, over how long a sort of as many numbers takes, in turns. */
    private double oneSlice(int bids, int times) {
        SplittableRandom random = new SplittableRandom(bids);
        long[] opens = new long[bids];
        long[] closes = new long[bids];
        double[] weights = new double[bids];
        for (int i = 0; i < bids; i++) {
            opens[i] = random.nextLong(600_000_000_000L);
            closes[i] = opens[i] + 1 + random.nextLong(60_000_000_000L);
            weights[i] = random.nextDouble() * (closes[i] - opens[i]);
        }
        boolean[] chosen = new boolean[bids];
        double clearing = 0;
        double sorting = 0;
        for (int i = 0; i < times; i++) {
            long began = time.nanos();
            Timetable.of(opens, closes).choose(weights, chosen);
            long cleared = time.nanos();
            long[] numbers = closes.clone();
            long cloned = time.nanos();
            Arrays.sort(numbers);
            long sorted = time.nanos();
            clearing += cleared - began;
            sorting += sorted - cloned;
        }
        return clearing / sorting;
    }

    private void manySlices(int round, Ratios millis, Ratios gaps) {
        List<WeightedInterval> bids = manySlices(round);
        long began = time.nanos();
        Award award = Auction.clear(bids, SearchBudget.DEFAULT);
        millis.add((time.nanos() - began) / 1e6);
        gaps.add(award.gap());
    }

    private static List<WeightedInterval> manySlices(int round) {
        SplittableRandom random = new SplittableRandom(round);
        List<WeightedInterval> bids = new ArrayList<>();
        for (int i = 0; i < BIDS; ) {
            String job = "job-" + random.nextInt(JOBS);
            String slice = "slice-" + random.nextInt(SLICES);
            long opens = random.nextLong(600_000_000_000L);
            long closes = opens + 5_000_000_000L + random.nextLong(60_000_000_000L);
            bids.add(WeightedInterval.of(
                    job, "v" + i, slice, opens, closes, random.nextDouble() * (closes - opens) / 1e9));
            i++;
            if (random.nextInt(2) == 0 && i < BIDS) {
                long later = closes + 5_000_000_000L + random.nextLong(30_000_000_000L);
                bids.add(WeightedInterval.of(
                                job, "v" + i, slice, closes, later, random.nextDouble() * (later - closes) / 1e9)
                        .after("v" + (i - 1)));
                i++;
            }
        }
        return bids;
    }
}
