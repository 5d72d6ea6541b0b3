package org.atomizable.core.report;

import java.util.List;
import java.util.OptionalInt;

/**
 * What an agent knows of a failure besides its kind.
 *
 * @param revoked why the scheduler took the grant back, in its words; empty if it did not
 * @param exit with which the worker's process ended, if it was one and has ended by itself
 * @param cutOffs the atoms that ran when their workers were stopped, since the job last gained an atom; oldest first, this
 *     failure's at the end
 */
public record Circumstances(String revoked, OptionalInt exit, List<CutOff> cutOffs) {

    /** Nothing is known but the kind of the failure. */
    public static final Circumstances UNKNOWN = new Circumstances("", OptionalInt.empty(), List.of());

    /** Copies the list. */
    public Circumstances {
        cutOffs = List.copyOf(cutOffs);
    }
}
