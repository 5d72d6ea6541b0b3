package org.atomizable.core.plan;

import org.atomizable.api.profile.Profile;

/** By which times a job plans that starves: no window is as long as its bounds. */
public enum Hope {
    /** By its bounds. */
    NONE(Double.POSITIVE_INFINITY),
    /** By its typical times, and a quarter more. */
    LITTLE(1.25),
    /** By its typical times: of two subjobs one is cut, which is better than to run none. */
    MUCH(1);

    private final double overTypical;

    Hope(double overTypical) {
        this.overTypical = overTypical;
    }

    /** Returns what is planned by instead of what is known. */
    public Profile by(Profile known) {
        return this == NONE ? known : new Hopeful(known, overTypical);
    }
}
