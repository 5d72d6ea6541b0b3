package org.atomizable.scheduler.market;

import java.time.Instant;
import org.atomizable.scheduler.lease.Refused;

/** A request to the market. */
interface Deed<T> {

    /** What a deed returns, and whether it changed anything that an audit asks for. */
    record Done<T>(T value, boolean anew) {}

    /** Takes back what a deed has made. */
    interface Undoing<T> {
        void at(T made, Instant now) throws Refused;
    }

    T at(Instant now) throws Refused;
}
