package org.atomizable.lab.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.core.wire.WireJson;

/** One job, kept going until it has finished, whatever happens to its processes. Used by one thread. */
final class ManagedProcess {

    /**
     * The job.
     *
     * @param name its own, among all of the run
     * @param job by which it is found on the class path
     * @param sha256 of the state in which a run without interruption ends
     */
    record ChaosJob(String name, String job, Map<String, String> parameters, String sha256) {}

    private final TestCluster testCluster;
    private final ChaosJob job;
    private final int through;
    private final Path token;
    private Optional<Process> agent = Optional.empty();
    private boolean over;
    private boolean exact;
    private int starts;

    ManagedProcess(TestCluster testCluster, ChaosJob job, int through, Path token) {
        this.testCluster = testCluster;
        this.job = job;
        this.through = through;
        this.token = token;
    }

    /** Starts it again if it has ended without having finished. */
    void look() throws IOException {
        if (over || agent.map(Process::isAlive).orElse(false)) {
            return;
        }
        if (agent.isPresent() && agent.get().exitValue() == 0) {
            over = true;
            String end = WireJson.mapper()
                    .readTree(testCluster.printed(job))
                    .path("sha256")
                    .asText();
            exact = end.equals(job.sha256());
            return;
        }
        starts++;
        agent = Optional.of(testCluster.startAgent(job, through, token));
    }

    /** Kills its agent and every worker of it; returns whether there was one. */
    boolean killAgent() {
        List<ProcessHandle> all = new ArrayList<>();
        agent.filter(Process::isAlive).ifPresent(it -> all.add(it.toHandle()));
        // Its workers notice that nobody speaks to them any more; to kill them, too, is another fault.
        all.forEach(ProcessHandle::destroyForcibly);
        return !all.isEmpty();
    }

    /** Kills one of its workers; returns whether there was one. */
    boolean killWorker() {
        Optional<ProcessHandle> worker =
                agent.filter(Process::isAlive).flatMap(it -> it.descendants().findFirst());
        worker.ifPresent(ProcessHandle::destroyForcibly);
        return worker.isPresent();
    }

    boolean isOver() {
        return over;
    }

    boolean exact() {
        return exact;
    }

    int starts() {
        return starts;
    }
}
