package org.atomizable.core.catalogue;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A wrong program, with the words that its refusal must have. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Refused {
    String[] value();
}
