package org.atomizable.scheduler.market;

import java.time.Instant;
import org.atomizable.scheduler.lease.Refused;

/** A request to the market. */
interface MarketRequest<T> {

    /** The result of a request, and whether it changed anything that belongs in the audit log. */
    record Done<T>(T value, boolean anew) {}

    /** Undoes what a request has created. */
    interface Undoing<T> {
        void at(T made, Instant now) throws Refused;
    }

    T at(Instant now) throws Refused;
}
