package org.atomizable.lab.simulate.rival;

/**
 * When a waiting task stops a running one: if the running one has more work left than {@code factor} times the work of the waiting one plus
 * {@code seconds}. The running task with most work left is stopped.
 *
 * @param factor 1 or more
 * @param seconds 0 or more
 */
record Preemption(double factor, double seconds) {

    Preemption {
        if (!(factor >= 1) || !(seconds >= 0)) {
            throw new IllegalArgumentException(
                    "a task may only preempt longer ones, was %s and %s s".formatted(factor, seconds));
        }
    }

    boolean isWorth(double running, double waiting) {
        return running > factor * waiting + seconds;
    }
}
