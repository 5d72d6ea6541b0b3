package org.atomizable.lab.faults;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;

/** The clock of one node: off by some time, and faster or slower than others. Its timers stop when its process is stopped. */
final class NodeClock implements TimeSource {

    private static final double MILLION = 1e6;

    /** The setting of the clock, shared by all processes of a node. */
    private static final class Setting {
        private final Duration first;
        private Duration since = Duration.ZERO;

        Setting(Duration first) {
            this.first = first;
        }
    }

    private final SimulatedTime time;
    private final long partsPerMillion;
    private final Setting setting;
    private boolean stopped;
    private long frozenUntil;

    /**
     * Makes one.
     *
     * @param off how much later it shows than the true time
     * @param partsPerMillion by how much it is too fast
     */
    NodeClock(SimulatedTime time, Duration off, long partsPerMillion) {
        this(time, new Setting(off), partsPerMillion);
    }

    private NodeClock(SimulatedTime time, Setting setting, long partsPerMillion) {
        this.time = time;
        this.setting = setting;
        this.partsPerMillion = partsPerMillion;
    }

    /** Returns the clock of another process on the same node. */
    public NodeClock ofNextProcess() {
        return new NodeClock(time, setting, partsPerMillion);
    }

    /** Returns the clock of another process on the same node, which goes on by elapsed time whatever the node's is set to. */
    public NodeClock anchored() {
        return new NodeClock(time, new Setting(setting.first.plus(setting.since)), partsPerMillion);
    }

    /** Returns by how much it is ahead of the true time. */
    public Duration off() {
        return setting.first.plus(setting.since).plusNanos(drift(time.elapsed()));
    }

    private long drift(long elapsed) {
        return (long) (elapsed * (partsPerMillion / MILLION));
    }

    /** Sets the clock to this much later than at the start. */
    public void set(Duration later) {
        setting.since = later;
    }

    /** Its process has ended: scheduled actions do not run. */
    public void stop() {
        stopped = true;
    }

    /** Its process is stopped for a while, as by a debugger. */
    public void freeze(Duration length) {
        frozenUntil = time.elapsed() + length.toNanos();
    }

    /** Tells whether its process is stopped for a while. */
    public boolean isFrozen() {
        return time.elapsed() < frozenUntil;
    }

    /** Lets the strand that works now wait until its process goes on. */
    public void thaw() {
        if (isFrozen()) {
            time.running().pause(frozenUntil - time.elapsed());
        }
    }

    @Override
    public Instant now() {
        return time.now().plus(off());
    }

    @Override
    public long nanos() {
        return time.nanos() + drift(time.elapsed());
    }

    @Override
    public void sleep(Duration duration) {
        time.running().pause(trueLength(duration));
    }

    private Duration trueLength(Duration shown) {
        return shown.minusNanos(drift(shown.toNanos()));
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        return time.schedule(trueLength(delay), () -> due(action));
    }

    private void due(Runnable action) {
        if (stopped) {
            return;
        }
        if (isFrozen()) {
            time.schedule(Duration.ofNanos(frozenUntil - time.elapsed()), () -> due(action));
        } else {
            action.run();
        }
    }
}
