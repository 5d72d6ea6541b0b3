package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Window;
import org.atomizable.core.report.Attribution;
import org.atomizable.profiler.profile.JobProfile;

/** Observes an agent. Called on the agent's threads, so it must return quickly. By default all methods do nothing. */
public interface AgentObserver {

    /** Watches nothing. */
    AgentObserver NONE = new AgentObserver() {};

    /** A window was answered. */
    default void answered(Window window, Answer answer) {}

    /** A subjob begins. */
    default void begins(Subjob subjob) {}

    /** The job waits for a grant; told after a minute, and again at growing intervals. */
    default void waits(Wait wait) {}

    /**
     * A subjob has failed.
     *
     * @param by whose fault it was, and what shows it
     * @param rest until it is tried again
     */
    default void failed(Outcome.Failed outcome, Attribution by, Duration rest) {}

    /** The scheduler had forgotten the job, and it was registered again. */
    default void registeredAgain() {}

    /** The job has to leave its slice, as the memory of its node is scarce. */
    default void givesWay() {}

    /** An atom is done, though not committed. */
    default void at(long nextAtom, Bytes memory) {}

    /** A subjob has ended, and this is what is now known of the job. */
    default void ended(Subjob subjob, Report report, JobProfile profile) {}

    /**
     * A subjob's worker was stopped or lost before it reported.
     *
     * @param attribution whose fault that was, and what shows it
     * @param learned what the profile learned of it
     * @param profile what is now known of the job
     */
    default void lost(Subjob subjob, Attribution attribution, List<Sample> learned, JobProfile profile) {}
}
