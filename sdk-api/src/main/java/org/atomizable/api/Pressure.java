package org.atomizable.api;

import java.time.Duration;

/**
 * A node's request to a job to give back memory.
 *
 * @param level how scarce memory is there
 * @param wanted how much the job is asked to give back; 0 or more. Less helps too
 * @param within until when, from the moment at which the request was made; more than 0. A job that has given back too little
 *     by then may be stopped at a safe point
 */
public record Pressure(PressureLevel level, Bytes wanted, Duration within) {

    /** Rejects a time that is not more than zero. */
    public Pressure {
        if (within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException("a job needs time to give back memory, was " + within);
        }
    }
}
