package org.atomizable.lab.bench.warm;

import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;

/** Takes the time from a grant to the first atom of its subjob. */
final class Start implements Worker.Progress {

    private final TimeSource time;
    private final long granted;
    private @Nullable Long begun;
    private @Nullable Long done;

    Start(TimeSource time) {
        this.time = time;
        this.granted = time.nanos();
    }

    @Override
    public synchronized void entered(Phase phase) {
        if (begun == null && phase.hasAtoms()) {
            begun = time.nanos();
        }
    }

    @Override
    public synchronized void at(long nextAtom, Bytes memory) {
        if (done == null) {
            done = time.nanos();
        }
    }

    /** Returns the seconds until the first atom began. */
    synchronized double begun() {
        return seconds(begun);
    }

    /** Returns the seconds until the first atom was done. */
    synchronized double done() {
        return seconds(done);
    }

    private double seconds(@Nullable Long at) {
        if (at == null) {
            throw new IllegalStateException("no atom began: let the job have more atoms");
        }
        return (at - granted) / 1e9;
    }
}
