package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * The value of a job's parameter that nobody gives. The parameters of a job are those of the constructor of its class;
 * one without this annotation must be given.
 *
 * <pre>{@code
 * @AtomizedJob(name = "fit", atoms = 1000)
 * class Fit {
 *     private final double rate;
 *     @State double weight;
 *
 *     Fit(@Default("0.1") double rate) {
 *         this.rate = rate;
 *     }
 *
 *     @Atom
 *     void step() { weight += rate * (1 - weight); }
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.PARAMETER)
public @interface Default {

    /** The value as it is written on the command line. It is checked when the class is compiled. */
    String value();
}
