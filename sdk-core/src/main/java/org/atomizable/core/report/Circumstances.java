package org.atomizable.core.report;

import java.util.List;

/**
 * The knowledge of an agent about a failure besides its kind.
 *
 * @param revoked the scheduler's reason for revoking the grant; empty if it did not revoke it
 * @param cutOffs the atoms that were running when their workers were stopped, since the job last gained an atom; oldest
 *     first, so that this failure's is the last
 */
public record Circumstances(String revoked, List<CutOff> cutOffs) {

    /** Nothing is known but the kind of the failure. */
    public static final Circumstances UNKNOWN = new Circumstances("", List.of());

    /** Copies the list. */
    public Circumstances {
        cutOffs = List.copyOf(cutOffs);
    }
}
