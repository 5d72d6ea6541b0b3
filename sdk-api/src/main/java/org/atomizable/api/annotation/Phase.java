package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Target;

/**
 * Every n-th atom does more than the others, for instance evaluates. It is measured as a phase of its own.
 *
 * <p>On a method, it is called as the last part of every n-th atom. The method takes nothing or the atom's number, and
 * returns {@code void}. On the class, it only says which atoms differ, and the method with {@link Atom} does the work.
 */
@Documented
@Repeatable(Phase.List.class)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Phase {

    /** The name of the phase, such as {@code evaluation}. */
    String value();

    /** n, 1 or more: the phase is in the atoms n - 1, 2n - 1 and so on. */
    long every();

    /** Several phases of one job. */
    @Documented
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface List {

        /** The phases. */
        Phase[] value();
    }
}
