package org.atomizable.core.worker;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.atomizable.api.time.TimeSource;

/**
 * A worker's process and all that it has started, as its launcher sees them.
 *
 * @param root the worker's own process
 * @param mark by which the others are found; where the system does not show it, those are found whose parents live
 */
record WorkerProcesses(ProcessHandle root, Mark mark) {

    private static final int MOST_ROUNDS = 300;
    private static final Duration BETWEEN = Duration.ofMillis(10);

    /** Returns the ids of the processes that are not dead, besides the worker's own. */
    List<Long> others() {
        List<Long> marked = mark.alive();
        return marked.isEmpty()
                ? root.descendants().map(ProcessHandle::pid).toList()
                : marked.stream().filter(it -> it != root.pid()).toList();
    }

    /**
     * Kills all of them, and waits until they are gone, for some seconds at most: a process in a call of the kernel that does not end
     * cannot be killed.
     *
     * @return when nothing was left, by {@link TimeSource#nanos}; empty if something is
     */
    OptionalLong kill(TimeSource time) throws InterruptedException {
        List<Long> others = root.isAlive() ? others() : List.of();
        for (int rounds = 0; rounds < MOST_ROUNDS; rounds++) {
            root.destroyForcibly();
            others.forEach(it -> ProcessHandle.of(it).ifPresent(ProcessHandle::destroyForcibly));
            boolean gone = !root.isAlive() && others.stream().noneMatch(Mark::isAlive);
            long now = time.nanos();
            // Only those that nobody knew of can be left then.
            others = gone ? others() : others;
            if (gone && others.isEmpty()) {
                return OptionalLong.of(now);
            }
            if (!gone) {
                time.sleep(BETWEEN);
            }
        }
        return OptionalLong.empty();
    }
}
