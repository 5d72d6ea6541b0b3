package org.atomizable.lab.simulate.pressure;

/** The rule that selects the job that gives way. */
enum PressurePolicy {
    /** The airlock; if memory is full all the same, the kernel kills the job of least worth first. */
    AIRLOCK,
    /** The kernel kills the job that holds most. */
    KERNEL,
    /** The job that started last is killed. */
    NEWEST;
}
