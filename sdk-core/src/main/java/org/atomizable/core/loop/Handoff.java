package org.atomizable.core.loop;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one of two sides go at a time: the caller, or the loop. What a side writes before it hands over, the other one sees.
 *
 * <p>While the caller is parked, its blocker ({@link LockSupport#getBlocker}) is the thread of the loop.
 */
final class Handoff {

    private final Thread loop;
    private volatile @Nullable Thread caller;
    private volatile boolean loopGoes = true;

    Handoff(Thread loop) {
        this.loop = loop;
    }

    /** Called by the caller: releases the loop, and waits until it comes back. An interrupt is passed on to the loop. */
    void release() {
        free();
        awaitBack();
    }

    /** Called by the caller: releases the loop, and does not wait. */
    void free() {
        loopGoes = true;
        LockSupport.unpark(loop);
    }

    /** Called by the caller: waits until the loop comes back. */
    void awaitBack() {
        caller = Thread.currentThread();
        while (loopGoes) {
            LockSupport.park(loop);
            if (Thread.interrupted()) {
                loop.interrupt();
            }
        }
    }

    /** Called by the caller: returns whether the loop has come back, or ended. */
    boolean isBack() {
        return !loopGoes;
    }

    /** Called by the loop: lets the caller go, and waits until that lets it go again. */
    void comeBack() {
        leave();
        boolean interrupted = false;
        while (!loopGoes) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            loop.interrupt();
        }
    }

    /** Called by the loop: lets the caller go, and does not wait. */
    void leave() {
        loopGoes = false;
        LockSupport.unpark(caller);
    }
}
