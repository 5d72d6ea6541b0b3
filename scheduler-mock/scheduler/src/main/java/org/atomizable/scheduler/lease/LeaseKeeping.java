package org.atomizable.scheduler.lease;

import org.atomizable.api.window.FencingToken;

/** Receives every change of a lease that must be durable. An implementation must not block and must not call back. */
public interface LeaseKeeping {

    /** A lease was issued, or has changed in what its holder said; signs of life are not told. */
    default void changed(Lease lease) {}

    /** An ended lease is known no longer. */
    default void forgotten(String grant) {}

    /** Records the newest token of a job name; {@link Tokens#FLOOR} stands for every unknown name. */
    default void newest(String lineage, FencingToken token) {}

    /** A name is known no longer. */
    default void tokenForgotten(String lineage) {}
}
