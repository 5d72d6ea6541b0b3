package org.atomizable.api.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class that is a job. For a class {@code Train} the annotation processor writes {@code TrainJob}, an
 * {@link org.atomizable.api.Atomizable} in the same package.
 *
 * <p>The class needs one method with {@link Atom}. Each of its fields that can change is annotated with {@link State}, or
 * is {@code transient} if a restored job can do without its value. Members that the generated code uses must not be
 * private. The parameters of its constructor are those of the job ({@link Default}). If the class is {@link AutoCloseable}, it is closed with the job.
 *
 * <pre>{@code
 * @AtomizedJob(name = "sum", atoms = 1_000_000)
 * class Sum {
 *     @State double sum;
 *
 *     @Atom
 *     void add(long atom) { sum += 1.0 / ((atom + 1.0) * (atom + 1.0)); }
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AtomizedJob {

    /** The job's name, as in {@link org.atomizable.api.JobSpec#name}. By default, it is the simple name of the class. */
    String name() default "";

    /** The number of atoms, 1 or more. Exactly one of this, {@link #openEnded} and a method with {@link Atoms} is given. */
    long atoms() default 0;

    /** Whether the number of atoms is unknown. The job then ends as soon as its method with {@link Enough} says so. */
    boolean openEnded() default false;

    /** The most memory that the job uses, such as {@code 1.5GiB}; empty if unknown. */
    String memory() default "";

    /** The job's importance. A larger number is more important. */
    int priority() default 0;

    /**
     * Properties on which an atom's memory and time depend, such as {@code batch=32}, or {@code batch} for the value of the
     * constructor's parameter of that name.
     */
    String[] traits() default {};
}
