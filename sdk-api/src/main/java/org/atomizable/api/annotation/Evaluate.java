package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * The method that tells what a finished job has achieved. It takes nothing, does not change the state, and returns a
 * {@code double}, a {@link org.atomizable.api.Metric} or an {@code Optional<Metric>}.
 */
@Documented
@Target(ElementType.METHOD)
public @interface Evaluate {

    /** The name of the figure, for a method that returns a {@code double}. By default, it is the method's name. */
    String value() default "";
}
