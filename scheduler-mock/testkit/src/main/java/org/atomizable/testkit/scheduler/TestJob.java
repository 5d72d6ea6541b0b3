package org.atomizable.testkit.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.report.Attribution;
import org.atomizable.profiler.profile.JobProfile;

/** A job at a test's scheduler: what it was granted, what it reported, and how it ended. For one thread. */
public final class TestJob implements AgentObserver {

    private final String id;
    private final CheckpointStore store;
    private final List<Grant> grants = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private final List<Grant> lost = new ArrayList<>();
    private Optional<AgentResult> end = Optional.empty();

    TestJob(String id, CheckpointStore store) {
        this.id = id;
        this.store = store;
    }

    /** Returns its id at the scheduler. */
    public String id() {
        return id;
    }

    /** Returns what it was granted, in that order. */
    public List<Grant> grants() {
        return List.copyOf(grants);
    }

    /** Returns the reports of the subjobs that ended, in that order; those of killed workers are {@link #lost}. */
    public List<Report> reports() {
        return List.copyOf(reports);
    }

    /** Returns the grants whose worker was killed before it reported. */
    public List<Grant> lost() {
        return List.copyOf(lost);
    }

    /** Returns how it ended; empty while it goes on. */
    public Optional<AgentResult> end() {
        return end;
    }

    /** Tells whether all its atoms are done. */
    public boolean isFinished() {
        return end.filter(AgentResult.Finished.class::isInstance).isPresent();
    }

    /**
     * Returns its newest checkpoint. Its SHA-256 is that of the job's state.
     *
     * @throws CheckpointException if nothing undamaged is left
     */
    public Optional<Checkpoint> checkpoint() throws CheckpointException {
        return store.latest();
    }

    void granted(Grant grant) {
        grants.add(grant);
    }

    void agentEnded(AgentResult result) {
        end = Optional.of(result);
    }

    @Override
    public void ended(Subjob subjob, Report report, JobProfile profile) {
        reports.add(report);
    }

    @Override
    public void lost(Subjob subjob, Attribution by, List<Sample> learned, JobProfile profile) {
        lost.add(subjob.grant());
    }

    @Override
    public String toString() {
        return "job %s: %s grants, %s reports, %s workers lost, %s"
                .formatted(
                        id,
                        grants.size(),
                        reports.size(),
                        lost.size(),
                        end.map(Object::toString).orElse("goes on"));
    }
}
