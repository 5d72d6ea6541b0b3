package org.atomizable.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
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
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainSweep;
import org.atomizable.core.engine.ClaimAhead;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.Link;
import org.atomizable.core.engine.LinkRun;
import org.atomizable.core.engine.NextChain;
import org.atomizable.core.engine.NextLink;
import org.atomizable.core.engine.SweepWatch;
import org.atomizable.profiler.store.ProfileDirectory;

/** Runs the jobs of a sweep as chains of claims on an engine, of which only some are there at a time. */
final class SweepOnEngine {

    private final Engine engine;
    private final Duration linkTime;
    private final Board board;
    private final TimeSource time = TimeSource.system();

    /** Makes one; it tells on a board what happens. */
    SweepOnEngine(Engine engine, Duration linkTime, Board board) {
        this.engine = engine;
        this.linkTime = linkTime;
        this.board = board;
    }

    private NextChain next(ChainSweep sweep) {
        return new NextChain(sweep, engine, linkTime, time, board::line);
    }

    /**
     * Starts the jobs' chains, unless they run, and waits until all have ended.
     *
     * @param waits whether to wait; else the result is empty
     */
    List<SweptResult> run(List<SweptJob> jobs, Chain.Order order, int mostChains, boolean waits) throws Exception {
        SweptJob first = jobs.get(0);
        Path stores = first.store().directory().orElseThrow().toAbsolutePath();
        ChainSweep sweep = ChainSweep.at(stores.resolveSibling(first.family() + ChainSweep.SUFFIX));
        SweepWatch watch = new SweepWatch(
                next(sweep),
                jobs.stream()
                        .map(it -> new SweepWatch.Member(
                                it.spec(), it.setting(), () -> it.store().open()))
                        .toList());
        watch.start(order, mostChains);
        if (!waits) {
            return List.of();
        }
        Board.Bar bar = board.bar(
                jobs.size() + " jobs",
                jobs.stream().mapToLong(it -> it.spec().totalAtoms().orElse(0)).sum());
        Map<String, ChainSweep.Standing> ended = watch.await(all -> {
            bar.at(all.atoms());
            bar.saying("%s ended, %s running, %s waiting".formatted(all.ended(), all.running(), all.waiting()));
        });
        List<SweptResult> results = new ArrayList<>();
        for (SweptJob job : jobs) {
            ChainSweep.Standing standing = ended.get(job.spec().name());
            if (standing != null) {
                results.add(result(job, standing, sweep.chain(job.spec().name())));
            }
        }
        return results;
    }

    private static SweptResult result(SweptJob job, ChainSweep.Standing ended, Chain chain) throws Exception {
        int subjobs = 0;
        double seconds = 0;
        for (Link link : chain.links()) {
            Optional<Link.Began> began = link.began();
            Optional<Link.Ended> end = link.ended();
            if (began.isPresent() && end.isPresent()) {
                subjobs += end.get().nextAtom() > began.get().nextAtom() ? 1 : 0;
                seconds += Duration.between(began.get().at(), end.get().at()).toMillis() / 1e3;
            }
        }
        String words = ended.finished() ? JobEnd.FINISHED : ended.state() + ": " + ended.message();
        try (CheckpointStore store = job.store().open()) {
            Optional<Checkpoint> last = store.latest();
            Optional<Metric> metric =
                    ended.finished() && last.isPresent() ? JobEnd.evaluated(job.job(), last.get()) : Optional.empty();
            return new SweptResult(
                    job.setting(),
                    job.spec().name(),
                    words,
                    metric.orElse(null),
                    subjobs,
                    seconds,
                    last.map(Checkpoint::sha256).orElse(null));
        }
    }

    /** A job of the sweep as its link runs it. */
    record LinkJob(SweptJob job, AgentOptions options, WorkerLauncher workers, Path profiles, Duration making) {}

    /** Returns the values of the parameters of the job that a link runs. */
    static Map<String, String> setting(Link link) throws IOException, AtomizableException {
        Optional<ChainSweep> sweep = ChainSweep.in(System.getenv());
        Optional<ChainSweep.Standing> job = sweep.isPresent() ? sweep.get().of(link) : Optional.empty();
        return job.orElseThrow(() -> new AtomizableException(
                        "the chain of %s belongs to no sweep".formatted(link.directory()),
                        "Start it by sweep, or remove its directory"))
                .job()
                .setting();
    }

    /** Begins to claim the next link of a chain, if its job is slow to make; empty if the sweep has ended the job. */
    Optional<ClaimAhead> claimAhead(Link link) throws IOException {
        Optional<ChainSweep> sweep = ChainSweep.in(System.getenv());
        if (sweep.isEmpty()
                || sweep.get().of(link).filter(ChainSweep.Standing::runs).isEmpty()) {
            return Optional.empty();
        }
        ClaimAhead ahead = new ClaimAhead(next(link), RunCommand::beside);
        ahead.begin(link);
        return Optional.of(ahead);
    }

    private NextLink next(Link link) throws IOException {
        return new NextLink(engine, Chain.of(link), linkTime, time, board::line);
    }

    /** Runs one link of the chain of one job; returns the exit code. */
    int runLink(Link link, LinkJob it) throws Exception {
        ChainSweep sweep = ChainSweep.in(System.getenv()).orElseThrow();
        SweptJob job = it.job();
        try (CheckpointStore checkpoints = job.store().open()) {
            long from = checkpoints.latest().map(Checkpoint::nextAtom).orElse(0L);
            RunRecord record = new RunRecord(ProfileDirectory.at(it.profiles()), job.spec(), time, board::line);
            Agent agent = new Agent(
                    new AgentJob(job.spec(), checkpoints, it.workers()),
                    it.options().takingAnyOverhead(),
                    new RunProgress(board, job.spec(), from, record, new UnchangedState(job.job(), checkpoints)),
                    time);
            if (!Chain.of(link).isToMeasureAnew(from, linkTime)) {
                record.known().ifPresent(agent::knowing);
            }
            LinkRun run = new LinkRun(next(link), job.spec(), checkpoints, RunCommand::beside, it.making());
            Optional<AgentResult> result = next(sweep).run(link, run, agent::run, RunCommand::beside);
            return result.map(RunCommand::exitCode).orElse(Main.ENDED_BY_OTHERS);
        }
    }
}
