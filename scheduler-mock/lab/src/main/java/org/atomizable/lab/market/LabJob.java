package org.atomizable.lab.market;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.scheduler.score.Reliability;

/** A simulated job, and what has come of it so far. */
final class LabJob {

    /** A job's measurements of itself are off by this much at the most. */
    private static final double NOISE = 0.03;

    final String name;
    final Strategy strategy;
    final int tenant;
    private final double overheadSeconds;
    private final double leftSeconds;
    private final double headroom;
    private final SplittableRandom chance;

    private int lastSlice = -1;
    private Reliability reliability = Reliability.FRESH;
    long waitingSince;
    long lastTurn;
    int subjobs;
    int wins;
    long heldSeconds;
    double usefulSeconds;
    long waitedSeconds;
    long longestWaitSeconds;
    /** What it won was worth to it so much, in truth, less what it paid. */
    double gain;

    LabJob(int number, Strategy strategy, int tenant, SplittableRandom chance) {
        this.name = "job-%03d".formatted(number);
        this.strategy = strategy;
        this.tenant = tenant;
        this.chance = chance;
        this.overheadSeconds = chance.nextDouble(0.5, 4);
        this.leftSeconds = chance.nextDouble(600, 6000);
        this.headroom = chance.nextDouble();
    }

    double rho() {
        return reliability.rho();
    }

    Features<JobFeature> truth(int slice, long seconds, long now) {
        Map<JobFeature, Double> truth = new EnumMap<>(JobFeature.class);
        truth.put(JobFeature.PROGRESS, Math.min(1, useful(seconds) / leftSeconds));
        truth.put(JobFeature.USEFUL_SHARE, useful(seconds) / seconds);
        truth.put(JobFeature.DEADLINE_PRESSURE, strategy.deadlinePressure(now - waitingSince));
        truth.put(JobFeature.LOCALITY, slice == lastSlice ? 1.0 : 0.0);
        truth.put(JobFeature.HEADROOM, headroom);
        return new Features<>(truth);
    }

    private double useful(long seconds) {
        return Math.max(0, seconds - overheadSeconds);
    }

    /** Has run a subjob: what it declared is held against what was seen. */
    void ran(int slice, long seconds, long now) {
        Features<JobFeature> truth = truth(slice, seconds, now);
        Map<JobFeature, Double> seen = new EnumMap<>(JobFeature.class);
        truth.values()
                .forEach((feature, value) ->
                        seen.put(feature, Math.min(1, value * (1 + NOISE * chance.nextDouble(-1, 1)))));
        reliability = reliability.after(strategy.declares(truth), new Features<>(seen));
        lastSlice = slice;
        subjobs++;
        heldSeconds += seconds;
        usefulSeconds += useful(seconds);
    }

    /** Has won, and waits anew. */
    void won(long now) {
        waits(now);
        wins++;
        waitedSeconds += now - waitingSince;
        waitingSince = now;
    }

    /** Notes how long it has waited until now. */
    void waits(long now) {
        longestWaitSeconds = Math.max(longestWaitSeconds, now - waitingSince);
    }
}
