package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * The method that runs one atom. It returns {@code void} and takes nothing or the atom's number as a {@code long}, from 0.
 * It may throw any exception. A job has exactly one such method; a subclass may override it.
 */
@Documented
@Target(ElementType.METHOD)
public @interface Atom {}
