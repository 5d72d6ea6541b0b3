package org.atomizable.scheduler.clear;

import java.util.Collection;
import org.atomizable.api.AtomizableException;

/** No selection policy or bid clearing has the requested name. */
public final class UnknownPolicyException extends AtomizableException {

    UnknownPolicyException(String kind, String name, Collection<String> known) {
        super("there is no %s \"%s\"".formatted(kind, name), "Choose one of: %s.".formatted(String.join(", ", known)));
    }
}
