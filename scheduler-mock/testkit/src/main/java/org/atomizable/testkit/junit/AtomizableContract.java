package org.atomizable.testkit.junit;

import java.time.Duration;
import java.util.EnumSet;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.check.BoundedAtoms;
import org.atomizable.testkit.check.ExactResume;
import org.atomizable.testkit.check.Fits;
import org.atomizable.testkit.check.Repeatable;
import org.atomizable.testkit.check.RoundTrip;
import org.atomizable.testkit.check.SteadyMemory;
import org.atomizable.testkit.check.Stillness;
import org.atomizable.testkit.check.Survives;
import org.atomizable.testkit.check.Trial;
import org.atomizable.testkit.schedule.Fault;
import org.junit.jupiter.api.Test;

/**
 * All contracts of a job as tests. A test class implements it with one method:
 *
 * <pre>{@code
 * class MyJobTest implements AtomizableContract {
 *     public Atomizable newJob() {
 *         return new MyJob(42);
 *     }
 * }
 * }</pre>
 */
public interface AtomizableContract {

    /**
     * Returns a new instance at atom 0; each one is the same job.
     *
     * @throws Exception if it cannot be made
     */
    Atomizable newJob() throws Exception;

    /** Returns how far the job is tried: by default as many atoms as there is time for, and cuts for 10 seconds in each test. */
    default Trial trial() {
        return Trial.of(this::newJob).withSeed(Seeds.from(1));
    }

    /** Returns the most that an atom may take, by default 10 seconds. */
    default Duration longestAtom() {
        return Duration.ofSeconds(10);
    }

    /** See {@link org.atomizable.testkit.Contracts#assertRepeatable}. */
    @Test
    default void twoRunsEndInTheSameBits() throws Exception {
        Repeatable.check(trial());
    }

    /** See {@link org.atomizable.testkit.Contracts#assertStateRoundTrips}. */
    @Test
    default void aRestoredJobSavesWhatItWasRestoredFrom() throws Exception {
        RoundTrip.check(trial());
    }

    /** See {@link org.atomizable.testkit.Contracts#assertExactResume}. */
    @Test
    default void aCutBeforeAnyAtomChangesNoBit() throws Exception {
        ExactResume.check(trial());
    }

    /** See {@link org.atomizable.testkit.Contracts#assertStillBetweenAtoms}. */
    @Test
    default void nothingChangesBetweenAtoms() throws Exception {
        Stillness.check(trial());
    }

    /** See {@link org.atomizable.testkit.Contracts#assertBoundedAtoms}. */
    @Test
    default void everyAtomEndsWithinTheLimit() throws Exception {
        BoundedAtoms.check(trial(), longestAtom());
    }

    /** See {@link org.atomizable.testkit.Contracts#assertSteadyMemory}. */
    @Test
    default void memoryDoesNotGrowFromAtomToAtom() throws Exception {
        SteadyMemory.check(trial());
    }

    /** See {@link org.atomizable.testkit.Contracts#assertFitsByConstruction}. */
    @Test
    default void subjobsEndWithinTheirWindowsAndMemory() throws Exception {
        Fits.check(trial());
    }

    /** See {@link org.atomizable.testkit.Contracts#assertSurvives}. */
    @Test
    default void faultsChangeNoBit() throws Exception {
        Survives.check(trial(), EnumSet.allOf(Fault.Kind.class));
    }
}
