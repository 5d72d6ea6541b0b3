package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * A method that is called after the state was restored, for instance to compute transient fields anew. It takes nothing,
 * returns {@code void} and may throw {@link java.io.IOException}.
 */
@Documented
@Target(ElementType.METHOD)
public @interface AfterRestore {}
