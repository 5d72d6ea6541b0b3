package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.JobView;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;

/** The common parts of scenarios. Used by one thread. */
final class Stage {

    private final Peer peer;
    private final TimeSource time;
    private final String run;
    private final List<SuiteJob> jobs = new ArrayList<>();
    private final List<String> wrongRefusals = new ArrayList<>();

    Stage(Peer peer, TimeSource time, String run) {
        this.peer = peer;
        this.time = time;
        this.run = run;
    }

    Peer peer() {
        return peer;
    }

    TimeSource time() {
        return time;
    }

    String name(String scenario) {
        return "conformance-%s-%s".formatted(scenario, run);
    }

    /** Registers a job that is withdrawn after the scenario. */
    SuiteJob job(String scenario, String mode) throws IOException, InterruptedException, Unfinished {
        String id = registered(peer.post("/v1/jobs", SuiteJob.registration(name(scenario), mode)));
        SuiteJob job = new SuiteJob(peer, time, id, mode);
        jobs.add(job);
        return job;
    }

    String registered(Reply reply) throws Unfinished {
        return reply.read(JobView.class)
                .filter(it -> reply.done())
                .map(JobView::id)
                .orElseThrow(() ->
                        Unfinished.lacks("a registration was answered %s: %s".formatted(reply.status(), reply.text())));
    }

    /** Requires that a call was refused with a status; the type of the problem is a rule of its own. */
    void refused(Reply reply, ProtocolRule rule, int status, String problem) throws Unfinished {
        if (reply.status() != status) {
            throw Unfinished.breaks(rule, "it was answered %s, and should be %s".formatted(reply.status(), status));
        }
        if (!reply.problem().equals(problem)) {
            wrongRefusals.add("a refusal is of type \"%s\", and should be \"%s\"".formatted(reply.problem(), problem));
        }
    }

    /** Returns how refusals of this scenario were wrong that had the right status. */
    List<String> wrongRefusals() {
        return List.copyOf(wrongRefusals);
    }

    /** Tells whether a job of this scenario called so late that a grant may have been lost for that. */
    boolean wasLate() {
        return jobs.stream().anyMatch(SuiteJob::wasLate);
    }

    /** Withdraws the jobs of a scenario. */
    void clear() throws IOException, InterruptedException {
        wrongRefusals.clear();
        List<SuiteJob> withdrawn = List.copyOf(jobs);
        jobs.clear();
        for (SuiteJob job : withdrawn) {
            job.withdraw();
        }
    }
}
