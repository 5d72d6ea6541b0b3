package org.atomizable.core.annotate;

import java.util.List;
import javax.lang.model.element.ExecutableElement;

/**
 * How an instance of the class is created.
 *
 * @param constructor the constructor
 * @param parameters its parameters, in their order
 */
record Creation(ExecutableElement constructor, List<Parameter> parameters) {

    /** Returns whether there is a parameter of this name. */
    public boolean has(String name) {
        return parameters.stream().anyMatch(it -> it.name().equals(name));
    }
}
