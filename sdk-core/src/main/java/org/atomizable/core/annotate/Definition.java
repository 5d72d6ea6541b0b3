package org.atomizable.core.annotate;

import java.util.List;

/**
 * A record or a sealed interface that is part of the state, for which methods are generated.
 *
 * @param constant the name of the constant that holds its part
 * @param method the last part of the names of its methods, as in {@code writePoint}
 * @param type the text of its type
 * @param isRecord whether {@code members} are components of a record and not the subclasses of an interface
 * @param members what it consists of
 */
record Definition(String constant, String method, String type, boolean isRecord, List<Member> members) {

    /**
     * A component of a record, or a subclass of a sealed interface.
     *
     * @param name the component's name; the subclass's type
     * @param part an expression of type {@code Part}
     */
    public record Member(String name, String part) {}
}
