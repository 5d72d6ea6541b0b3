package org.atomizable.lab.simulate.rival;

import static org.assertj.core.api.Assertions.assertThat;

import org.atomizable.api.AtomizableException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The example of backfill in "Administering IBM Spectrum LSF" 10.1, chapter "Backfill scheduling", which is already in the guides of Platform
 * LSF 6.2 and 7.3: a host with 4 CPUs. At 8:00, job 1 starts on one CPU for 2 hours. Soon afterwards, job 2 asks for all 4 CPUs; it can start
 * at 10:00 and reserves them from then on. At 8:30, job 3 asks for two CPUs and 1 hour. It starts at once and ends at 9:30, job 1 ends at
 * 10:00, and job 2 starts. With a run limit of 2 hours, job 3 would have to run after job 2.
 *
 * <p>Here a CPU is a slice, and job 3 is two tasks of one slice each. No task runs on four slices at a time, so the reservation of job 2 is
 * part of the workload and not computed by EASY. Its length is not published; here it is 1 hour. Times are in seconds after 8:00, and 30 s
 * of overhead count as part of a run limit.
 */
class PublishedBackfillTest {

    private static final int HOUR = 3600;
    private static final int OVERHEAD = 30;

    private static Tiny host(int hoursOfJob3) {
        Tiny host = new Tiny();
        for (int cpu = 0; cpu < 4; cpu++) {
            host.slice(10, 2 * HOUR, 3 * HOUR);
        }
        return host.task(0, 2 * HOUR - OVERHEAD, 10)
                .task(HOUR / 2, hoursOfJob3 * HOUR - OVERHEAD, 10)
                .task(HOUR / 2, hoursOfJob3 * HOUR - OVERHEAD, 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "easy-node", "cons"})
    void aJobThatEndsBeforeTheReservationIsBackfilled(String rival) throws AtomizableException {
        assertThat(host(1).ends(rival)).containsExactly(2.0 * HOUR, 1.5 * HOUR, 1.5 * HOUR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "easy-node", "cons"})
    void aJobThatWouldDelayTheReservationRunsAfterIt(String rival) throws AtomizableException {
        assertThat(host(2).ends(rival)).containsExactly(2.0 * HOUR, 5.0 * HOUR, 5.0 * HOUR);
    }

    /** Without reservations, job 3 of 2 hours starts when it is submitted: it is the reservation that makes it wait. */
    @ParameterizedTest
    @ValueSource(strings = {"easy", "easy-node", "cons"})
    void withoutTheReservationItStartsAtOnce(String rival) throws AtomizableException {
        Tiny host = new Tiny();
        for (int cpu = 0; cpu < 4; cpu++) {
            host.slice(10);
        }
        assertThat(host.task(0, 2 * HOUR - OVERHEAD, 10)
                        .task(HOUR / 2, 2 * HOUR - OVERHEAD, 10)
                        .ends(rival))
                .containsExactly(2.0 * HOUR, 2.5 * HOUR);
    }
}
