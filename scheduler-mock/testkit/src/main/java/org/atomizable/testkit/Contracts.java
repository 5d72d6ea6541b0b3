package org.atomizable.testkit;

import java.time.Duration;
import java.util.EnumSet;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.testkit.check.BoundedAtoms;
import org.atomizable.testkit.check.ExactResume;
import org.atomizable.testkit.check.Fits;
import org.atomizable.testkit.check.OtherJvms;
import org.atomizable.testkit.check.Repeatable;
import org.atomizable.testkit.check.RoundTrip;
import org.atomizable.testkit.check.SteadyMemory;
import org.atomizable.testkit.check.Stillness;
import org.atomizable.testkit.check.Survives;
import org.atomizable.testkit.check.Trial;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;

/**
 * The contracts of a job that may be cut anywhere, one line each. They work in any test library:
 *
 * <pre>{@code
 * @Test
 * void myJobResumesExactly() throws Exception {
 *     Contracts.assertExactResume(() -> new MyJob(42));
 * }
 * }</pre>
 *
 * <p>Each throws a {@link org.atomizable.testkit.rule.ContractViolation} if the job breaks a rule, and whatever the job itself throws.
 * By default they run as many atoms as there is time for, compare the states of the first 256, and try cuts for 10 seconds; a {@link Trial}
 * sets other limits.
 */
public final class Contracts {

    private static final Duration LONGEST_ATOM = Duration.ofSeconds(10);

    private Contracts() {}

    /** Checks that a job goes on in the same bits after a cut before any atom, and all that this needs. */
    public static void assertExactResume(JobSource job) throws Exception {
        ExactResume.check(Trial.of(job));
    }

    /** Checks the same with other limits. */
    public static void assertExactResume(Trial trial) throws Exception {
        ExactResume.check(trial);
    }

    /** Checks one cut, as a failure names it. */
    public static void assertExactResume(JobSource job, long cut) throws Exception {
        ExactResume.checkCut(Trial.of(job), cut);
    }

    /** Checks that a restored job saves what it was restored from, in a new instance and in a used one. */
    public static void assertStateRoundTrips(JobSource job) throws Exception {
        RoundTrip.check(Trial.of(job));
    }

    /** Checks that two runs end in the same bits, also if one is saved in between. */
    public static void assertRepeatable(JobSource job) throws Exception {
        Repeatable.check(Trial.of(job));
    }

    /**
     * Checks that a job has the same states in other JVMs, which it starts with this class path. The order of {@code Set.of} and
     * {@code Map.of}, for example, is the same in all runs of one JVM, and not in the next. It takes some seconds.
     *
     * @param job by its name, as another JVM cannot be given an instance
     */
    public static void assertRepeatableInOtherJvms(NamedJob job) throws Exception {
        OtherJvms.check(job);
    }

    /** Checks that nothing changes the state while no atom runs. */
    public static void assertStillBetweenAtoms(JobSource job) throws Exception {
        Stillness.check(Trial.of(job));
    }

    /** Checks that no atom takes more than 10 seconds. */
    public static void assertBoundedAtoms(JobSource job) throws Exception {
        assertBoundedAtoms(job, LONGEST_ATOM);
    }

    /** Checks that no atom takes more than a limit. */
    public static void assertBoundedAtoms(JobSource job, Duration longest) throws Exception {
        BoundedAtoms.check(Trial.of(job), longest);
    }

    /** Checks that the memory of a job does not grow from atom to atom. */
    public static void assertSteadyMemory(JobSource job) throws Exception {
        SteadyMemory.check(Trial.of(job));
    }

    /**
     * Checks that the subjobs that the runtime builds from the job's measured profile end within their windows, and within the memory of
     * their slices. The job really runs, so the times of its atoms are those of this machine.
     */
    public static void assertFitsByConstruction(JobSource job) throws Exception {
        Fits.check(Trial.of(job));
    }

    /** Checks that the job ends in the same bits after all kinds of faults, in windows by chance. */
    public static void assertSurvives(JobSource job) throws Exception {
        Survives.check(Trial.of(job), EnumSet.allOf(Fault.Kind.class));
    }

    /** Checks the same for some kinds of faults. */
    public static void assertSurvives(JobSource job, Fault.Kind first, Fault.Kind... more) throws Exception {
        Survives.check(Trial.of(job), EnumSet.of(first, more));
    }

    /**
     * Checks that the job ends in the same bits if its node runs short of memory: it is asked to give back memory, and is suspended, in
     * windows by chance. A job that is not {@link org.atomizable.api.Shrinkable} is only suspended.
     */
    public static void assertSurvivesPressure(JobSource job) throws Exception {
        assertSurvives(job, Fault.Kind.ASKED_FOR_MEMORY, Fault.Kind.REVOKED);
    }

    /** Checks one schedule, as a failure names it. */
    public static void assertSurvives(JobSource job, Schedule schedule) throws Exception {
        Survives.check(Trial.of(job), schedule);
    }
}
