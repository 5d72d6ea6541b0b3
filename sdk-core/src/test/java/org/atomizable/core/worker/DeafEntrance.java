package org.atomizable.core.worker;

import java.util.List;
import org.atomizable.api.spi.WorkerException;

/** The way to a worker that is a process of this machine, but not one that its launcher sees; signals are not passed on. */
class DeafEntrance implements Elsewhere.Entrance {

    private volatile int cleared;

    /** Returns how often what was left had to be ended. */
    int cleared() {
        return cleared;
    }

    @Override
    public List<String> command() {
        return List.of("/bin/sh", "-c", "exec 3<&0; \"$@\" <&3 3<&- & exec 3<&-; wait $!", "entrance");
    }

    @Override
    public void clear() {
        cleared++;
    }

    @Override
    public WorkerException notStarted(String said) {
        return new WorkerException("nothing was started: " + said, "Go on with the next window");
    }
}
