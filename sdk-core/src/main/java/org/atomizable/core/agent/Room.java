package org.atomizable.core.agent;

import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.profiler.profile.JobProfile;

/**
 * How much memory a job's windows have. Where many in a row have less than its bounds, these are lowered to the largest of them, and again
 * where even that does not come: what fits no window teaches nothing.
 *
 * @param ever what the largest slice has
 * @param now to what bounds are lowered
 * @param windows how many in a row had too little since then
 * @param largest the most that one of these had
 */
record Room(Bytes ever, Bytes now, int windows, Bytes largest) {

    private static final int WINDOWS_TO_LOWER = 20;

    /** Of a cluster of which nothing is known. */
    static final Room UNKNOWN = of(JobProfile.UNKNOWN_MEMORY, JobProfile.UNKNOWN_MEMORY);

    /** Returns the room that a job has on some slices; a cluster without slices has lost them for a while. */
    static Room on(List<Slice> slices) {
        return slices.stream()
                .map(Slice::memory)
                .reduce(Bytes::max)
                .map(it -> of(it, it))
                .orElse(UNKNOWN);
    }

    private static Room of(Bytes ever, Bytes now) {
        return new Room(ever, now, 0, Bytes.ZERO);
    }

    /** Tells whether a window may have enough for bounds that are not lowered. */
    boolean mayHold(Bytes capacity) {
        return now.equals(ever) || capacity.exceeds(now);
    }

    /** A window had enough. */
    Room enough() {
        return of(ever, ever);
    }

    /** A window had too little. */
    Room tooSmall(Bytes capacity) {
        Bytes most = largest.max(capacity);
        return windows + 1 < WINDOWS_TO_LOWER ? new Room(ever, now, windows + 1, most) : of(ever, most);
    }
}
