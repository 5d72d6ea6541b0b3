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
 * @param bidder whose it is
 * @param variant its name among the job's for that window
 * @param after the one of them that it continues
 * @param time of the lease that is asked for, within the window
 * @param memory of the slice that it fills; at most the window's
 * @param features what the job declares of it
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
