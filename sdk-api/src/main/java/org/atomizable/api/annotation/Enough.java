package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * The method that says whether an open-ended job is finished. It returns a {@code boolean} and takes nothing or the number
 * of the next atom. Its result depends on the state and that number only. It throws no checked exception.
 */
@Documented
@Target(ElementType.METHOD)
public @interface Enough {}
