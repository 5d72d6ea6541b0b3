package org.atomizable.lab.simulate.rival;

/**
 * When a waiting task stops a running one: if the running one has more work left than the waiting one, by more than {@code seconds}. The
 * running task with most work left is stopped.
 *
 * @param seconds 0 or more
 */
record Preemption(double seconds) {

    Preemption {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("a task may only preempt longer ones, was %s s".formatted(seconds));
        }
    }

    boolean isWorth(double running, double waiting) {
        return running > waiting + seconds;
    }
}
