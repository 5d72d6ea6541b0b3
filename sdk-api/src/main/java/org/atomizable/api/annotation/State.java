package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * A field that is part of the job's state: it is saved with each checkpoint, and restored before the job continues.
 *
 * <p>These types need no codec: primitives and their boxes, {@code String}, enums, records, arrays of any dimension,
 * {@code Optional}, lists, deques, sets and maps with a fixed order, some values of the JDK, {@code java.util.Random},
 * and arrays, blocks and parameters of DJL. A final field is restored in place, if its type is an array, a collection or
 * another mutable type.
 */
@Documented
@Target(ElementType.FIELD)
public @interface State {

    /** The name in the checkpoint. By default, it is the field's name. */
    String value() default "";

    /** How to save a type that is not known. The class has an accessible constructor without parameters. */
    @SuppressWarnings("rawtypes")
    Class<? extends StateCodec> codec() default StateCodec.class;
}
