package org.atomizable.lab.simulate.rival;

import org.atomizable.lab.simulate.workload.SimulatedTask;

/** The order of tasks. Of equals, the one that has waited longer comes first. */
enum Order {
    /** Shortest remaining work. */
    REMAINING {
        @Override
        double key(SimulatedTask task, double work, double now) {
            return work;
        }
    },
    /** First submitted. */
    SUBMITTED {
        @Override
        double key(SimulatedTask task, double work, double now) {
            return task.submit();
        }
    },
    /** Longest in the queue; a task that stops goes to the end of it. */
    QUEUED {
        @Override
        double key(SimulatedTask task, double work, double now) {
            return now;
        }
    },
    /** Earliest deadline; tasks without one last. */
    DEADLINE {
        @Override
        double key(SimulatedTask task, double work, double now) {
            return task.deadline().orElse(Double.POSITIVE_INFINITY);
        }
    },
    /** Least time to spare before the deadline; tasks without one last. All waiting tasks lose it equally fast. */
    SLACK {
        @Override
        double key(SimulatedTask task, double work, double now) {
            return task.deadline().orElse(Double.POSITIVE_INFINITY) - work;
        }
    };

    /** Returns the key of a task that begins to wait: the least comes first. It stays the same while the task waits. */
    abstract double key(SimulatedTask task, double work, double now);
}
