package org.atomizable.engine.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.core.engine.ChainSweep;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.wire.WireJson;

/** How the jobs of a sweep stand, for {@code slurm status}. */
final class SweepStatus {

    /** One job, for machines. */
    record JobOfSweep(String job, String state, String message, List<String> slurmJobs) {}

    /** All of them, for machines. */
    record AllJobs(String sweep, List<JobOfSweep> jobs) {}

    private SweepStatus() {}

    static void print(ChainSweep sweep, Engine engine, boolean json)
            throws IOException, EngineException, InterruptedException {
        List<ChainSweep.Standing> standings = sweep.jobs();
        List<String> chains = new ArrayList<>();
        for (ChainSweep.Standing standing : standings) {
            if (standing.runs()) {
                chains.add(sweep.chain(standing.job().name()).id());
            }
        }
        Map<String, List<Claimed>> live = engine.claimsOf(chains);
        List<JobOfSweep> jobs = new ArrayList<>();
        for (ChainSweep.Standing it : standings) {
            String name = it.job().name();
            List<Claimed> claims =
                    it.runs() ? live.getOrDefault(sweep.chain(name).id(), List.of()) : List.of();
            String message = it.runs() && claims.isEmpty()
                    ? "no Slurm job of it waits or runs; a link of the sweep, or the same sweep, goes on with it"
                    : it.message();
            jobs.add(new JobOfSweep(
                    name,
                    it.state(),
                    message,
                    claims.stream().map(Claimed::message).toList()));
        }
        if (json) {
            System.out.println(WireJson.mapper().writeValueAsString(new AllJobs(sweep.name(), jobs)));
        } else {
            jobs.stream().map(SweepStatus::line).forEach(System.out::println);
        }
    }

    private static String line(JobOfSweep job) {
        String more = job.slurmJobs().isEmpty() ? job.message() : "Slurm job " + String.join("; ", job.slurmJobs());
        return "%s %s%s".formatted(job.job(), job.state(), more.isEmpty() ? "" : ": " + more);
    }
}
