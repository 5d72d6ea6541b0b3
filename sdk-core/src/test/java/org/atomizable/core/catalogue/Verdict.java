package org.atomizable.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.Plans;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.core.state.MemoryState;
import org.atomizable.core.worker.NamedJob;

/**
 * The result of a program that a user names on the command line. It is made and checked by the code that a worker process runs.
 *
 * @param refusal why it does not run to its end; empty if it does
 */
record Verdict(Optional<String> refusal) {

    private static final long MOST = 60;

    /** Fewer than the jobs have: a quick one would be finished, and right, before it is checked. */
    private static final long PLANNED = 11;

    /** Runs a job by its class's name as a worker does that checks it. */
    static Verdict of(String name, Path directory) throws Exception {
        NamedJob job = new NamedJob(name, Map.of());
        try {
            job.create().close();
        } catch (AtomizableException e) {
            return new Verdict(Optional.of(String.valueOf(e.getMessage())));
        }
        return of(job, directory);
    }

    static Verdict of(JobSource job, Path directory) throws Exception {
        ClassLoader usual = Thread.currentThread().getContextClassLoader();
        CheckpointStore store = Checkpoints.in(directory.resolve("store"), "job");
        try (SubjobRunner runner = new SubjobRunner(job, store, any -> () -> Bytes.of(1), TimeSource.system())) {
            runner.checkOnce();
            Report report = runner.run(
                    Plans.of(1, 0, PLANNED, TimeSource.system().now().plusSeconds(600)), (next, memory) -> {});
            return new Verdict(
                    report.outcome() instanceof Outcome.Failed failed
                            ? Optional.of(failed.message())
                            : Optional.empty());
        } finally {
            Thread.currentThread().setContextClassLoader(usual);
        }
    }

    /** Returns how a run ends: its state, where it ended, and what it has achieved. */
    static String end(JobSource source, boolean cut) throws Exception {
        Atomizable job = source.create();
        try {
            long next = 0;
            while (next < MOST && job.spec().atomsLeft(next) > 0 && !job.enough(next)) {
                job.run(next++);
                if (cut) {
                    MemoryState saved = MemoryState.of(job);
                    if (next % 3 != 0) {
                        job.close();
                        job = source.create();
                    }
                    job.restore(saved);
                }
            }
            StateDigest digest = new StateDigest();
            job.save(digest);
            return next + " " + digest.sha256() + " " + job.evaluate();
        } finally {
            job.close();
        }
    }

    void assertRefused(String... words) {
        assertThat(refusal).as("it ends with exit code 0").isPresent();
        assertThat(refusal.get()).contains(words);
    }
}
