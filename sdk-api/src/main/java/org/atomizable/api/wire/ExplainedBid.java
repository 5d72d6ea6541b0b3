package org.atomizable.api.wire;

import java.time.Instant;
import java.util.Map;

/**
 * The score of a bid and its components. For another tenant's bid, a tenant sees only the time, score and weight. The
 * variant and the features are then empty, and the other figures are 0.
 *
 * @param job its name
 * @param features what the job declared, each in [0, 1]
 * @param utility the job's utility, in [0, 1]
 * @param reliability the weight of the job's declarations, in [0, 1]
 * @param schedulerFeatures what the scheduler observed, each in [0, 1]
 * @param schedulerUtility the scheduler's utility, in [0, 1]
 * @param waitedSeconds time since the job last won, or registered
 * @param score the total score
 * @param weight the score times the seconds of the bid; the clearing maximizes the sum of the weights
 * @param lostBy how much more weight the bid would have needed to win; 0 if it won or was equal to the winner
 */
public record ExplainedBid(
        String job,
        String variant,
        Instant starts,
        Instant ends,
        Map<String, Double> features,
        double utility,
        double reliability,
        Map<String, Double> schedulerFeatures,
        double schedulerUtility,
        double waitedSeconds,
        double score,
        double weight,
        boolean won,
        double lostBy) {}
