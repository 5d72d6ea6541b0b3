package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.JobProfile;

/**
 * How long it takes until a worker is there. Only the newest starts count: a machine that was busy once does not stay so. The bound of a
 * start need not be more certain than that: if it is not kept, the grant is handed back in time, and the worker is there for the next.
 */
final class StartUp {

    private static final int NEWEST = 8;
    private static final double WIDENED = 1.25;

    private StartUp() {}

    /** Returns the time that is planned for a start; zero if none was ever seen. */
    static Duration planned(JobProfile profile) {
        List<Sample> all = profile.samples(Phase.START_UP);
        Duration ended = longest(all, false);
        Duration widened = Duration.ofNanos((long) (WIDENED * ended.toNanos()));
        // A start that was stopped takes as long as it had run, or longer, and nobody knows by how much.
        Duration stopped = longest(all, true);
        return widened.compareTo(stopped) >= 0 ? widened : stopped;
    }

    private static Duration longest(List<Sample> all, boolean unfinished) {
        return all.subList(Math.max(0, all.size() - NEWEST), all.size()).stream()
                .filter(it -> it.unfinished() == unfinished)
                .map(Sample::took)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
