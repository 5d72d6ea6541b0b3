package org.atomizable.core.agent;

import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.spi.Worker;

/** An order to a worker from the scheduler of its node, which is short of memory. */
sealed interface PressureOrder {

    /** Passes the order on. */
    void tell(Worker worker);

    /** Returns whether the worker shall release its memory after its subjob; {@code before} tells whether it was to. */
    default boolean suspends(boolean before) {
        return before;
    }

    /** Returns whether a worker that comes later needs to hear it too. */
    default boolean lasts() {
        return false;
    }

    /** Returns whether a grant whose subjob has not begun is to be given up. */
    default boolean gives() {
        return false;
    }

    /** The job gives back memory at its next safe point, and goes on. */
    record Shrink(Pressure pressure) implements PressureOrder {
        @Override
        public void tell(Worker worker) {
            worker.shrink(pressure);
        }
    }

    /** The subjob stops at its next safe point, and the worker releases its memory. */
    record Suspend() implements PressureOrder {
        @Override
        public void tell(Worker worker) {
            worker.yieldSoon();
        }

        @Override
        public boolean suspends(boolean before) {
            return true;
        }

        @Override
        public boolean gives() {
            return true;
        }
    }

    /** The request to stop is taken back, and a frozen worker goes on. */
    record CarryOn() implements PressureOrder {
        @Override
        public void tell(Worker worker) {
            worker.thaw();
        }

        @Override
        public boolean suspends(boolean before) {
            return false;
        }
    }

    /** The worker's processes stop where they are. */
    record Freeze() implements PressureOrder {
        @Override
        public void tell(Worker worker) {
            worker.freeze();
        }
    }

    /** The worker's processes end; what it did since its last checkpoint is lost. */
    record Kill() implements PressureOrder {
        @Override
        public void tell(Worker worker) {
            worker.kill();
        }

        @Override
        public boolean gives() {
            return true;
        }
    }

    /** The kernel's killer shall take the worker in this order: from 0, late, to 1000, first. */
    record Rank(int score) implements PressureOrder {
        /** Refuses a score that the kernel does not know. */
        public Rank {
            if (score < 0 || score > 1000) {
                throw new IllegalArgumentException("a rank must be from 0 to 1000, was " + score);
            }
        }

        @Override
        public void tell(Worker worker) {
            worker.rank(score);
        }

        @Override
        public boolean lasts() {
            return true;
        }
    }
}
