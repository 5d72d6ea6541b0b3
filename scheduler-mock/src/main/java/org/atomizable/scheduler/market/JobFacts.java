package org.atomizable.scheduler.market;

import java.time.Instant;
import org.atomizable.api.window.FencingToken;

/**
 * A job as it stands now.
 *
 * @param nextAtom the first atom that is not in its latest checkpoint, as last reported
 * @param registered since when it is known
 * @param newestToken the newest given to it or to a namesake before it
 */
public record JobFacts(
        String id, JobRequest request, JobState state, long nextAtom, Instant registered, FencingToken newestToken) {}
