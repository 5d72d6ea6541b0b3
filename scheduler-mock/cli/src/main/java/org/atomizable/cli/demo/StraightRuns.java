package org.atomizable.cli.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.ChildProcesses;

/** Runs each job once more without interruption, one after the other, while they compete, as soon as all have been measured. */
final class StraightRuns implements AutoCloseable {

    private final ChildProcesses children;
    private final Board board;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Map<Contestant, Future<StraightRun>> running = new LinkedHashMap<>();

    private StraightRuns(ChildProcesses children, Board board) {
        this.children = children;
        this.board = board;
    }

    static StraightRuns begin(List<Contestant> contestants, ChildProcesses children, Board board) {
        StraightRuns runs = new StraightRuns(children, board);
        runs.thread.execute(
                () -> contestants.forEach(it -> it.track().measured().join()));
        contestants.forEach(it -> runs.running.put(it, runs.thread.submit(() -> runs.run(it))));
        return runs;
    }

    private StraightRun run(Contestant contestant) throws Exception {
        String name = contestant.spec().name();
        board.line("running %s without interruption in a separate process".formatted(name));
        Board.Bar bar =
                board.bar(name + ", straight", contestant.spec().totalAtoms().orElse(0));
        return children.straight(contestant.job(), bar::at);
    }

    /** Waits for a job's run. */
    StraightRun of(Contestant contestant) throws Exception {
        try {
            return Objects.requireNonNull(running.get(contestant)).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
