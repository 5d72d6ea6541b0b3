package org.atomizable.core.client;

import java.util.List;
import org.atomizable.api.wire.ClusterView;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;

/** A scheduler as the agent of a job uses it, from the registration of the job to its end. Errors are those of {@link SchedulerCalls}. */
public interface JobScheduler extends SchedulerCalls {

    /** Registers a job; the same key always brings the same job. */
    JobView register(JobRegistration registration, String key)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Withdraws a job; tries that a few times only. */
    void withdraw(String job) throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Looks at the cluster. */
    ClusterView cluster() throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Lists the jobs that the caller may see. */
    List<JobView> jobs() throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Listens to a job's events until the result is closed. */
    Listening events(String job, EventListener listener);

    /** A stream of events that is listened to until it is closed. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }
}
