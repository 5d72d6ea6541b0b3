package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Target;

/** Consecutive atoms that differ from the others in memory or time, such as training on longer sequences. */
@Documented
@Repeatable(Stage.List.class)
@Target(ElementType.TYPE)
public @interface Stage {

    /** The name of the stage, such as {@code long sequences}. */
    String value();

    /** The first atom. */
    long from();

    /** The first atom after it. By default, the stage lasts until the job ends. */
    long to() default Long.MAX_VALUE;

    /** The most memory that the stage uses, such as {@code 1.5GiB}; empty if unknown. */
    String memory() default "";

    /** Several stages of one job. */
    @Documented
    @Target(ElementType.TYPE)
    @interface List {

        /** The stages. */
        Stage[] value();
    }
}
