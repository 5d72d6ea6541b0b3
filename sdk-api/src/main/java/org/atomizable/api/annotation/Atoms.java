package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * The method that returns the number of atoms, if it is no constant, for instance because it depends on the size of a
 * dataset. It returns a {@code long} of 1 or more and takes nothing. It is called once, directly after the constructor,
 * and must return the same number in every process.
 */
@Documented
@Target(ElementType.METHOD)
public @interface Atoms {}
