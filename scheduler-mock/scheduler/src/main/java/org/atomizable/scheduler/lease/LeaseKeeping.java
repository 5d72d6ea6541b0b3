package org.atomizable.scheduler.lease;

import org.atomizable.api.window.FencingToken;

/** Is told what of the leases must not be forgotten. Never blocks, never calls back. */
public interface LeaseKeeping {

    /** Needs nothing to be kept. */
    LeaseKeeping NONE = new LeaseKeeping() {};

    /** A lease was issued, or has changed in what its holder said; signs of life are not told. */
    default void changed(Lease lease) {}

    /** An ended lease is known no longer. */
    default void forgotten(String grant) {}

    /** The newest token of jobs of a name; {@link Tokens#FLOOR} stands for every name that is not known. */
    default void newest(String lineage, FencingToken token) {}

    /** A name is known no longer. */
    default void tokenForgotten(String lineage) {}
}
