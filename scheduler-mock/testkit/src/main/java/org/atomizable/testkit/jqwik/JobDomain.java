package org.atomizable.testkit.jqwik;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.testkit.schedule.Schedule;

/**
 * Schedules, slices, windows, memory and profiles of jobs, as parameters of a property:
 *
 * <pre>{@code
 * @Property(tries = 50)
 * @Domain(JobDomain.class)
 * void myJobSurvives(@ForAll Schedule schedule) throws Exception {
 *     Contracts.assertSurvives(() -> new MyJob(42), schedule);
 * }
 * }</pre>
 */
public final class JobDomain extends DomainContextBase {

    /** See {@link JobArbitraries#schedules()}. */
    @Provide
    public Arbitrary<Schedule> schedules() {
        return JobArbitraries.schedules();
    }

    /** See {@link JobArbitraries#slices}. */
    @Provide
    public Arbitrary<Slice> slices() {
        return JobArbitraries.slices();
    }

    /** See {@link JobArbitraries#windows}. */
    @Provide
    public Arbitrary<Window> windows() {
        return JobArbitraries.windows();
    }

    /** See {@link JobArbitraries#memorySeries}. */
    @Provide
    public Arbitrary<MemorySeries> memorySeries() {
        return JobArbitraries.memorySeries();
    }

    /** See {@link JobArbitraries#profiles}. */
    @Provide
    public Arbitrary<JobProfile> profiles() {
        return JobArbitraries.profiles();
    }
}
