package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * A method that is called before the state is saved, for instance to copy into fields what a library holds. It takes
 * nothing, returns {@code void} and may throw {@link java.io.IOException}. The state may be saved twice at one safe point,
 * so a second call must have no further effect.
 */
@Documented
@Target(ElementType.METHOD)
public @interface BeforeCheckpoint {}
