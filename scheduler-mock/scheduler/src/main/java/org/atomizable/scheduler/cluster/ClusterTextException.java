package org.atomizable.scheduler.cluster;

import org.atomizable.api.AtomizableException;

/** A cluster was described by text that cannot be understood, or whose slices no GPU can hold. */
public final class ClusterTextException extends AtomizableException {

    ClusterTextException(String what, String remedy) {
        super(what, remedy);
    }
}
