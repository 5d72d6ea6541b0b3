package org.atomizable.scheduler.score;

/** What the scheduler sees in a bid by itself; each from 0, bad, to 1, good. */
public enum SchedulerFeature {

    /** The share of the window that the bid fills. */
    AREA_FILLED,

    /** Whether what is left of the window before and after it is nothing, or enough for another subjob. */
    NO_REMNANT,

    /** How early in the window it begins. */
    EARLINESS,

    /** How far its tenant is below its fair share: 1 if it has had nothing yet, 0 at the fair share and above. */
    FAIRNESS_DEFICIT,

    /** Whether the slice can stay as it is. */
    NO_RECONFIGURATION
}
