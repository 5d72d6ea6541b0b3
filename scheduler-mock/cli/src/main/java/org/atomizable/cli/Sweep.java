package org.atomizable.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.atomizable.api.Metric;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.job.JobEnd;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.SchedulerClient;

/** Runs the jobs of a sweep beside each other. Each negotiates for itself, so that they share the windows of one scheduler. */
final class Sweep {

    private final SchedulerClient scheduler;
    private final AgentOptions options;
    private final Function<SweptJob, WorkerLauncher> workers;
    private final Board board;
    private final TimeSource time;

    /**
     * Makes a sweep that has not begun.
     *
     * @param workers makes what starts the workers of a job
     */
    Sweep(
            SchedulerClient scheduler,
            AgentOptions options,
            Function<SweptJob, WorkerLauncher> workers,
            Board board,
            TimeSource time) {
        this.scheduler = scheduler;
        this.options = options;
        this.workers = workers;
        this.board = board;
        this.time = time;
    }

    /**
     * Runs all jobs to their ends. A job that fails does not end the others.
     *
     * @param atOnce how many negotiate at a time
     * @return how each ended, in the order of the jobs
     */
    public List<SweptResult> run(List<SweptJob> jobs, int atOnce) throws InterruptedException {
        SweepTrack all = new SweepTrack(board, jobs);
        AtomicInteger done = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(atOnce, jobs.size()));
        try {
            List<Future<SweptResult>> running = new ArrayList<>();
            for (SweptJob job : jobs) {
                running.add(threads.submit(() -> {
                    SweptResult result = run(job, all.of(job));
                    board.line("%s of %s: %s %s%s"
                            .formatted(
                                    done.incrementAndGet(),
                                    jobs.size(),
                                    job.words(),
                                    result.result(),
                                    result.metric() == null
                                            ? ""
                                            : ", %s = %s"
                                                    .formatted(
                                                            result.metric().name(),
                                                            result.metric().value())));
                    return result;
                }));
            }
            List<SweptResult> results = new ArrayList<>();
            for (Future<SweptResult> each : running) {
                results.add(each.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a job of the sweep ended without a result", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private SweptResult run(SweptJob job, SweepTrack.OfJob track) throws InterruptedException {
        try (CheckpointStore store = job.store().open();
                WorkerLauncher launcher = workers.apply(job)) {
            AgentJob agentJob = new AgentJob(job.spec(), store, launcher);
            AgentResult result = new Agent(agentJob, options, track, time).run(scheduler);
            Optional<Checkpoint> last = store.latest();
            Optional<Metric> metric = result instanceof AgentResult.Finished && last.isPresent()
                    ? JobEnd.evaluated(job.job(), last.get())
                    : Optional.empty();
            return track.ended(JobEnd.words(result), metric, last.map(Checkpoint::sha256));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // one job's trouble is not that of the others
            return track.ended("failed: " + e.getMessage(), Optional.empty(), Optional.empty());
        }
    }
}
