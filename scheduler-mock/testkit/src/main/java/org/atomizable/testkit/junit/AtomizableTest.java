package org.atomizable.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.atomizable.testkit.schedule.Fault;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test whose parameters may be, in any order:
 *
 * <ul>
 *   <li>{@link org.atomizable.api.time.VirtualTime}, a clock that moves when it is told to
 *   <li>{@link org.atomizable.testkit.schedule.WindowSource}, windows by a script or by chance
 *   <li>{@link org.atomizable.api.checkpoint.CheckpointStore}, an empty one in a temporary directory
 *   <li>{@link org.atomizable.testkit.scheduler.TestScheduler}, the reference scheduler on that clock, with these windows; it needs
 *       {@code org.atomizable:scheduler} on the class path
 * </ul>
 *
 * <p>All are made anew for each run and closed after it. A failure tells the windows and the seed, and how to see it again.
 *
 * <pre>{@code
 * @AtomizableTest(runs = 20, faults = {Fault.Kind.KILL, Fault.Kind.EXCEPTION})
 * void endsInSpiteOfFaults(TestScheduler scheduler) throws Exception {
 *     TestJob job = scheduler.submit(() -> new MyJob(42));
 *     scheduler.passUntilOver();
 *     assertTrue(job.isFinished(), job.toString());
 * }
 * }</pre>
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(AtomizableExtension.class)
public @interface AtomizableTest {

    /**
     * The windows, as {@link org.atomizable.testkit.schedule.Schedule#parse} reads them, such as {@code "5 3!kill@2 4"}; if empty, windows
     * by chance.
     */
    String windows() default "";

    /** The faults of windows by chance; by default there are none. */
    Fault.Kind[] faults() default {};

    /** How often a test with windows by chance is run, each time with another seed. */
    int runs() default 1;

    /**
     * The seed of the first run; the next one has the next number. With {@code -Datomizable.testkit.seed=7} a test runs once, with that
     * seed.
     */
    long seed() default 1;
}
