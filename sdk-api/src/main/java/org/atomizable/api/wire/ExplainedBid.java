package org.atomizable.api.wire;

import java.time.Instant;
import java.util.Map;

/**
 * What a bid was worth, and out of what. Of another tenant's, a tenant is told the time, score and weight; the variant and the features
 * are empty then, and the other figures 0.
 *
 * @param job its name
 * @param features what it declared, each in [0, 1]
 * @param utility its own, in [0, 1]
 * @param reliability how far that counts, in [0, 1]
 * @param schedulerFeatures what the scheduler saw, each in [0, 1]
 * @param schedulerUtility of that, in [0, 1]
 * @param waitedSeconds since the job last won, or came
 * @param score all together
 * @param weight the score times the seconds that were bid for: what was cleared
 * @param lostBy how much heavier it would have had to be to win; 0 if it won, or might as well have
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
