package org.atomizable.core.agent;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.jspecify.annotations.Nullable;

/** A grant in the agent's hands, the worker that serves it, and how far that has come. */
final class Holding {

    private final Grant grant;
    private volatile @Nullable Worker worker;
    private volatile boolean lost;
    private volatile long nextAtom;
    private Bytes memory = Bytes.ZERO;
    private TimeSource.Timer heartbeat = () -> {};

    Holding(Grant grant, long nextAtom) {
        this.grant = grant;
        this.nextAtom = nextAtom;
    }

    Grant grant() {
        return grant;
    }

    Optional<Worker> worker() {
        return Optional.ofNullable(worker);
    }

    void servedBy(Worker launched) {
        worker = launched;
        if (lost) {
            launched.kill();
        }
    }

    /** The scheduler has taken the grant back: nothing that its worker does may count any more. */
    void lose() {
        lost = true;
        worker().ifPresent(Worker::kill);
    }

    boolean lost() {
        return lost;
    }

    /** Comes from the worker's thread, while the agent's takes the memory. */
    synchronized void at(long next, Bytes used) {
        nextAtom = next;
        memory = memory.max(used);
    }

    long nextAtom() {
        return nextAtom;
    }

    synchronized Bytes takeMemory() {
        Bytes most = memory;
        memory = Bytes.ZERO;
        return most;
    }

    void beat(TimeSource.Timer next) {
        heartbeat = next;
    }

    void end() {
        heartbeat.cancel();
        worker().ifPresent(Worker::close);
    }
}
