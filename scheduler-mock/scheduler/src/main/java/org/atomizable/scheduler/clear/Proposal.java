package org.atomizable.scheduler.clear;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A variant that a job has bid for a window.
 *
 * @param bidder the job that bids
 * @param variant its name among the job's variants for that window
 * @param after the variant of the same bid that it continues
 * @param time the lease that it asks for, within the window
 * @param memory the bound of its memory; at most the window's
 * @param features what the job declares about it
 * @param utility how much the job wants it, in [0, 1]
 */
public record Proposal(
        Bidder bidder,
        Window window,
        String variant,
        Optional<String> after,
        Interval time,
        Bytes memory,
        Features<JobFeature> features,
        double utility) {}
