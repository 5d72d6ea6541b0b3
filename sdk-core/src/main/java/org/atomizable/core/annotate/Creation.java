package org.atomizable.core.annotate;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;

/**
 * How an instance of the class is created.
 *
 * @param constructor the constructor
 * @param parameters its parameters, in their order
 */
record Creation(ExecutableElement constructor, List<Parameter> parameters) {

    /** Returns whether there is a parameter of this name. */
    boolean has(String name) {
        return parameters.stream().anyMatch(it -> it.name().equals(name));
    }

    /**
     * A parameter of the constructor, which is one of the job.
     *
     * @param name its name
     * @param type the text of its type
     * @param usual the value if none is given, as the author wrote it
     * @param accessor the last part of the name of the method that reads it, such as {@code Double}
     * @param isEnum whether the accessor needs the constants of the type
     */
    record Parameter(String name, String type, Optional<String> usual, String accessor, boolean isEnum) {}
}
