package org.atomizable.lab.simulate.trace;

import java.util.Comparator;
import java.util.List;
import org.atomizable.lab.simulate.workload.TracedJob;

/**
 * The jobs of a trace.
 *
 * @param jobs at least one, in order of submission; the first is submitted at 0
 * @param arrivals whether the trace says when its jobs arrive; otherwise all submissions are 0 and the order means nothing
 * @param counted how many of the file's jobs these are, and why the others are not taken
 */
public record Trace(List<TracedJob> jobs, boolean arrivals, String counted) {

    public Trace {
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a trace must have a job");
        }
        double first = jobs.stream().mapToDouble(TracedJob::submit).min().orElse(0);
        jobs = jobs.stream()
                .map(it -> new TracedJob(it.submit() - first, it.workSeconds(), it.gpuShare()))
                .sorted(Comparator.comparingDouble(TracedJob::submit))
                .toList();
    }
}
