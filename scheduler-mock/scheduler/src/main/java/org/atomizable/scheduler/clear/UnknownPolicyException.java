package org.atomizable.scheduler.clear;

import java.util.Collection;
import org.atomizable.api.AtomizableException;

/** The requested clearing policy does not exist. */
public final class UnknownPolicyException extends AtomizableException {

    UnknownPolicyException(String name, Collection<String> known) {
        super(
                "there is no clearing policy \"%s\"".formatted(name),
                "Choose one of: %s.".formatted(String.join(", ", known)));
    }
}
