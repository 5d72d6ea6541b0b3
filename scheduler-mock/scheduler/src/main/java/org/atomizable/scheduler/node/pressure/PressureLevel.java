package org.atomizable.scheduler.node.pressure;

/** How scarce memory is, least first. {@link Watermarks} says where each level begins. */
public enum PressureLevel {
    /** There is room: windows are offered, suspended jobs resume. */
    GREEN,
    /** It gets tight: nothing new is offered, elastic jobs are asked to shrink. */
    WATCH,
    /** Jobs have to leave: those of least value are suspended. */
    PRESSURE,
    /** The host's killer is near: jobs of least value are ended. */
    CRITICAL;

    /** Tells whether memory is at least as scarce as at another level. */
    public boolean atLeast(PressureLevel other) {
        return compareTo(other) >= 0;
    }
}
